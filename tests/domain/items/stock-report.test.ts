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

test('G48 what expires within 30 days of the shop’s own day, or has; not what was never received', () => {
  const line = (id: number, expiryDate: string | null) => ({
    ...{ id, itemId: 1, itemName: `Milk ${id}`, quantityHundredths: 500, unitCostMinor: 1, totalCostMinor: 5 },
    ...{ batchNumber: `b${id}`, expiryDate, notes: null, movesStock: true },
  });
  const bought = purchaseRow({
    ...{ id: 1, supplierId: 1 },
    lines: [line(1, '2026-12-23'), line(2, '2026-12-22'), line(3, null), line(4, '2026-11-20'), line(5, '2026-11-22')],
  });
  const ordered = purchaseRow({ id: 2, supplierId: 1, status: 'pending', lines: [line(6, '2026-11-23')] });
  // In Kampala it is the 22nd already.
  const batches = expiringBatches([bought, ordered], { nowMs: Date.UTC(2026, 10, 21, 22), zone: 'Africa/Kampala' });
  expect(batches.map(({ itemName, daysLeft }) => [itemName, daysLeft])).toEqual([
    ['Milk 4', -2],
    ['Milk 5', 0],
    ['Milk 2', 30],
  ]);
});
