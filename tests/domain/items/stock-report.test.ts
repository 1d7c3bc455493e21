import { expect, test } from 'vitest';
import { expiringBatches, stockReport } from '../../../domain/items/stock-report.ts';
import { itemRow, purchaseRow } from '../../support/shop-rows.ts';

const item = (name: string, stockHundredths: number, fields: Partial<Parameters<typeof itemRow>[0]> = {}) =>
  itemRow({ id: name.length, name, currentStockHundredths: stockHundredths, ...fields });

test('R-REP-13 R-REP-14 R-REP-15 C-090 G49 low from 1 to 5 or up to its reorder level, out at 0, untracked neither', () => {
  const { low, out, oversold, trackedCount } = stockReport([
    item('five', 500),
    item('more than five', 501),
    item('one', 100),
    item('half', 50),
    item('none', 0),
    item('below', -300),
    item('further below', -900),
    item('level above', 2_000, { reorderLevelHundredths: 2_000 }),
    item('level under', 300, { reorderLevelHundredths: 200 }),
    item('service', 0, { type: 'service' }),
    item('untracked', 0, { trackStock: false }),
    item('archived', 0, { isActive: false }),
  ]);
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
  expect(names(low)).toEqual(['half', 'one', 'five', 'level above']);
  expect(names(out)).toEqual(['none']);
  expect(names(oversold)).toEqual(['further below', 'below']);
  expect(trackedCount).toBe(9);
});

const milkLine = (id: number, expiryDate: string | null, itemId = 1) => ({
  ...{ id, itemId, itemName: `Milk ${id}`, quantityHundredths: 500, unitCostMinor: 1, totalCostMinor: 5 },
  ...{ batchNumber: `b${id}`, expiryDate, notes: null, movesStock: true },
});

test('G48 what expires within 30 days of the shop’s own day, or has; not what was never received', () => {
  const bought = purchaseRow({
    ...{ id: 1, supplierId: 1 },
    lines: [
      ...[milkLine(1, '2026-12-23'), milkLine(2, '2026-12-22'), milkLine(3, null)],
      ...[milkLine(4, '2026-11-20'), milkLine(5, '2026-11-22'), milkLine(7, '2026-11-21')],
    ],
  });
  const ordered = purchaseRow({ id: 2, supplierId: 1, status: 'pending', lines: [milkLine(6, '2026-11-23')] });
  // In Kampala it is the 22nd already.
  const at = { items: [itemRow({ id: 1 })], nowMs: Date.UTC(2026, 10, 21, 22), zone: 'Africa/Kampala' };
  const batches = expiringBatches([bought, ordered], at);
  expect(batches.map(({ itemName, daysLeft }) => [itemName, daysLeft])).toEqual([
    ['Milk 5', 0],
    ['Milk 2', 30],
    ['Milk 7', -1],
    ['Milk 4', -2],
  ]);
});

test('G48 a batch of an item that is not on sale, or has run out, is not reported; one that counts no stock is', () => {
  const items = [
    itemRow({ id: 1, currentStockHundredths: 0 }),
    itemRow({ id: 2, isActive: false }),
    itemRow({ id: 3, currentStockHundredths: 1 }),
    itemRow({ id: 4, currentStockHundredths: 0, trackStock: false }),
  ];
  // Item 5 was deleted.
  const lines = [1, 2, 3, 4, 5].map((itemId) => milkLine(itemId, '2026-11-23', itemId));
  const bought = purchaseRow({ id: 1, supplierId: 1, lines });
  const batches = expiringBatches([bought], { items, nowMs: Date.UTC(2026, 10, 22), zone: 'UTC' });
  expect(batches.map(({ itemId }) => itemId)).toEqual([3, 4]);
});
