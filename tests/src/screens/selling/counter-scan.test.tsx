import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { parkedSalesOf } from '../../../../src/platform/draft/parked-sales.ts';
import {
  basket,
  freshCounter,
  paying,
  showCounter,
  SOAP,
  soldBy,
  tap,
  tapIn,
  tile,
} from '../../../support/screens/counter-screen.tsx';
import { savingOf, SHOP_ROWS, showOpened } from '../../../support/screens/sales-screens.tsx';
import { openShop } from '../../../support/screens/shop-screens.tsx';
import { typeKeys } from '../../../support/browser/scanner-keys.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import { recordScanSignals, type ScanSignals } from '../../../support/browser/scan-signals.ts';

/* A scan gives sound, vibration and a visible message (R-CTR-13). */

const UNKNOWN = '4006381333931';
const FOUND = { notes: [1_320], shakes: [40] };
const MISSED = { notes: [300, 240], shakes: [[80, 60, 80]] };

let signals: ScanSignals;
beforeEach(() => {
  freshCounter();
  signals = recordScanSignals();
});

const scan = (code: string | null) => typeKeys(code ?? '', 4);
const missed = (place: Pick<typeof screen, 'findByText'> = screen) =>
  place.findByText(`No item has the code ${UNKNOWN}`);

test('R-CTR-13 a scan that finds its item is one high note and a short shake, and says how many there are now', async () => {
  await showCounter();
  scan(SOAP.sku);
  expect(await screen.findByText('Soap · 1')).toBeTruthy();
  expect(signals).toEqual(FOUND);
  scan(SOAP.sku);
  expect(await screen.findByText('Soap · 2')).toBeTruthy();
});

test('R-CTR-13 R-CTR-14 one that finds nothing is two low notes and a long shake, with what can be done', async () => {
  await showCounter();
  scan(UNKNOWN);
  expect(await missed()).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create item with this code' })).toBeTruthy();
  expect(signals).toEqual(MISSED);
});

test('R-CTR-13 R-CTR-14 with the basket open it is said in the basket, where the eyes are', async () => {
  await showCounter();
  await userEvent.click(tile('Sugar'));
  await tap(/^1 item · UGX 2,500/);
  scan(UNKNOWN);
  expect(await missed(basket())).toBeTruthy();
  expect(basket().getByRole('link', { name: 'Create item with this code' })).toBeTruthy();
  scan(SOAP.sku);
  expect(await basket().findByText('Soap · 1')).toBeTruthy();
  expect(screen.getAllByText('Soap · 1')).toHaveLength(1);
});

test('R-CTR-13 while a sale is being paid for it is said over the payment, and what is found is due as well', async () => {
  const app = await showCounter();
  await userEvent.click(tile('Sugar'));
  await tap('Charge UGX 2,500');
  scan(UNKNOWN);
  const toast = await screen.findByRole('alert');
  expect(within(toast).getByText(`No item has the code ${UNKNOWN}`)).toBeTruthy();
  scan(SOAP.sku);
  await waitFor(() => expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 6,700'));
  await tapIn('Exact');
  await waitFor(async () => expect(await soldBy(app)).toMatchObject([{ lines: [{}, {}] }]));
});

test('R-CTR-15 what is scanned while a sale is being saved is not in it, and says that it must be scanned again', async () => {
  const opened = await openShop({
    rows: { ...SHOP_ROWS, item: [...(SHOP_ROWS.item ?? []), SOAP] },
    told: { currency: 'UGX' },
  });
  const saving = savingOf(opened);
  showOpened(saving, '/counter');
  await userEvent.click(await screen.findByRole('button', { name: /^Sugar,/ }));
  await tap(/^Charge/);
  const goOn = saving.hold();
  await tapIn('Exact');
  scan(SOAP.sku);
  await screen.findByText('The sale is being saved. Scan Soap again.');
  expect(signals).toEqual(MISSED);
  expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 2,500');
  goOn();
  await screen.findByRole('region', { name: 'The sale is recorded' });
  scan(SOAP.sku);
  await waitFor(() => expect(basket().getByLabelText('Quantity of Soap').textContent).toBe('1'), PATIENTLY);
  expect(basket().queryByLabelText('Quantity of Sugar')).toBeNull();
});

test('X-TYPE-21 what a scanner leaves in the quantity of a line is no quantity: the item is added, or said to be none', async () => {
  await showCounter();
  await userEvent.click(tile('Sugar'));
  await tap('Quantity of Sugar');
  const field = screen.getByLabelText<HTMLInputElement>('Quantity');
  fireEvent.change(field, { target: { value: '3' } });
  field.focus();
  scan(UNKNOWN);
  expect(await missed()).toBeTruthy();
  expect(signals).toEqual(MISSED);
  expect(field.value).toBe('3');
  scan(SOAP.sku);
  expect(await screen.findByText('Soap · 1')).toBeTruthy();
  expect(field.value).toBe('3');
  await tap('Done');
  expect(basket().getByLabelText('Quantity of Sugar').textContent).toBe('3');
  expect(basket().getByLabelText('Quantity of Soap').textContent).toBe('1');
});

/** Holds up everything that this device writes, until the returned function is called. */
function holdWrites({ replica: { database } }: Awaited<ReturnType<typeof showCounter>>): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const write = database.write.bind(database);
  const held = vi.spyOn(database, 'write').mockImplementation(async (...work) => {
    await promise;
    return await write(...work);
  });
  return () => {
    held.mockRestore();
    resolve();
  };
}

test('R-CTR-15 what is scanned while a sale is being parked or taken up is in no sale, and says that it must be scanned again', async () => {
  const app = await showCounter();
  await userEvent.click(tile('Sugar'));
  await tap('Park sale');
  const parkNow = holdWrites(app);
  await userEvent.click(
    within(screen.getByRole('dialog', { name: 'Park sale' })).getByRole('button', { name: 'Park sale' }),
  );
  scan(SOAP.sku);
  expect(await screen.findByText('The sale is being parked. Scan Soap again.')).toBeTruthy();
  expect(signals).toEqual(MISSED);
  parkNow();
  expect(await screen.findByText('Sale parked')).toBeTruthy();
  expect(await parkedSalesOf(app.replica.database)).toMatchObject([{ summary: 'Sugar' }]);
  expect(basket().queryByLabelText('Quantity of Soap')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  const takeUpNow = holdWrites(app);
  const parked = within(await screen.findByRole('dialog', { name: 'Parked sales' }));
  await userEvent.click(parked.getByRole('button', { name: /Sugar/ }));
  scan(SOAP.sku);
  expect(await screen.findByText('The parked sale is being taken up. Scan Soap again.')).toBeTruthy();
  takeUpNow();
  expect(await screen.findByRole('button', { name: 'Charge UGX 2,500' })).toBeTruthy();
  expect(basket().queryByLabelText('Quantity of Soap')).toBeNull();
});
