import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { linesOf, type PrinterEvent } from '../../../../e2e/fixtures/escpos-reader.ts';
import { paths } from '../../../../src/parts/paths.ts';
import { keepPrinterSettings, printerSettings } from '../../../../src/platform/printer/printer-settings.ts';
import { ReceiptPrinter } from '../../../../src/screens/settings/receipt-printer.tsx';
import { PATIENTLY } from '../../../support/patience.ts';
import { SHOP_ROWS } from '../../../support/screens/sales-screens.tsx';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';
import { standInBluetooth, standInSerial, takeAirPrintersAway } from '../../../support/browser/wireless-printers.ts';

beforeEach(() => {
  // jsdom draws nothing, so every drawn line is black here.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    const getImageData = (_x: number, _y: number, width: number, height: number) => ({
      ...{ data: new Uint8ClampedArray(width * height * 4), width, height },
    });
    const nothing = () => undefined;
    const measureText = (text: string) => ({ width: text.length * 12 });
    return { canvas: this, measureText, fillRect: nothing, fillText: nothing, getImageData } as never;
  });
});
afterEach(() => {
  takeAirPrintersAway();
  keepPrinterSettings(null);
});

const showSettings = async () =>
  renderShop(await openShop({ rows: SHOP_ROWS }), [{ path: '*', element: <ReceiptPrinter /> }], paths.printer);

const tap = async (name: string) => userEvent.click(await screen.findByText(name, { selector: 'button *' }, PATIENTLY));
const isSaid = (text: string | RegExp) => screen.findByText(text, {}, PATIENTLY);
const says = (paper: readonly PrinterEvent[]) => linesOf(paper).map(({ text }) => text.trim());

/** Prints the test page and expects it complete: a line of its beginning, one of its end, and the cut. */
async function printsTest(takePaper: () => PrinterEvent[]): Promise<void> {
  await tap('Print a test');
  expect(await screen.findAllByText('The test was sent to the printer', {}, PATIENTLY)).not.toEqual([]);
  const paper = takePaper();
  expect(says(paper)).toContain('Test print');
  expect(says(paper).join(' ')).toContain('the printer is set right.');
  expect(paper.some(({ kind }) => kind === 'cut')).toBe(true);
}

test.each([
  { id: 'bt-1', answersWrites: true },
  { id: 'bt-2', answersWrites: false },
])(
  'R-PRN-01 R-PRN-05 R-PRN-10 R-PRN-20 by Bluetooth, where writes are answered: $answersWrites, it connects, prints in small pieces, goes out of reach in the middle, and prints again once it is back',
  async ({ id, answersWrites }) => {
    const printer = standInBluetooth({ id, answersWrites });
    await showSettings();
    await tap('Connect by Bluetooth');
    expect(await isSaid('Connects when it prints')).toBeTruthy();
    expect(printerSettings()).toMatchObject({ identity: { way: 'bluetooth', id }, name: 'Roll BT' });
    await printsTest(() => printer.takePaper());
    expect(await isSaid('Ready')).toBeTruthy();
    expect(Math.max(...printer.pieces)).toBeLessThanOrEqual(100);

    printer.goneAfterBytes = 130;
    await tap('Print a test');
    expect(await isSaid(/The printer is not there\..*may be cut short/)).toBeTruthy();
    expect(await isSaid('Connects when it prints')).toBeTruthy();
    await tap('Print a test');
    await waitFor(() => expect(screen.getAllByText(/The printer is not there\./).length).toBeGreaterThan(0), PATIENTLY);
    printer.comeBack();
    await printsTest(() => printer.takePaper());
    // The connection is reused: it was made once, and again after it broke.
    expect(printer.connectedCount).toBe(2);
    expect(printer.askedCount).toBe(1);
  },
);

