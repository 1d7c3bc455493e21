import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Purchase, PurchaseLine } from '../../../domain/items/purchase.ts';
import type { SaleLine } from '../../../domain/sales/sale.ts';
import {
  ledgerOf,
  type StockStep,
  stepOfMovement,
  stepsOfPurchase,
  stepsOfSale,
} from '../../../domain/items/stock-ledger.ts';
import type { StockMovement } from '../../../domain/items/stock-movement.ts';
import { purchaseRow, saleRow } from '../../support/shop-rows.ts';

const ITEM = 8;
const saleLine = (fields: Partial<SaleLine> = {}): SaleLine => ({
  ...{ id: 1, itemId: ITEM, itemName: 'Soap', itemSku: null, quantityHundredths: 200, unitPriceMinor: 500 },
  ...{ listPriceMinor: 500, discountMinor: 0, totalMinor: 1_000, movesStock: true },
  ...fields,
});
const bought = (fields: Partial<Purchase>): Purchase => {
  const line: PurchaseLine = {
    ...{ id: 2, itemId: ITEM, itemName: 'Soap', quantityHundredths: 500, unitCostMinor: 1, totalCostMinor: 5 },
    ...{ batchNumber: null, expiryDate: null, notes: null, movesStock: true },
  };
  return purchaseRow({ id: 5, supplierId: 6, createdAtMs: 10, createdByUserId: 1, lines: [line], ...fields });
};
const status = (from: string, to: string, atMs: number) => ({
  ...{ action: 'updated', changedFields: { status: { from, to } }, atMs, byUserId: 2, notes: null },
});
const told = (steps: readonly StockStep[]) =>
  steps.map(({ cause, quantityHundredths, atMs, byUserId }) => [cause.kind, quantityHundredths, atMs, byUserId]);

describe('what moves the stock of an item', () => {
  test('C-065 a sale takes, its cancellation gives back to whom and when', () => {
    const sale = saleRow({ id: 3, createdAtMs: 20, createdByUserId: 1, lines: [saleLine(), saleLine({ id: 2 })] });
    expect(told(stepsOfSale(sale, ITEM))).toEqual([['sale', -400, 20, 1]]);
    const cancellations = [
      { reason: 'Returned', byUserId: 2, atMs: 30 },
      { reason: 'Again', byUserId: 3, atMs: 40 },
    ];
    expect(told(stepsOfSale({ ...sale, status: 'cancelled', cancellations }, ITEM))).toEqual([
      ['sale', -400, 20, 1],
      ['cancellation', 400, 30, 2],
    ]);
  });

  test('C-065 lines of other items and of what was not counted then move nothing', () => {
    const sale = saleRow({ id: 3, lines: [saleLine({ itemId: 9 }), saleLine({ movesStock: false })] });
    expect(stepsOfSale(sale, ITEM)).toEqual([]);
  });

  test('C-113 a purchase brings its goods once they are here, and takes them along when it is cancelled', () => {
    expect(told(stepsOfPurchase(bought({ status: 'completed' }), ITEM))).toEqual([['receipt', 500, 10, 1]]);
    expect(stepsOfPurchase(bought({ status: 'pending' }), ITEM)).toEqual([]);
    const received = bought({ status: 'completed', history: [status('pending', 'completed', 15)] });
    expect(told(stepsOfPurchase(received, ITEM))).toEqual([['receipt', 500, 15, 2]]);
    const given = bought({ status: 'cancelled', history: [status('completed', 'cancelled', 17)] });
    expect(told(stepsOfPurchase(given, ITEM))).toEqual([
      ['receipt', 500, 10, 1],
      ['return', -500, 17, 2],
    ]);
    const never = bought({ status: 'cancelled', history: [status('pending', 'cancelled', 17)] });
    expect(stepsOfPurchase(never, ITEM)).toEqual([]);
  });
});

test('M17 SYN-4 before and after follow one another, and end with what there is now', () => {
  const movement = fc.record({ id: fc.nat(), createdAtMs: fc.nat(50), quantityHundredths: fc.integer({ min: -900 }) });
  fc.assert(
    fc.property(fc.uniqueArray(movement, { selector: ({ id }) => id }), fc.integer(), (some, current) => {
      const movements = some.map((each): StockMovement => ({
        ...{ version: 1, itemId: ITEM, type: 'adjustment', batchId: null, notes: null, createdByUserId: 1 },
        ...{ offsetMinutes: 0, ...each },
      }));
      const entries = ledgerOf(current, movements.map(stepOfMovement));
      expect(entries.map(({ afterHundredths }) => afterHundredths)).toEqual(
        [current, ...entries.map(({ beforeHundredths }) => beforeHundredths)].slice(0, entries.length),
      );
      for (const entry of entries)
        expect(entry.afterHundredths - entry.beforeHundredths).toBe(entry.quantityHundredths);
      expect(entries.map(({ atMs }) => atMs)).toEqual(some.map(({ createdAtMs }) => createdAtMs).sort((a, b) => b - a));
    }),
  );
});
