import type { ReactNode } from 'react';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { routes } from '../../../src/app/router.tsx';
import { customerRow, itemRow, purchaseRow, saleRow, supplierRow } from '../../support/shop-rows.ts';
import { openShop, renderShop } from '../../support/screens/shop-screens.tsx';

// The test opens the shop itself.
vi.mock('../../../src/app/signed-in.tsx', () => ({ SignedIn: ({ children }: { children: ReactNode }) => children }));

async function renderAddress(path: string) {
  const item = [itemRow({ id: 8, name: 'Soap' }), itemRow({ id: 9, name: 'Matches' })];
  const sale = [
    saleRow({ id: 8, saleNumber: 'SALE-1795255200000' }),
    saleRow({ id: 9, saleNumber: 'SALE-1795255200001' }),
  ];
  const supplier = [supplierRow({ id: 8, name: 'Mukwano' }), supplierRow({ id: 9, name: 'Bidco', phone: '0701 5' })];
  const customer = [customerRow({ id: 8, name: 'Okello' }), customerRow({ id: 9, name: 'Asha', phone: '0772' })];
  const purchase = [
    purchaseRow({ id: 8, supplierId: 1, supplierName: 'Mukwano' }),
    purchaseRow({ id: 9, supplierId: 2, supplierName: 'Bidco' }),
  ];
  const opened = await openShop({ rows: { item, sale, customer, supplier, purchase } });
  renderShop(opened, routes, path);
}

test.each([
  ['R-ROUTE-10', '/sales/9', 'Sale #SALE-1795255200001', 'No items found for this sale.'],
  ['R-ROUTE-19', '/items/9', 'Matches', 'Stock: 10 pcs'],
  ['R-ROUTE-26', '/suppliers/9', 'Bidco - Supplier Details', '0701 5'],
  ['R-ROUTE-23', '/customers/9', 'Asha - Customer Details', '0772'],
  ['R-ROUTE-29', '/purchases/9', 'Bidco', 'No items found for this purchase.'],
])('%s %s shows the detail of that one', async (_id, path, title, text) => {
  await renderAddress(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(within(screen.getByRole('main')).getByText(text)).toBeTruthy();
});

test.each([
  ['R-ROUTE-15', '/products', 'Products', 'New Product'],
  ['R-ROUTE-18', '/items/new/advanced', 'Add New Item', 'Add item'],
  ['R-ROUTE-20', '/items/9/edit', 'Edit Item', 'Save item'],
  ['R-ROUTE-25', '/suppliers/new', 'New Supplier', 'Create supplier'],
  ['R-ROUTE-21', '/customers', 'Customers', 'Quick add'],
  ['R-ROUTE-22', '/customers/new', 'New Customer', 'Create customer'],
  ['R-ROUTE-28', '/purchases/new', 'New Purchase', 'Create purchase'],
  ['R-ROUTE-30', '/reports', 'Reports', 'Count cash'],
])('%s %s shows its own screen', async (_id, path, title, button) => {
  await renderAddress(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(await screen.findByRole('button', { name: button })).toBeTruthy();
});

test('R-ROUTE-27 /purchases shows the purchases list', async () => {
  await renderAddress('/purchases');
  expect(await screen.findByRole('heading', { level: 1, name: 'Purchases' })).toBeTruthy();
  expect(within(await screen.findByRole('list', { name: 'Purchases' })).getByText('Bidco')).toBeTruthy();
});

test.each([
  ['R-ROUTE-31', '/add-stock', 'Add Stock'],
  ['R-ROUTE-33', '/business-info', 'Business Information'],
  ['R-ROUTE-34', '/user-management', 'User Management'],
  ['R-ROUTE-06 C-020', '/register/business?mode=profile', 'Edit Business Details'],
])('%s %s shows its own screen', async (_id, path, title) => {
  await renderAddress(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});