test("R-PRN-05 a Bluetooth printer that the browser has forgotten is 'To be connected', and asked for as somebody taps", async () => {
  const printer = standInBluetooth({ id: 'bt-3' });
  keepPrinterSettings({
    identity: { way: 'bluetooth', id: 'bt-of-last-week' },
    ...{ name: 'Roll BT', rollWidthMm: 58, printsAfterSale: false, opensDrawer: false },
  });
  await showSettings();
  expect(await isSaid('To be connected')).toBeTruthy();
  await printsTest(() => printer.takePaper());
  expect(printer.askedCount).toBe(1);
  expect(printerSettings()?.identity).toEqual({ way: 'bluetooth', id: 'bt-3' });
  expect(await isSaid('Ready')).toBeTruthy();
});

test('R-PRN-02 a Bluetooth printer with a long name, asked for again by a tap, is still chosen when the page is opened next', async () => {
  const printer = standInBluetooth({ id: 'b'.repeat(200), name: 'R'.repeat(200) });
  keepPrinterSettings({
    identity: { way: 'bluetooth', id: 'bt-of-last-week' },
    ...{ name: 'Roll BT', rollWidthMm: 80, printsAfterSale: true, opensDrawer: false },
  });
  await showSettings();
  await printsTest(() => printer.takePaper());
  // Another tab reads what was stored, as a page does that is opened.
  dispatchEvent(new StorageEvent('storage', { key: 'kaunta-receipt-printer' }));
  expect(printerSettings()).toEqual({
    identity: { way: 'bluetooth', id: 'b'.repeat(120) },
    ...{ name: 'R'.repeat(120), rollWidthMm: 80, printsAfterSale: true, opensDrawer: false },
  });
  await printsTest(() => printer.takePaper());
  expect(printer.askedCount).toBe(1);
});

test('R-PRN-20 a Bluetooth device that is no printer, such as a headset, is said to be none', async () => {
  standInBluetooth({ id: 'bt-4', serviceUuid: '0000110b-0000-1000-8000-00805f9b34fb' });
  await showSettings();
  await tap('Connect by Bluetooth');
  await tap('Print a test');
  expect(await isSaid(/That device does not take what a receipt printer takes/)).toBeTruthy();
});

test('R-PRN-01 whoever closes the choice of Bluetooth devices has chosen none, and no failure is told', async () => {
  const printer = standInBluetooth({ id: 'bt-5' });
  printer.isInReach = false;
  await showSettings();
  await tap('Connect by Bluetooth');
  await waitFor(() => expect(printer.askedCount).toBe(1), PATIENTLY);
  expect(printerSettings()).toBeNull();
  expect(screen.queryByText('The printer was not connected')).toBeNull();
});

test('R-PRN-01 R-PRN-03 R-PRN-05 R-PRN-10 R-PRN-20 at a serial port, with its speed, it connects, prints, is pulled out in the middle, and prints again once it is back', async () => {
  const printer = standInSerial();
  await showSettings();
  await tap('Connect by serial port');
  expect(await isSaid('Ready')).toBeTruthy();
  await printsTest(() => printer.takePaper());
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed of the line' }), '115200');
  await printsTest(() => printer.takePaper());
  expect(printer.openedAt).toEqual([9_600, 115_200]);
  expect(Math.max(...printer.pieces)).toBeLessThanOrEqual(512);

  printer.goneAfterBytes = 600;
  await tap('Print a test');
  expect(await isSaid(/The printer is not there\..*may be cut short/)).toBeTruthy();
  expect(await isSaid('Not there')).toBeTruthy();
  printer.comeBack();
  expect(await isSaid('Ready')).toBeTruthy();
  await printsTest(() => printer.takePaper());
});

test('R-PRN-20 a serial port that another program holds is said to be held', async () => {
  const printer = standInSerial();
  printer.isHeld = true;
  await showSettings();
  await tap('Connect by serial port');
  await tap('Print a test');
  expect(await isSaid(/Something else holds the printer/)).toBeTruthy();
});
