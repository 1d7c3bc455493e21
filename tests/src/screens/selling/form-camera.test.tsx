import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { form, SHOP_ROWS, showSales, SUGAR } from '../../../support/screens/sales-screens.tsx';

/* The camera of the sale form, with a barcode reader that returns the codes of the test. */

const before = vi.hoisted(() => ({ codes: [] as string[] }));
vi.mock('../../../../src/platform/barcode-reader.ts', () => ({
  hasCamera: () => true,
  openBarcodeReader: async () => ({ read: async () => before.codes.splice(0) }),
}));

beforeEach(() => {
  before.codes = [];
  const stream = { getTracks: () => [] };
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia: async () => stream },
    configurable: true,
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

test('G31 the camera adds what it reads and says so, over the form; what it said is still there when it is closed', async () => {
  await showSales('/sales/new', { rows: SHOP_ROWS, told: { currency: 'UGX' } });
  await form.opened();
  await userEvent.click(form.button('Scan'));
  const camera = within(await screen.findByRole('dialog', { name: 'Scan with the camera' }));
  before.codes = [SUGAR.sku ?? ''];
  expect(await camera.findByText('Sugar added')).toBeTruthy();
  expect(form.field(1, 'Item').value).toBe('Sugar');
  before.codes = ['4006381333931'];
  expect(await camera.findByText('No item has the code 4006381333931')).toBeTruthy();
  await userEvent.click(camera.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('No item has the code 4006381333931')).toBeTruthy();
  expect(screen.getAllByRole('group', { name: /^Line/ })).toHaveLength(1);
});
