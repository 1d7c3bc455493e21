import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import type { RouteObject } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { CustomerDetail } from '../../../../src/screens/customers/customer-detail.tsx';
import { AddStock } from '../../../../src/screens/items/add-stock.tsx';
import { EditItem } from '../../../../src/screens/items/edit-item.tsx';
import { ItemDetail } from '../../../../src/screens/items/item-detail.tsx';
import { NewPurchase } from '../../../../src/screens/purchases/new-purchase.tsx';
import { PurchaseDetail } from '../../../../src/screens/purchases/purchase-detail.tsx';
import { NewSale } from '../../../../src/screens/selling/new-sale.tsx';
import { Selling } from '../../../../src/screens/selling/selling.tsx';
import { SaleDetail } from '../../../../src/screens/sales/sale-detail.tsx';
import { SupplierDetail } from '../../../../src/screens/suppliers/supplier-detail.tsx';
import { NOON_MS } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, renderShop, setStatus } from '../../../support/screens/shop-screens.tsx';

/** The form of a sale, under the route that holds the unfinished sale. */
const NEW_SALE: RouteObject = { element: <Selling />, children: [{ path: '/', element: <NewSale /> }] };

test.each<[string, RouteObject]>([
  ['New Sale', NEW_SALE],
  ['New Purchase', { path: '/', element: <NewPurchase /> }],
])('C-148 %s on a device without a copy of the shop says why there is nothing to choose from', async (_name, route) => {
  const opened = await openShop({ state: { snapshotComplete: false } });
  renderShop(opened, [route], '/');
  await meanwhile(async () => {
    await opened.shop.write((tx) => tx.meta.appendJournal({ atMs: NOON_MS, what: 'offline', detail: {} }));
    await setStatus(opened.shop, { failureCount: 1 });
  });
  expect(await screen.findByText(/load your shop/)).toBeTruthy();
  expect(screen.queryByText(/has no items yet/)).toBeNull();
});

test('C-148 a device without a copy of the shop whose app is too old for the server says so', async () => {
  const opened = await openShop({ state: { snapshotComplete: false } });
  renderShop(opened, [NEW_SALE], '/');
  await meanwhile(() => setStatus(opened.shop, { phase: 'outdated' }));
  expect(await screen.findByText(/asks for a newer version of Kaunta\. Reload to get it/)).toBeTruthy();
});

interface Place {
  address: string;
  path: string;
  element: ReactElement;
  /** The screen's message for a row that does not exist. */
  missing: string;
}

const PLACES: Place[] = [
  { address: '/sales/5', path: '/sales/:id', element: <SaleDetail />, missing: 'Sale not found' },
  { address: '/items/5', path: '/items/:id', element: <ItemDetail />, missing: 'Item Not Found' },
  { address: '/items/5/edit', path: '/items/:id/edit', element: <EditItem />, missing: 'Item Not Found' },
  { address: '/customers/5', path: '/customers/:id', element: <CustomerDetail />, missing: 'Customer not found' },
  { address: '/suppliers/5', path: '/suppliers/:id', element: <SupplierDetail />, missing: 'Supplier not found' },
  {
    address: '/purchases/5',
    path: '/purchases/:id',
    element: <PurchaseDetail />,
    missing: 'Failed to load purchase details.',
  },
  { address: '/add-stock', path: '/add-stock', element: <AddStock />, missing: 'No items found' },
];

describe.each(PLACES)(
  'C-148 $address on a device without a copy of the shop',
  ({ address, path, element, missing }) => {
    const open = async () => {
      const opened = await openShop({ state: { snapshotComplete: false } });
      const app = renderShop(
        opened,
        [
          { path, element },
          { path: '*', element: null },
        ],
        address,
      );
      return { ...opened, app };
    };

    test('says what failed, not that it does not exist; then that, once the copy is there', async () => {
      const { shop, wake } = await open();
      expect(await screen.findByText(/^Loading/)).toBeTruthy();
      await meanwhile(async () => {
        await shop.write((tx) =>
          tx.meta.appendJournal({ atMs: NOON_MS, what: 'failed', detail: { status: 502, waitMs: 1_000 } }),
        );
        await setStatus(shop, { failureCount: 1 });
      });
      expect(await screen.findByText('HTTP error! status: 502')).toBeTruthy();
      expect(screen.queryByText(missing)).toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
      expect(wake).toHaveBeenCalledTimes(1);
      await meanwhile(() =>
        shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), snapshotComplete: true })),
      );
      expect(await screen.findByText(missing)).toBeTruthy();
    });

    test('says that it cannot be loaded without a connection', async () => {
      const { shop } = await open();
      await meanwhile(async () => {
        await shop.write((tx) => tx.meta.appendJournal({ atMs: NOON_MS, what: 'offline', detail: {} }));
        await setStatus(shop, { failureCount: 1 });
      });
      expect(await screen.findByText(/load your shop/)).toBeTruthy();
      expect(screen.queryByText(missing)).toBeNull();
    });
  },
);
