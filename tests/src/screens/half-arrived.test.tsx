import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { RouteObject } from 'react-router-dom';
import { CustomerDetail } from '../../../src/screens/customers/customer-detail.tsx';
import { CustomersList } from '../../../src/screens/customers/customers-list.tsx';
import { ItemDetail } from '../../../src/screens/items/item-detail.tsx';
import { PurchasesList } from '../../../src/screens/purchases/purchases-list.tsx';
import { Reports } from '../../../src/screens/reports/reports.tsx';
import { SalesList } from '../../../src/screens/sales/sales-list.tsx';
import { SupplierDetail } from '../../../src/screens/suppliers/supplier-detail.tsx';
import { useOnline } from '../../../src/state/online.ts';
import { customerRow, itemRow, movementRow, saleRow, supplierRow, USER_ID, userRow } from '../../support/shop-rows.ts';
import { meanwhile, type OpenedShop, openShop, renderShop } from '../../support/screens/shop-screens.tsx';

/* The items and people of a shop are on this device, and some of its past is still to come (SYN-12). */

const routes: RouteObject[] = [
  { path: '/sales', element: <SalesList /> },
  { path: '/customers', element: <CustomersList /> },
  { path: '/customers/:id', element: <CustomerDetail /> },
  { path: '/items/:id', element: <ItemDetail /> },
  { path: '/purchases', element: <PurchasesList /> },
  { path: '/suppliers/:id', element: <SupplierDetail /> },
  { path: '/reports', element: <Reports /> },
];

const ROWS = {
  user: [userRow({ id: USER_ID, firstName: 'Amina' })],
  customer: [customerRow({ id: 1, name: 'Asha' })],
  supplier: [supplierRow({ id: 5 })],
  item: [itemRow({ id: 3, name: 'Soap', currentStockHundredths: 500 })],
};
const OWED = saleRow({
  ...{ id: 9, status: 'pending', payments: [], customerId: 1, customerName: 'Asha', finalMinor: 250_000 },
});

const setHistoryLeft = ({ shop }: OpenedShop, historyLeft: boolean) =>
  shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), historyLeft }));

async function show(path: string, rows: object = {}, isOnline = true) {
  const opened = await openShop({ rows: { ...ROWS, ...rows } });
  await setHistoryLeft(opened, true);
  useOnline.setState({ isOnline });
  renderShop(opened, routes, path);
  return opened;
}
const arrive = (opened: OpenedShop) => meanwhile(() => setHistoryLeft(opened, false));

const SALES_COME = 'Older sales are still being fetched.';
const PURCHASES_COME = 'Older purchases are still being fetched.';

test.each([
  ['/sales', 'Get started by adding your first sale', SALES_COME],
  ['/sales?q=asha', 'Try a different search term', SALES_COME],
  ['/sales?show=unpaid', 'Every sale is paid', SALES_COME],
  ['/customers?show=owing', 'Nobody owes you anything', `${SALES_COME} More may be owed than is shown here.`],
  ['/customers/1', 'No sales yet', SALES_COME],
  ['/items/3', 'No sales yet', SALES_COME],
  ['/purchases', 'Get started by adding your first purchase', PURCHASES_COME],
  ['/suppliers/5', 'No purchases yet', PURCHASES_COME],
  ['/reports?tab=unpaid', 'Every sale is paid', SALES_COME],
])('R-SLIST-70 SYN-12 while the past arrives, %s does not say "%s"', async (path, sentence, coming) => {
  const opened = await show(path);
  expect(await screen.findByText(coming)).toBeTruthy();
  expect(screen.queryByText(sentence)).toBeNull();
  await arrive(opened);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByText(coming)).toBeNull();
});

test('R-SLIST-70 M17 the movements of a stock are shown once all are here, for before and after would be wrong', async () => {
  const opened = await show('/items/3', {
    stockMovement: [movementRow({ id: 1, itemId: 3, type: 'opening', quantityHundredths: 200 })],
  });
  await userEvent.click(await screen.findByRole('tab', { name: 'Stock' }));
  expect(await screen.findByText('Older stock movements are still being fetched.')).toBeTruthy();
  expect(screen.queryByText('0 → 5')).toBeNull();
  expect(screen.queryByText('3 → 5')).toBeNull();
  await arrive(opened);
  expect(await screen.findByText('3 → 5')).toBeTruthy();
});

test.each(['/customers/1', '/customers?show=owing', '/reports?tab=unpaid'])(
  'R-OWE-09 while older sales are still to come, %s says that more may be owed',
  async (path) => {
    const opened = await show(path, { sale: [OWED] });
    const note = 'Older sales are still being fetched. More may be owed than is shown here.';
    expect(await screen.findByText(note)).toBeTruthy();
    expect((await screen.findAllByText(/2,500/)).length).toBeGreaterThan(0);
    await arrive(opened);
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  },
);

test('R-SLIST-70 with no signal it says when the rest comes', async () => {
  await show('/customers/1', {}, false);
  expect(await screen.findByText('Older sales are not here yet. They are fetched when you are online.')).toBeTruthy();
  act(() => useOnline.setState({ isOnline: true }));
  expect(await screen.findByText(SALES_COME)).toBeTruthy();
});
