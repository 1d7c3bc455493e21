import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { PurchaseLine } from '../../../../domain/items/purchase.ts';
import type { SaleLine } from '../../../../domain/sales/sale.ts';
import type { ReplicaState } from '../../../../sync/ports.ts';
import { ItemDetail } from '../../../../src/screens/items/item-detail.tsx';
import type { RowsByTable } from '../../../support/device/replica.ts';
import {
  businessRow,
  itemRow,
  movementRow,
  NOON_MS,
  purchaseRow,
  saleRow,
  supplierRow,
  USER_ID,
  userRow,
} from '../../../support/shop-rows.ts';
import { meanwhile, openShop, renderShop } from '../../../support/screens/shop-screens.tsx';

const routes = [
  { path: '/items/:id', element: <ItemDetail /> },
  { path: '*', element: null },
];
const DAY_MS = 86_400_000;
const AMINA = userRow({ id: USER_ID, firstName: 'Amina' });
const SOAP = itemRow({ id: 1, name: 'Soap' });

async function renderItem(rows: RowsByTable = {}, state: Partial<ReplicaState> = {}) {
  const opened = await openShop({ rows: { user: [AMINA], item: [SOAP], ...rows }, state });
  const app = renderShop(opened, routes, '/items/1');
  await screen.findByRole('tab', { name: 'Sales History' });
  return { ...opened, app };
}

const saleLine = (fields: Partial<SaleLine> = {}): SaleLine => ({
  ...{ id: 900, itemId: 1, itemName: 'Soap', itemSku: null, quantityHundredths: 200, unitPriceMinor: 150_000 },
  ...{ listPriceMinor: 150_000, discountMinor: 0, totalMinor: 300_000, movesStock: true },
  ...fields,
});
const purchaseLine = (fields: Partial<PurchaseLine> = {}): PurchaseLine => ({
  ...{ id: 800, itemId: 1, itemName: 'Soap', quantityHundredths: 1_000, unitCostMinor: 100_000 },
  ...{ totalCostMinor: 1_000_000, batchNumber: null, expiryDate: null, notes: null, movesStock: true },
  ...fields,
});
const texts = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((each) => each.textContent);

describe('Sales History', () => {
  test("R-IDET-24 C-099 the tab exists, and of a new item it is empty: 'No sales yet'", async () => {
    await renderItem();
    expect(screen.getByRole('tab', { name: 'Sales History' }).getAttribute('aria-selected')).toBe('true');
    expect(await screen.findByText('No sales yet')).toBeTruthy();
  });

  test('C-099 G19 shows what was sold of it, newest first, each with the way to its sale', async () => {
    const sale = [
      saleRow({ id: 1, saleNumber: 'SALE-1', createdAtMs: NOON_MS - 2, lines: [saleLine()] }),
      saleRow({ id: 2, saleNumber: 'SALE-2', createdAtMs: NOON_MS - 1, lines: [saleLine({ itemId: 2 })] }),
      saleRow({
        id: 3,
        saleNumber: 'SALE-3',
        lines: [saleLine({ quantityHundredths: 50, totalMinor: 75_000 })],
        status: 'cancelled',
      }),
    ];
    const { app } = await renderItem({ item: [SOAP, itemRow({ id: 2 })], sale });
    await waitFor(async () =>
      expect(await texts('Sales of this item')).toEqual([
        '#SALE-321 Nov 2026, 12:000.5 × UGX 1,500.00UGX 750.00Cancelled',
        '#SALE-121 Nov 2026, 11:592 × UGX 1,500.00UGX 3,000.00',
      ]),
    );
    await userEvent.click(screen.getByRole('link', { name: '#SALE-1' }));
    expect(app.path()).toBe('/sales/1');
  });

  test('SYN-12 C-099 of an item that is older than what this device keeps, it does not say that nothing was ever sold', async () => {
    const window = { sinceMs: NOON_MS - 90 * DAY_MS, months: 3, older: {} };
    const old = { ...SOAP, createdAtMs: NOON_MS - 800 * DAY_MS };
    const business = [businessRow({ createdAtMs: NOON_MS - 900 * DAY_MS })];
    await renderItem({ item: [old], business }, { window });
    expect(await screen.findByText('No sales lately')).toBeTruthy();
    expect(await screen.findByText(/^This device keeps sales from 23 Aug 2026 on/)).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Stock' }));
    expect(await screen.findByText('No stock movements lately')).toBeTruthy();
    expect(screen.getByText('This device keeps stock movements from 23 Aug 2026 on.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older movements' })).toBeNull();
  });

  test('C-099 more than a screenful comes by and by, and a sale made meanwhile is there at once', async () => {
    const sale = Array.from({ length: 25 }, (_, index) =>
      saleRow({ id: index + 1, createdAtMs: NOON_MS - index - 1, lines: [saleLine()] }),
    );
    const { shop } = await renderItem({ sale });
    await waitFor(async () => expect(await texts('Sales of this item')).toHaveLength(20));
    await userEvent.click(screen.getByRole('button', { name: 'Show older sales' }));
    await waitFor(async () => expect(await texts('Sales of this item')).toHaveLength(25));
    expect(screen.queryByRole('button', { name: 'Show older sales' })).toBeNull();
    await meanwhile(() => shop.sell(1, 100));
    await waitFor(async () => expect((await texts('Sales of this item'))[0]).toContain('1 × UGX'));
  });
});

