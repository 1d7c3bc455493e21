import { expect, test } from 'vitest';
import type { SaleLine } from '../../../../domain/sales/sale.ts';
import type { StockMovement } from '../../../../domain/items/stock-movement.ts';
import { stockLedgerOf } from '../../../../sync/store/sums/stock-ledger.ts';
import { itemRow, purchaseRow, saleRow } from '../../../support/shop-rows.ts';
import { readyState } from '../../../support/device/replica.ts';
import { openDexieDevice } from '../../../support/device/test-device.ts';

const ITEM = 8;
const line = (id: number, itemId: number): SaleLine => ({
  ...{ id, itemId, itemName: 'Soap', itemSku: null, quantityHundredths: 100, unitPriceMinor: 500 },
  ...{ listPriceMinor: 500, discountMinor: 0, totalMinor: 500, movesStock: true },
});
const opening: StockMovement = {
  ...{ id: 1, version: 1, itemId: ITEM, type: 'opening', quantityHundredths: 5_000, costPriceMinor: null },
  ...{ batchId: null, notes: null, createdByUserId: 1, createdAtMs: 1, offsetMinutes: 0 },
};

test('M17 SYN-4 of many sales it looks at the newest, and before and after stay right; the oldest ones when asked', async () => {
  // 1,000 sales: every tenth is of the item, and the second of those has just been cancelled.
  const sales = Array.from({ length: 1_000 }, (_, index) =>
    saleRow({
      ...{ id: index + 1, createdAtMs: 1_000 + index, lines: [line(1, index % 10 === 0 ? ITEM : 9)] },
      ...(index === 10
        ? { status: 'cancelled' as const, cancellations: [{ reason: 'Back', byUserId: 2, atMs: 9_000 }] }
        : {}),
    }),
  );
  const bought = purchaseRow({
    ...{ id: 1, supplierId: 3, createdAtMs: 500 },
    lines: [
      {
        ...{ id: 2, itemId: ITEM, itemName: 'Soap', quantityHundredths: 5_100, unitCostMinor: 1, totalCostMinor: 5 },
        ...{ batchNumber: null, expiryDate: null, notes: null, movesStock: true },
      },
    ],
  });
  const item = itemRow({ id: ITEM, currentStockHundredths: 5_000 + 5_100 - 100 * 99 });
  const other = itemRow({ id: 9 });
  const { database } = await openDexieDevice();
  await database.write(async (tx) => {
    await tx.rows.put('item', [item, other]);
    await tx.rows.put('sale', sales);
    await tx.rows.put('purchase', [bought]);
    await tx.rows.put('stockMovement', [opening]);
  });

  const near = await stockLedgerOf(database, ITEM, 250);
  expect(near.hasOlder).toBe(true);
  expect(near.entries[0]).toMatchObject({
    ...{ cause: { kind: 'cancellation' }, byUserId: 2 },
    ...{ beforeHundredths: 100, afterHundredths: 200 },
  });
  expect(near.entries).toHaveLength(26);
  expect(near.entries.at(-1)).toMatchObject({ beforeHundredths: 2_600, afterHundredths: 2_500 });

  const whole = await stockLedgerOf(database, ITEM, 2_000);
  expect(whole.hasOlder).toBe(false);
  expect(whole.entries).toHaveLength(100 + 1 + 2);
  expect(whole.entries.slice(0, 26)).toEqual(near.entries);
  expect(whole.entries.slice(-3)).toMatchObject([
    { cause: { kind: 'sale' }, beforeHundredths: 10_100 },
    { cause: { kind: 'receipt' }, beforeHundredths: 5_000, afterHundredths: 10_100 },
    { cause: { kind: 'movement' }, beforeHundredths: 0, afterHundredths: 5_000 },
  ]);
});

test('of an item that is gone there is no ledger', async () => {
  const { database } = await openDexieDevice();
  expect(await stockLedgerOf(database, ITEM, 10)).toEqual({ entries: [], hasOlder: false, sinceMs: null });
});

test('SYN-12 M17 an old open sale from before what this device keeps is left out, so that before and after stay right', async () => {
  const since = 10_000;
  const old = saleRow({ id: 1, createdAtMs: 5_000, status: 'pending', lines: [line(1, ITEM)] });
  const lately = saleRow({ id: 2, createdAtMs: 20_000, lines: [line(2, ITEM)] });
  const { database } = await openDexieDevice(readyState({ window: { sinceMs: since, months: 13, older: {} } }));
  await database.write(async (tx) => {
    await tx.rows.put('item', [itemRow({ id: ITEM, createdAtMs: 1, currentStockHundredths: 700 })]);
    await tx.rows.put('sale', [old, lately]);
  });
  const { entries, hasOlder, sinceMs } = await stockLedgerOf(database, ITEM, 1_000);
  expect(entries.map(({ beforeHundredths, afterHundredths }) => [beforeHundredths, afterHundredths])).toEqual([
    [800, 700],
  ]);
  expect([hasOlder, sinceMs]).toEqual([false, since]);
  // An item that is younger than that has its whole history here.
  await database.write((tx) =>
    tx.rows.put('item', [itemRow({ id: ITEM, createdAtMs: since + 1, currentStockHundredths: 700 })]),
  );
  expect((await stockLedgerOf(database, ITEM, 1_000)).sinceMs).toBeNull();
});
