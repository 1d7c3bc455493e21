import { afterEach, expect, test } from 'vitest';
import {
  keepPrinterSettings,
  newPrinterSettings,
  printerSettings,
} from '../../../../src/platform/printer/printer-settings.ts';

afterEach(() => keepPrinterSettings(null));

/** Stores settings as another tab does. Returns what this tab uses then. */
function fromOtherTab(vendorId: unknown) {
  const settings = {
    identity: { way: 'usb', vendorId, productId: 0, serialNumber: null },
    ...{ name: 'Roll', rollWidthMm: 58, printsAfterSale: false, opensDrawer: false },
  };
  localStorage.setItem('kaunta-receipt-printer', JSON.stringify(settings));
  window.dispatchEvent(new StorageEvent('storage', { key: 'kaunta-receipt-printer' }));
  return printerSettings();
}

test.each([0, 0xffff, null])('R-PRN-02 a printer with the maker number %s is found again', (vendorId) => {
  expect(fromOtherTab(vendorId)).toMatchObject({ identity: { vendorId } });
});

test.each([-1, 0x10000, 1.5, '1'])('R-PRN-02 the maker number %s is none: no printer is chosen', (vendorId) => {
  expect(fromOtherTab(vendorId)).toBeNull();
});

test('R-PRN-02 a serial printer that is connected again keeps its speed; another kind of printer has none', () => {
  const serial = { way: 'serial', vendorId: 1, productId: 2 } as const;
  keepPrinterSettings({ ...newPrinterSettings({ ...serial, baudRate: 115_200 }, 'Serial printer'), rollWidthMm: 80 });
  expect(newPrinterSettings({ ...serial, baudRate: 9_600 }, 'Serial printer')).toMatchObject({
    identity: { baudRate: 115_200 },
    rollWidthMm: 80,
  });
  expect(newPrinterSettings({ way: 'bluetooth', id: 'B1' }, 'Roll').identity).toEqual({ way: 'bluetooth', id: 'B1' });
});