describe('Activity Logs', () => {
  const open = async () => userEvent.click(screen.getByRole('tab', { name: 'Activity Logs' }));
  const log = () => texts('What happened to this item');

  test('R-IDET-25 C-099 the tab exists; of a new item it says who made it, and when', async () => {
    await renderItem();
    await open();
    await waitFor(async () => expect(await log()).toEqual(['Item createdAmina · 21 Nov 2026, 12:00']));
  });

  test('C-099 G19 M17 what moved its stock, what was bought, and who changed what last; newest first', async () => {
    const at = (minute: number) => ({ createdAtMs: NOON_MS + minute * 60_000 });
    await renderItem({
      item: [{ ...SOAP, edits: { price: { userId: 71, atMs: NOON_MS + 60_000 } } }],
      supplier: [supplierRow({ id: 5, name: 'Mukwano' })],
      stockMovement: [
        movementRow({ id: 11, type: 'opening', ...at(0) }),
        movementRow({ id: 12, batchId: 'B-7', ...at(2) }),
        movementRow({ id: 13, ...at(3) }),
        movementRow({
          id: 14,
          type: 'adjustment',
          quantityHundredths: -150,
          reason: 'damaged',
          notes: 'Wet',
          ...at(4),
        }),
        movementRow({
          ...{ id: 15, type: 'count', quantityHundredths: 100, ...at(5) },
          count: { countedHundredths: 1_200, expectedHundredths: 1_100 },
        }),
        movementRow({ id: 16, itemId: 2, ...at(6) }),
        movementRow({ id: 17, type: 'count', quantityHundredths: 0, ...at(6) }),
      ],
      purchase: [purchaseRow({ id: 21, supplierId: 5, supplierName: 'Mukwano', lines: [purchaseLine()], ...at(7) })],
    });
    await open();
    await waitFor(async () =>
      expect(await log()).toEqual([
        'Bought 10 from MukwanoAmina · 21 Nov 2026, 12:07',
        'Stock counted 0Amina · 21 Nov 2026, 12:06',
        'Stock counted: 12, expected 11Amina · 21 Nov 2026, 12:05',
        'Stock adjusted -1.5, damagedWetAmina · 21 Nov 2026, 12:04',
        'Stock added +5Amina · 21 Nov 2026, 12:03',
        'Stock added +5, batch B-7Amina · 21 Nov 2026, 12:02',
        'Price changedUnknown user · 21 Nov 2026, 12:01',
        'Opening stock 5Amina · 21 Nov 2026, 12:00',
        'Item createdAmina · 21 Nov 2026, 12:00',
      ]),
    );
    const bought = screen.getByRole('link', { name: 'Bought 10 from Mukwano' });
    expect(bought.getAttribute('href')).toBe('/purchases/21');
  });

  test('C-099 a long log comes by and by', async () => {
    const stockMovement = Array.from({ length: 24 }, (_, index) =>
      movementRow({ id: 100 + index, createdAtMs: NOON_MS + index }),
    );
    await renderItem({ stockMovement });
    await open();
    await waitFor(async () => expect(await log()).toHaveLength(20));
    await userEvent.click(screen.getByRole('button', { name: 'Show older activity' }));
    await waitFor(async () => expect(await log()).toHaveLength(25));
  });
});

