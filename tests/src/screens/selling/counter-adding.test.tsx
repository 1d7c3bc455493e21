import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
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
import { StorageFailure } from '../../../../sync/store/database/storage-failure.ts';
import { EMPTY_DRAFT } from '../../../../src/screens/selling/sale-draft.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import { SHOP_ROWS, showOpened } from '../../../support/screens/sales-screens.tsx';
import { openShop } from '../../../support/screens/shop-screens.tsx';
import { itemRow } from '../../../support/shop-rows.ts';

/* Ways into the basket other than a tap on a tile, and failures on the way. */

beforeEach(freshCounter);

const EMPTY = 'Tap what is sold. It goes in here.';
const OLD = itemRow({ id: 90, name: 'Old soap', isActive: false });

test('R-CTR-14 an item that was created from the counter is in the basket, once, and the address forgets it', async () => {
  const app = await showCounter({}, `/counter?add=${SOAP.id}`);
  expect((await basket().findByLabelText('Quantity of Soap')).textContent).toBe('1');
  await waitFor(() => expect(app.search()).toBe(''));
  await userEvent.click(tile('Soap'));
  expect(basket().getByLabelText('Quantity of Soap').textContent).toBe('2');
});

test.each([
  ['an archived item', OLD.id],
  ['an item that is not there', 9_999],
])('R-CTR-14 %s in the address is not added, and the address forgets it', async (_kind, id) => {
  const item = [...(SHOP_ROWS.item ?? []), SOAP, OLD];
  const app = await showCounter({ rows: { ...SHOP_ROWS, item } }, `/counter?add=${id}`);
  await waitFor(() => expect(app.search()).toBe(''));
  expect(basket().getByText(EMPTY)).toBeTruthy();
});

test("R-CTR-07 an 'Other amount' for which the device has no space says so, and is still there to be tapped again", async () => {
  const app = await showCounter();
  const { run } = app.replica;
  let isFull = true;
  app.replica.run = (...act) => (isFull ? Promise.reject(new StorageFailure('quota')) : run(...act));
  await tap('Other amount');
  const dialog = within(await screen.findByRole('dialog', { name: 'Other amount' }));
  for (const key of ['7', '0', '0']) await userEvent.click(dialog.getByRole('button', { name: key }));
  const add = () => userEvent.click(dialog.getByRole('button', { name: 'Add to the basket' }));
  await add();
  isFull = false;
  expect(await screen.findByText('The amount was not added. Please try again.')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Amount').value).toBe('700');
  await add();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(basket().getByRole('button', { name: 'Charge UGX 700' })).toBeTruthy();
});

test('R-CTR-05 the last key can be taken back, down to nothing, and a zero in front is replaced', async () => {
  await showCounter();
  await tap('Quantity of Sugar');
  const dialog = within(await screen.findByRole('dialog', { name: 'Sugar' }));
  const field = dialog.getByLabelText<HTMLInputElement>('Quantity');
  const press = async (...names: string[]) => {
    for (const name of names) await userEvent.click(dialog.getByRole('button', { name }));
  };
  const LAST = 'Delete the last digit';
  await press('1', '2', '.', '5');
  expect(field.value).toBe('12.5');
  await press(LAST, LAST);
  expect(field.value).toBe('12');
  await press(LAST, LAST, LAST);
  expect(field.value).toBe('');
  await press('0', '4');
  expect(field.value).toBe('4');
  await press(LAST, '0', '.', '.', '5');
  expect(field.value).toBe('0.5');
});

test('R-CTR-24 Enter adds the amount by another method, and sends no sale', async () => {
  const app = await showCounter();
  await userEvent.click(tile('Soap'));
  await tap('Charge UGX 4,200');
  await tapIn('Mobile Money');
  await tapIn('Add another method');
  const field = paying().getByLabelText('Amount by Mobile Money');
  fireEvent.change(field, { target: { value: '3000' } });
  // A key that is not Enter is left to the field.
  expect(fireEvent.keyDown(field, { key: 'a' })).toBe(true);
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  await waitFor(() => expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 1,200'));
  expect(await soldBy(app)).toEqual([]);
});

test('R-CTR-24 cash that was entered already and is all that is due is no part: the amount is asked for', async () => {
  await showCounter();
  await userEvent.click(tile('Soap'));
  await tap('Charge UGX 4,200');
  const enterCash = async (keys: string) => {
    for (const key of keys) await tapIn(key);
  };
  await enterCash('4200');
  await tapIn('Add another method');
  expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 4,200');
  const field = paying().getByLabelText<HTMLInputElement>('Amount by Cash');
  expect(field.value).toBe('');
  fireEvent.change(field, { target: { value: '3000' } });
  await tapIn('Add');
  expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 1,200');
});

test('R-CTR-24 cash that was entered already and is less than what is due is the part', async () => {
  await showCounter();
  await userEvent.click(tile('Soap'));
  await tap('Charge UGX 4,200');
  for (const key of '3000') await tapIn(key);
  await tapIn('Add another method');
  expect(paying().getByLabelText('Amount due').textContent).toBe('UGX 1,200');
});

test('R-CTR-40 a sale that could not be put aside is still in the basket, and it says why', async () => {
  const app = await showCounter();
  await userEvent.click(tile('Sugar'));
  await tap('Park sale');
  const dialog = within(await screen.findByRole('dialog', { name: 'Park sale' }));
  const write = app.replica.database.write.bind(app.replica.database);
  app.replica.database.write = () => Promise.reject(new StorageFailure('quota'));
  await userEvent.click(dialog.getByRole('button', { name: 'Park sale' }));
  expect(await screen.findByText('The sale was not parked')).toBeTruthy();
  expect(screen.getByText('This device has no space left. It was not saved.')).toBeTruthy();
  app.replica.database.write = write;
  await userEvent.click(dialog.getByRole('button', { name: 'Park sale' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(basket().getByText(EMPTY)).toBeTruthy();
  expect(await parkedSalesOf(app.replica.database)).toMatchObject([{ summary: 'Sugar' }]);
});

test("R-CTR-07 in a full sale an 'Other amount' is not added, which is said, and stays typed", async () => {
  const item = Array.from({ length: 200 }, (_, nth) => itemRow({ id: 1_000 + nth, name: `Item ${nth}` }));
  const lines = item.map(({ id }, key) => ({ key, itemId: id, quantityText: '1', priceText: '' }));
  const rows = { ...SHOP_ROWS, item: [...(SHOP_ROWS.item ?? []), SOAP, ...item] };
  const opened = await openShop({ rows, told: { currency: 'UGX' } });
  await opened.shop.write((tx) => tx.drafts.put({ key: 'sale/1', content: { ...EMPTY_DRAFT, lines } }));
  showOpened(opened, '/counter');
  await screen.findByRole('button', { name: /^Charge / }, PATIENTLY);
  await userEvent.click(await screen.findByRole('button', { name: 'Other amount' }, PATIENTLY));
  const dialog = within(await screen.findByRole('dialog', { name: 'Other amount' }));
  await userEvent.click(dialog.getByRole('button', { name: '7' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add to the basket' }));
  expect(await screen.findByText('This sale has no room for more')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Amount').value).toBe('7');
});
