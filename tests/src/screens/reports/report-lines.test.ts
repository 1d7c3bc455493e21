import { expect, test } from 'vitest';
import type { ExpiringBatch } from '../../../../domain/items/stock-report.ts';
import { stockLines } from '../../../../src/screens/reports/report-lines.ts';
import { itemRow } from '../../../support/shop-rows.ts';

const item = (name: string, currentStockHundredths: number, fields: Partial<ReturnType<typeof itemRow>> = {}) =>
  itemRow({ id: 1, name, sku: null, currentStockHundredths, reorderLevelHundredths: null, ...fields });

test('G29 the file of stock has a line for each item that is low, out or oversold, and for each batch that expires', () => {
  const batch: ExpiringBatch = {
    ...{ key: '1', itemId: 4, itemName: 'Milk', batchNumber: 'B-7', quantityHundredths: 1_200 },
    ...{ expiryDate: '2026-12-01', daysLeft: 10 },
  };
  const report = {
    trackedCount: 3,
    low: [item('Sugar', 250, { sku: '00123', reorderLevelHundredths: 500 })],
    out: [item('Soap', 0)],
    oversold: [item('Rice', -300)],
  };
  expect(stockLines(report, [batch])).toEqual([
    ['Figure', 'Item', 'SKU', 'Stock', 'Reorder level', 'Batch', 'Expiry date'],
    ['Low stock', 'Sugar', expect.anything(), 2.5, 5, null, null],
    ['Out of stock', 'Soap', null, 0, null, null, null],
    ['Oversold', 'Rice', null, -3, null, null, null],
    ['Expiring soon', 'Milk', null, null, null, expect.anything(), '2026-12-01'],
  ]);
});