describe('the supplier', () => {
  const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
  const supplier = [supplierRow({ id: 5, name: 'Mukwano', phone: '0700 1' }), supplierRow({ id: 6, name: 'Other' })];

  test('R-IDET-13 R-IDET-14 C-098 is whoever it was bought from last, of the goods that came', async () => {
    await renderItem({
      supplier,
      purchase: [
        purchaseRow({ id: 1, supplierId: 5, lines: [purchaseLine()], createdAtMs: NOON_MS - 5 }),
        purchaseRow({ id: 2, supplierId: 6, lines: [purchaseLine()], createdAtMs: NOON_MS - 9 }),
        purchaseRow({ id: 3, supplierId: 6, lines: [purchaseLine()], status: 'pending' }),
        purchaseRow({ id: 4, supplierId: 6, lines: [purchaseLine({ itemId: 2 })] }),
      ],
    });
    expect([fact('Supplier'), fact('Supplier phone')]).toEqual(['Mukwano', '0700 1']);
  });

  test('R-IDET-13 C-117 keeps its name when it is gone', async () => {
    await renderItem({
      purchase: [purchaseRow({ id: 1, supplierId: 5, supplierName: 'Gone Ltd', lines: [purchaseLine()] })],
    });
    expect([fact('Supplier'), fact('Supplier phone')]).toEqual(['Gone Ltd', '-']);
  });

  test("C-098 is '-' where nothing was bought", async () => {
    await renderItem();
    expect([fact('Supplier'), fact('Supplier phone')]).toEqual(['-', '-']);
  });
});

test("M17 twenty movements are shown, and twenty older ones with each 'Show older movements'", async () => {
  const stockMovement = Array.from({ length: 45 }, (_, nth) =>
    movementRow({ id: 100 + nth, createdAtMs: NOON_MS - nth * 60_000, notes: `note ${nth}` }),
  );
  await renderItem({ stockMovement });
  await userEvent.click(screen.getByRole('tab', { name: 'Stock' }));
  const older = () => userEvent.click(screen.getByRole('button', { name: 'Show older movements' }));
  const shown = async () => (await texts('Stock movements')).length;
  expect(await shown()).toBe(20);
  await older();
  expect(await shown()).toBe(40);
  await older();
  await waitFor(async () => expect(await shown()).toBe(45));
  expect(screen.getByText('note 44')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older movements' })).toBeNull();
});

describe('archiving', () => {
  test("C-105 G18 M16 'Archive item' hides it, 'Restore item' brings it back; its history stays", async () => {
    const { shop } = await renderItem({ sale: [saleRow({ id: 1, lines: [saleLine()] })] });
    await userEvent.click(screen.getByRole('button', { name: 'Archive item' }));
    expect(await screen.findByText('Item archived')).toBeTruthy();
    expect(await screen.findByText('Archived')).toBeTruthy();
    expect(screen.getByText('Pending sync')).toBeTruthy();
    expect(await texts('Sales of this item')).toHaveLength(1);
    await userEvent.click(await screen.findByRole('button', { name: 'Restore item' }));
    await waitFor(() => expect(screen.queryByText('Archived')).toBeNull());
    expect((await shop.outbox()).map(({ wire }) => [wire.name, wire.args])).toEqual([
      ['item.setActive', { id: 1, isActive: false }],
      ['item.setActive', { id: 1, isActive: true }],
    ]);
  });
});

describe('what stands beside', () => {
  test('R-IDET-06 the way to its form', async () => {
    const { app } = await renderItem();
    await userEvent.click(screen.getByRole('link', { name: 'Edit' }));
    expect(app.path()).toBe('/items/1/edit');
  });

  test("M12 G47 another item in use with its SKU: 'Same SKU as {name}'", async () => {
    const twin = { ...SOAP, sku: 'SO-1' };
    const other = itemRow({ id: 2, name: 'Blue soap', sku: 'so-1' });
    const { shop } = await renderItem({ item: [twin, other] });
    expect(await screen.findByText('Same SKU as Blue soap')).toBeTruthy();
    await meanwhile(() => shop.run('item.setActive', () => ({ id: 2, isActive: false })));
    await waitFor(() => expect(screen.queryByText('Same SKU as Blue soap')).toBeNull());
  });

  test("M15 shown on the store but not there yet: 'Not on the store yet - waiting to sync'", async () => {
    const { shop } = await renderItem();
    await meanwhile(() => shop.run('item.setStore', () => ({ id: 1, isKauntaEnabled: true })));
    expect(await screen.findByText('Not on the store yet - waiting to sync')).toBeTruthy();
  });

  test('M15 another change of an item that has long been on the store says nothing of it', async () => {
    const { shop } = await renderItem({ item: [{ ...SOAP, isKauntaEnabled: true }] });
    await meanwhile(() => shop.run('item.setActive', () => ({ id: 1, isActive: false })));
    expect(await screen.findByText('Archived')).toBeTruthy();
    expect(screen.queryByText(/Not on the store yet/)).toBeNull();
  });

  test('C-090 G49 its reorder level is the threshold for low stock', async () => {
    await renderItem({ item: [{ ...SOAP, reorderLevelHundredths: 1_000 }] });
    expect(screen.getByText('Low stock')).toBeTruthy();
    expect(screen.getByText('Reorder level', { selector: 'dt' }).nextElementSibling?.textContent).toBe('10');
  });
});
