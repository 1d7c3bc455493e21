import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { form, SHOP_ROWS, showSales, SUGAR } from '../../../support/sales-screens.tsx';
import { itemRow } from '../../../support/shop-rows.ts';

const COLA = itemRow({ id: 14, name: 'Cola', sku: '5449000000996', priceMinor: 200_000 });

async function showForm(more: ReturnType<typeof itemRow>[] = []) {
  await showSales('/sales/new', {
    rows: { ...SHOP_ROWS, item: [SUGAR, COLA, ...more] },
    told: { currency: 'UGX' },
  });
  await form.opened();
}

/** Keys as a scanner presses them, this far apart, into whatever has the focus. */
function typeKeys(code: string, gapMs: number) {
  const keys = [...code, 'Enter'];
  // A while after whatever was typed before.
  const startMs = new Event('keydown').timeStamp + 1_000;
  keys.forEach((key, nth) => {
    const target = document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: startMs + nth * gapMs });
    const isLetIn = fireEvent(target, event);
    if (isLetIn && key.length === 1 && target instanceof HTMLInputElement)
      fireEvent.change(target, { target: { value: target.value + key } });
  });
}
const scan = (code: string) => typeKeys(code, 4);
const items = () =>
  screen.getAllByRole('group', { name: /^Line/ }).map((_, index) => form.field(index + 1, 'Item').value);
const quantity = (number: number) => form.field(number, 'Quantity').value;

test('G31 what a scanner reads is in the sale, each packet once more, wherever the focus is', async () => {
  await showForm();
  scan('5449000000996');
  expect(await screen.findByText('Cola added')).toBeTruthy();
  expect([items(), quantity(1)]).toEqual([['Cola'], '1']);
  scan('sug-1');
  await waitFor(() => expect(items()).toEqual(['Cola', 'Sugar']));
  scan('5449000000996');
  await waitFor(() => expect(quantity(1)).toBe('2'));
});

test('G31 a field that had the focus keeps what was in it, and an open list closes', async () => {
  await showForm();
  await form.choose(1, 'Sugar');
  await form.type(1, 'Quantity', '12');
  scan('5449000000996');
  await waitFor(() => expect(items()).toEqual(['Sugar', 'Cola']));
  expect(quantity(1)).toBe('12');
  await userEvent.click(form.button('Another item'));
  await form.line(3).findByRole('option', { name: /^Cola/ });
  scan('sug-1');
  await waitFor(() => expect(quantity(1)).toBe('13'));
  await waitFor(() => expect(form.line(3).queryByRole('option')).toBeNull());
});

test('G31 a code of no item, and one of several, are said; in a field nobody has scanned what no item has', async () => {
  await showForm([itemRow({ id: 15, name: 'Cola, small', sku: '5449000000996' })]);
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  scan('4006381333931');
  expect(await screen.findByText('No item has the code 4006381333931')).toBeTruthy();
  scan('5449000000996');
  expect(await screen.findByText(/^Several items have the code 5449000000996/)).toBeTruthy();
  expect(items()).toEqual(['']);
  act(() => form.field(1, 'Price').focus());
  scan('2500');
  await act(async () => undefined);
  expect(form.field(1, 'Price').value).toBe('2500');
});

test('G31 what a hand types is no scan', async () => {
  await showForm();
  act(() => form.field(1, 'Price').focus());
  typeKeys('5449000000996', 90);
  await act(async () => undefined);
  expect([form.field(1, 'Price').value, items()]).toEqual(['5449000000996', ['']]);
});

test('G31 a slow scanner and a hand pick by a whole code and Enter in the item field, without waiting for the search', async () => {
  await showForm();
  const field = form.field(1, 'Item');
  await userEvent.type(field, '5449000000996{Enter}');
  await waitFor(() => expect(items()).toEqual(['Cola']));
  expect(form.line(1).queryByRole('option')).toBeNull();
});

test('G31 an American code is found with and without the zero before it', async () => {
  await showForm([itemRow({ id: 15, name: 'Soap', sku: '036000291452' })]);
  scan('0036000291452');
  await waitFor(() => expect(items()).toEqual(['Soap']));
});
