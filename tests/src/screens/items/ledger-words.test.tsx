import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Item } from '../../../../domain/items/item.ts';
import type { LedgerEntry } from '../../../../domain/items/stock-ledger.ts';
import { ledgerWords } from '../../../../src/screens/items/ledger-words.ts';
import { StockText, stockWords } from '../../../../src/screens/items/stock-text.tsx';
import { freshAppState, renderPart } from '../../../support/screens/app-harness.tsx';
import { itemRow, purchaseRow, saleRow } from '../../../support/shop-rows.ts';

/* An item's stock, and each entry of its ledger, in words. */

beforeEach(freshAppState);

const purchase = purchaseRow({ id: 1, supplierId: 4, supplierName: 'Bidco', notes: 'by truck' });
const sale = saleRow({ id: 2, cancellations: [{ reason: 'too dear', byUserId: 70, atMs: 1 }] });
const movement = { batchId: null, notes: 'by hand' };
const entry = (quantityHundredths: number, cause: object) => ({ quantityHundredths, cause }) as unknown as LedgerEntry;

test.each([
  [entry(-200, { kind: 'sale', sale }), ['-2 sold', null, null]],
  [entry(200, { kind: 'cancellation', sale }), ['+2 sale cancelled', null, 'too dear']],
  [entry(200, { kind: 'cancellation', sale: saleRow({ id: 3 }) }), ['+2 sale cancelled', null, null]],
  [entry(500, { kind: 'receipt', purchase }), ['+5 bought', 'From Bidco', 'by truck']],
  [entry(-500, { kind: 'return', purchase }), ['-5 purchase cancelled', 'From Bidco', null]],
  [
    entry(1, { kind: 'movement', movement: { ...movement, type: 'opening' } }),
    ['+0.01 opening stock', null, 'by hand'],
  ],
  [entry(0, { kind: 'movement', movement: { ...movement, type: 'addition' } }), ['0 added', null, 'by hand']],
  [
    entry(100, { kind: 'movement', movement: { ...movement, type: 'addition', batchId: 'B-1' } }),
    ['+1 added', 'Batch B-1', 'by hand'],
  ],
  [
    entry(-100, { kind: 'movement', movement: { ...movement, type: 'adjustment', reason: 'damaged' } }),
    ['-1 damaged', null, 'by hand'],
  ],
  [entry(-100, { kind: 'movement', movement: { ...movement, type: 'adjustment' } }), ['-1 adjusted', null, 'by hand']],
  [
    entry(-100, {
      kind: 'movement',
      movement: { ...movement, type: 'count', count: { countedHundredths: 300, expectedHundredths: 400 } },
    }),
    ['-1 counted', '3 counted, 4 expected', 'by hand'],
  ],
  [entry(-100, { kind: 'movement', movement: { ...movement, type: 'count' } }), ['-1 counted', null, 'by hand']],
])('%#: an entry says by how much, why, and what was noted', (each, words) => {
  const { what, detail, notes } = ledgerWords(each);
  expect([what, detail, notes]).toEqual(words);
});

describe('the stock of an item', () => {
  const show = (fields: Partial<Item>) => renderPart(<StockText item={itemRow({ id: 1, ...fields })} />);
  const BADGES = ['Low stock', 'Out of stock', 'Count again'];
  const badges = () => BADGES.filter((text) => screen.queryByText(text) !== null);

  test.each([
    [{ currentStockHundredths: 1_000 }, []],
    [{ currentStockHundredths: 500, reorderLevelHundredths: 500 }, ['Low stock']],
    [{ currentStockHundredths: 501, reorderLevelHundredths: 500 }, []],
    [{ currentStockHundredths: 0, reorderLevelHundredths: 500 }, ['Out of stock']],
  ])('C-090 C-091 of %j has the badges %j', (fields, expected) => {
    show(fields);
    expect(badges()).toEqual(expected);
    expect(screen.getByText(/^Stock: /)).toBeTruthy();
    expect(screen.queryByText(/^Oversold/)).toBeNull();
  });

  test('G14 oversold by a hundredth says so', () => {
    show({ currentStockHundredths: -1 });
    expect(screen.getByText('Oversold by 0.01')).toBeTruthy();
  });

  test('a service has none', () => {
    show({ type: 'service' });
    expect([screen.queryByText('Untracked') === null, screen.queryByText(/^Stock: /)]).toEqual([false, null]);
  });

  test('C-103 G63 has its unit where there is one, and no decimals of a whole number', () => {
    expect(stockWords({ currentStockHundredths: 1_250, unitOfMeasure: 'kg' })).toBe('12.5 kg');
    expect(stockWords({ currentStockHundredths: 1_200, unitOfMeasure: null })).toBe('12');
  });
});
