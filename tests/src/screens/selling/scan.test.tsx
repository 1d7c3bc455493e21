import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { form, savingOf, SHOP_ROWS, showOpened, showSales, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { openShop } from '../../../support/screens/shop-screens.tsx';
import { typeKeys } from '../../../support/browser/scanner-keys.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import { itemRow } from '../../../support/shop-rows.ts';

const COLA = itemRow({ id: 14, name: 'Cola', sku: '5449000000996', priceMinor: 200_000 });

async function showForm(more: ReturnType<typeof itemRow>[] = []) {
  await showSales('/sales/new', {
    rows: { ...SHOP_ROWS, item: [SUGAR, COLA, ...more] },
    told: { currency: 'UGX' },
  });
  await form.opened();
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

test('G31 X-TYPE-21 a code of no item, and one of several, are said, also where it landed in a number field', async () => {
  await showForm([itemRow({ id: 15, name: 'Cola, small', sku: '5449000000996' })]);
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  scan('4006381333931');
  expect(await screen.findByText('No item has the code 4006381333931')).toBeTruthy();
  scan('5449000000996');
  expect(await screen.findByText(/^Several items have the code 5449000000996/)).toBeTruthy();
  expect(items()).toEqual(['']);
  await form.choose(1, 'Sugar');
  await form.type(1, 'Quantity', '3');
  for (const [label, code, before] of [
    ['Quantity', '10025', '3'],
    ['Quantity', 'ABC-1234', '3'],
    ['Price', '96385074', ''],
  ] as const) {
    act(() => form.field(1, label).focus());
    scan(code);
    expect(await screen.findByText(`No item has the code ${code}`)).toBeTruthy();
    expect(form.field(1, label).value).toBe(before);
  }
  act(() => screen.getByLabelText('Notes').focus());
  scan('maize');
  await act(async () => undefined);
  expect(screen.queryByText('No item has the code maize')).toBeNull();
});

test('X-TYPE-20 X-TYPE-21 a code that is torn in two sells its own item and not that of its tail', async () => {
  await showForm([itemRow({ id: 15, name: 'Sweet', sku: '0996' })]);
  act(() => (document.activeElement as HTMLElement | null)?.blur());
  typeKeys('5449000000996', (nth) => (nth === 9 ? 60 : 4));
  await waitFor(() => expect(items()).toEqual(['Cola']));
  typeKeys('5449000000996', (nth) => (nth === 9 ? 400 : 4));
  await waitFor(() => expect(quantity(1)).toBe('2'));
  typeKeys('4006381330996', (nth) => (nth === 9 ? 60 : 4));
  expect(await screen.findByText('No item has the code 4006381330996')).toBeTruthy();
  expect([items(), quantity(1)]).toEqual([['Cola'], '2']);
});

test('X-TYPE-21 a slow scanner’s known code in Quantity is the item, and Tab ends a code as Enter does', async () => {
  await showForm([itemRow({ id: 15, name: 'Sweet', sku: '10025' })]);
  await form.choose(1, 'Sugar');
  await form.type(1, 'Quantity', '3');
  typeKeys('10025', 70);
  await waitFor(() => expect(items()).toEqual(['Sugar', 'Sweet']));
  expect(quantity(1)).toBe('3');
  typeKeys('5449000000996', 4, 'Tab');
  await waitFor(() => expect(items()).toEqual(['Sugar', 'Sweet', 'Cola']));
  expect(quantity(1)).toBe('3');
});

test('X-TYPE-21 keys without names, as a phone’s keyboard service sends them, are read from the text that follows', async () => {
  await showForm();
  await form.choose(1, 'Sugar');
  await form.type(1, 'Quantity', '3');
  const field = form.field(1, 'Quantity');
  const startMs = new Event('keydown').timeStamp + 1_000;
  const send = (event: Event, atMs: number) => {
    Object.defineProperty(event, 'timeStamp', { value: startMs + atMs });
    fireEvent(field, event);
  };
  [...'5449000000996'].forEach((data, nth) => {
    send(new KeyboardEvent('keydown', { key: 'Unidentified', bubbles: true, cancelable: true }), nth * 10);
    send(
      new InputEvent('beforeinput', { data, inputType: 'insertText', bubbles: true, cancelable: true }),
      nth * 10 + 1,
    );
    fireEvent.change(field, { target: { value: field.value + data } });
  });
  send(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }), 140);
  await waitFor(() => expect(items()).toEqual(['Sugar', 'Cola']));
  expect(quantity(1)).toBe('3');
});

test('G31 what a hand types is no scan', async () => {
  await showForm();
  act(() => form.field(1, 'Price').focus());
  typeKeys('5449000000996', 160);
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

test('R-CTR-15 what is scanned while the form saves its sale is not added, and says that it must be scanned again', async () => {
  const opened = await openShop({ rows: { ...SHOP_ROWS, item: [SUGAR, COLA] }, told: { currency: 'UGX' } });
  const saving = savingOf(opened);
  showOpened(saving, '/sales/new');
  await form.opened();
  await form.choose(1, 'Sugar');
  const goOn = saving.hold();
  await userEvent.click(form.button('Create sale'));
  scan('5449000000996');
  expect(await screen.findByText('The sale is being saved. Scan Cola again.')).toBeTruthy();
  expect(items()).toEqual(['Sugar']);
  goOn();
  await waitFor(async () => expect(await opened.device.database.tables.rows.sale.toArray()).toHaveLength(1), PATIENTLY);
  const [sale] = await opened.device.database.tables.rows.sale.toArray();
  expect(sale?.lines.map(({ itemName }) => itemName)).toEqual(['Sugar']);
});

test('R-CTR-11 a whole code that is typed into the picker and sent by Enter puts its item into that line; of no code it takes the first that is found', async () => {
  await showForm();
  const typeByHand = (number: number, text: string) => {
    const picker = form.field(number, 'Item');
    fireEvent.click(picker);
    fireEvent.change(picker, { target: { value: text } });
    fireEvent.keyDown(picker, { key: 'Enter' });
  };
  typeByHand(1, COLA.sku ?? '');
  await waitFor(() => expect(items()).toEqual(['Cola']));
  typeByHand(1, 'suga');
  await waitFor(() => expect(items()).toEqual(['Sugar']));
  typeByHand(1, 'nothing like it');
  expect(await form.line(1).findByText(/^No items found/)).toBeTruthy();
  fireEvent.blur(form.field(1, 'Item'));
  expect(items()).toEqual(['Sugar']);
});

test('R-CTR-11 X-TYPE-21 a code of several items that is typed into the line picks none: both stand in the list', async () => {
  await showForm([itemRow({ id: 15, name: 'Cola, small', sku: '5449000000996' })]);
  const field = form.field(1, 'Item');
  await userEvent.click(field);
  await userEvent.type(field, '5449000000996');
  await form.line(1).findByRole('option', { name: /^Cola, small/ });
  fireEvent.keyDown(field, { key: 'Enter' });
  await act(async () => undefined);
  expect(form.line(1).getAllByRole('option', { name: /^Cola/ })).toHaveLength(2);
  expect(field.value).toBe('5449000000996');
  await userEvent.click(form.line(1).getByRole('option', { name: /^Cola, small/ }));
  await waitFor(() => expect(items()).toEqual(['Cola, small']));
});
