import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { BUYING_ROWS, buying, showBuying } from '../../../support/screens/purchase-screens.tsx';
import { actsOf, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { recordScanSignals } from '../../../support/browser/scan-signals.ts';
import { typeKeys } from '../../../support/browser/scanner-keys.ts';
import { itemRow } from '../../../support/shop-rows.ts';
import { openShop } from '../../../support/screens/shop-screens.tsx';

const COLA = itemRow({ id: 14, name: 'Cola', sku: '5449000000996', priceMinor: 200_000 });

async function showForm(more: ReturnType<typeof itemRow>[] = []) {
  const opened = await openShop({ rows: { ...BUYING_ROWS, item: [SUGAR, COLA, ...more] } });
  const app = showBuying(opened, '/purchases/new');
  await buying.opened();
  return { ...opened, ...app };
}

const scan = (code: string) => typeKeys(code, 4);
const items = () =>
  screen.getAllByRole('group', { name: /^Line/ }).map((_, index) => buying.field(index + 1, 'Item').value);
const quantity = (number: number) => buying.field(number, 'Quantity').value;

test('X-TYPE-22 what a scanner reads is in the purchase, each packet once more in its own line, wherever the focus is', async () => {
  await showForm();
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  scan('5449000000996');
  expect(await screen.findByText('Cola added')).toBeTruthy();
  expect([items(), quantity(1)]).toEqual([['Cola'], '1']);
  act(() => buying.form('Supplier').focus());
  scan('sug-1');
  await waitFor(() => expect(items()).toEqual(['Cola', 'Sugar']));
  expect([quantity(2), buying.form('Supplier').value]).toEqual(['1', '']);
  scan('5449000000996');
  await waitFor(() => expect(quantity(1)).toBe('2'));
  expect(items()).toEqual(['Cola', 'Sugar']);
});

test('X-TYPE-22 X-TYPE-21 a burst into a number field leaves it as before, and the item is added', async () => {
  await showForm();
  await buying.fillLine(1, 'Sugar', '12', '1,500');
  for (const [label, before, count] of [
    ['Quantity', '12', '1'],
    ['Unit cost', '1,500', '2'],
  ] as const) {
    act(() => buying.field(1, label).focus());
    scan('5449000000996');
    await waitFor(() => expect(quantity(2)).toBe(count));
    expect(buying.field(1, label).value).toBe(before);
  }
  expect([items(), quantity(1)]).toEqual([['Sugar', 'Cola'], '12']);
  act(() => buying.field(1, 'Quantity').focus());
  scan('sug-1');
  await waitFor(() => expect(quantity(1)).toBe('13'));
});

test('X-TYPE-22 X-TYPE-21 a code of no item, and one of several, are said and add nothing, also from a number field', async () => {
  await showForm([itemRow({ id: 15, name: 'Cola, small', sku: '5449000000996' })]);
  await buying.fillLine(1, 'Sugar', '3', '7');
  for (const [label, code, before] of [
    ['Quantity', '10025', '3'],
    ['Quantity', 'ABC-1234', '3'],
    ['Unit cost', '96385074', '7'],
  ] as const) {
    act(() => buying.field(1, label).focus());
    scan(code);
    expect(await screen.findByText(`No item has the code ${code}`)).toBeTruthy();
    expect(buying.field(1, label).value).toBe(before);
  }
  scan('5449000000996');
  expect(await screen.findByText(/^Several items have the code 5449000000996/)).toBeTruthy();
  expect([items(), quantity(1)]).toEqual([['Sugar'], '3']);
});

test('X-TYPE-23 a scan into the batch of a delivery stays there, and saves nothing', async () => {
  const { shop, path } = await showForm();
  await buying.chooseSupplier('Mukwano');
  await buying.fillLine(1, 'Sugar', '3', '7');
  await userEvent.click(buying.line(1).getByRole('button', { name: 'Add batch, expiry or notes' }));
  act(() => buying.field(1, 'Batch number').focus());
  await userEvent.keyboard('LOT-7781{Enter}');
  expect(buying.field(1, 'Batch number').value).toBe('LOT-7781');
  expect(path()).toBe('/purchases/new');
  expect(await actsOf(shop)).toEqual([]);
});

test('X-TYPE-22 X-TYPE-20 a slow scanner, one that ends with Tab, and a torn code are heard as on New Sale', async () => {
  await showForm([itemRow({ id: 15, name: 'Sweet', sku: '0996' })]);
  await buying.fillLine(1, 'Sugar', '3', '7');
  act(() => buying.field(1, 'Quantity').focus());
  typeKeys('5449000000996', 70);
  await waitFor(() => expect(items()).toEqual(['Sugar', 'Cola']));
  typeKeys('5449000000996', 4, 'Tab');
  await waitFor(() => expect(quantity(2)).toBe('2'));
  typeKeys('5449000000996', (nth) => (nth === 9 ? 400 : 4));
  await waitFor(() => expect(quantity(2)).toBe('3'));
  expect([items(), quantity(1)]).toEqual([['Sugar', 'Cola'], '3']);
});

test('X-TYPE-22 a whole code and Enter in the field of an item pick it, without waiting for the search', async () => {
  await showForm();
  await userEvent.type(buying.field(1, 'Item'), '5449000000996{Enter}');
  await waitFor(() => expect(items()).toEqual(['Cola']));
  expect(buying.line(1).queryByRole('option')).toBeNull();
});

test('X-TYPE-22 what a hand types into a cost is no scan', async () => {
  await showForm();
  act(() => buying.field(1, 'Unit cost').focus());
  typeKeys('5449000000996', 160);
  await act(async () => undefined);
  expect([buying.field(1, 'Unit cost').value, items()]).toEqual(['5449000000996', ['']]);
});

test('R-CTR-11 a whole code that is typed into the picker and sent by Enter puts its item into that line', async () => {
  await showForm();
  const picker = buying.field(1, 'Item');
  fireEvent.click(picker);
  fireEvent.change(picker, { target: { value: COLA.sku } });
  fireEvent.keyDown(picker, { key: 'Enter' });
  await waitFor(() => expect(items()).toEqual(['Cola']));
});

test('X-TYPE-22 a purchase that has no room for more says so, and stays as it is', async () => {
  await showForm();
  await buying.fillLine(1, 'Cola', '99,999,999.99', '7');
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  const signals = recordScanSignals();
  scan('5449000000996');
  expect(await screen.findByText('This purchase has no room for more of Cola')).toBeTruthy();
  expect([items(), quantity(1)]).toEqual([['Cola'], '99,999,999.99']);
  expect(signals.notes).toEqual([300, 240]);
});

test('R-CTR-11 X-TYPE-21 a code of several items that is typed into the line picks none: both stand in the list', async () => {
  await showForm([itemRow({ id: 15, name: 'Cola, small', sku: '5449000000996' })]);
  const field = buying.field(1, 'Item');
  await userEvent.click(field);
  await userEvent.type(field, '5449000000996');
  await screen.findByRole('option', { name: /^Cola, small/ });
  fireEvent.keyDown(field, { key: 'Enter' });
  await act(async () => undefined);
  expect(screen.getAllByRole('option', { name: /^Cola/ })).toHaveLength(2);
  expect(field.value).toBe('5449000000996');
  await userEvent.click(screen.getByRole('option', { name: /^Cola, small/ }));
  await waitFor(() => expect(items()).toEqual(['Cola, small']));
});
