import { describe, expect, test } from 'vitest';
import {
  addLine,
  addScanned,
  changeLine,
  EMPTY_DRAFT,
  isDraftDirty,
  readKeptDraft,
  removeLine,
} from '../../../../src/screens/selling/sale-draft.ts';
import { QUANTITY_HUNDREDTHS_MAX } from '../../../../domain/quantity.ts';
import { SALE_LINES_MAX } from '../../../../domain/sales/sale.ts';
import { draftOf, line } from '../../../support/screens/draft-sales.ts';

describe('lines', () => {
  test('come and go without ever taking the key of another one, and one is always left', () => {
    const two = addLine(EMPTY_DRAFT.lines);
    expect(two.map(({ key }) => key)).toEqual([1, 2]);
    expect(addLine(removeLine(two, 1)).map(({ key }) => key)).toEqual([2, 3]);
    expect(removeLine(EMPTY_DRAFT.lines, 1)).toEqual([line({ key: 2, itemId: null })]);
    expect(changeLine(two, 2, { priceText: '5' })[1]).toMatchObject({ key: 2, priceText: '5' });
  });

  test('a form is dirty once something was chosen or typed, not because a line stands empty', () => {
    expect(isDraftDirty({ ...EMPTY_DRAFT, lines: addLine(EMPTY_DRAFT.lines) })).toBe(false);
    expect(isDraftDirty({ ...EMPTY_DRAFT, notes: '  ' })).toBe(false);
    for (const change of [
      { notes: 'x' },
      { discountText: '5' },
      { receivedText: '5000' },
      { isPayLater: true },
      { customer: { id: 1, name: 'A' } },
      { paymentMethodId: 22 },
    ]) {
      expect(isDraftDirty({ ...EMPTY_DRAFT, ...change })).toBe(true);
    }
    expect(isDraftDirty(draftOf({ itemId: null, quantityText: '2' }))).toBe(true);
  });
});

describe('a scanned item', () => {
  const ones = () => 100;
  const scanned = (lines: Parameters<typeof addScanned>[0], itemId: number, quantityOf = ones as () => number | null) =>
    addScanned(lines, itemId, quantityOf).map(({ itemId: id, quantityText }) => [id, quantityText]);

  test('G31 goes into the first line without an item, else into a line of its own', () => {
    expect(scanned(EMPTY_DRAFT.lines, 7)).toEqual([[7, '1']]);
    expect(scanned(draftOf({ itemId: 1 }, { itemId: null, quantityText: '3' }).lines, 7)).toEqual([
      [1, '1'],
      [7, '3'],
    ]);
    expect(scanned(draftOf({ itemId: 1 }).lines, 7)).toEqual([
      [1, '1'],
      [7, '1'],
    ]);
  });

  test('G31 that is in the sale already is one more, by the quantity that its line counts as', () => {
    expect(scanned(draftOf({ itemId: 1 }, { itemId: 7, quantityText: '' }).lines, 7)).toEqual([
      [1, '1'],
      [7, '2'],
    ]);
    expect(scanned(draftOf({ itemId: 7 }).lines, 7, () => 250)).toEqual([[7, '3.5']]);
  });

  test('G31 changes nothing where the sale holds no more, or the line is at the largest quantity', () => {
    const full = draftOf(...Array.from({ length: SALE_LINES_MAX }, () => ({ itemId: 1 }))).lines;
    expect(addScanned(full, 7, ones)).toBe(full);
    const tooMany = draftOf({ itemId: 7, quantityText: '99999999' }).lines;
    expect(addScanned(tooMany, 7, () => null)).toBe(tooMany);
    const largest = draftOf({ itemId: 7, quantityText: '99999.99' }).lines;
    expect(scanned(largest, 7, () => QUANTITY_HUNDREDTHS_MAX - 100)).toEqual([[7, '99,999.99']]);
    expect(addScanned(largest, 7, () => QUANTITY_HUNDREDTHS_MAX - 99)).toBe(largest);
  });
});

describe('what was kept of a draft', () => {
  test('is the draft again, also as it comes back from a disk', () => {
    const draft = { ...draftOf({ quantityText: 'two', priceText: '-1' }), notes: '\u{1F6D2} <b>', discountText: '5%' };
    expect(readKeptDraft(structuredClone(draft))).toEqual(draft);
    expect(readKeptDraft(null)).toEqual(EMPTY_DRAFT);
    // A basket is never thrown away because it is long.
    const long = { ...draft, lines: Array.from({ length: 201 }, (_, key) => ({ ...draft.lines[0], key })) };
    expect(readKeptDraft(structuredClone(long)).lines).toHaveLength(201);
  });

  test('by an older build lacks what that did not know, and nothing else', () => {
    const { discountText: _d, discountKind: _k, receivedText: _r, ...older } = { ...draftOf({}), notes: 'By Friday' };
    expect(readKeptDraft(older)).toEqual({ ...draftOf({}), notes: 'By Friday' });
  });

  test.each([[{ lines: [] }], [{ lines: 'none' }], ['text'], [undefined]])(
    'is empty where nothing can be read: %j',
    (kept) => {
      expect(readKeptDraft(kept)).toEqual(EMPTY_DRAFT);
    },
  );
});
