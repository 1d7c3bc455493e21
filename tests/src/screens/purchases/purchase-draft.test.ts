import { describe, expect, test } from 'vitest';
import { PURCHASE_LINES_MAX } from '../../../../domain/items/purchase.ts';
import {
  addLine,
  changeLine,
  draftTotalMinor,
  errorsAtOnce,
  errorsOf,
  isDirty,
  lineTotalOf,
  newDraft,
  newPurchaseOf,
  type PurchaseDraft,
  removeLine,
  withItem,
  withScanned,
} from '../../../../src/screens/purchases/purchase-draft.ts';
import { itemRow, NOON_MS } from '../../../support/shop-rows.ts';

/* The rules of the form of a new purchase. */

const SUGAR = itemRow({ id: 11, name: 'Sugar', costPriceMinor: 193_737 });
const SOAP = itemRow({ id: 12, name: 'Soap', costPriceMinor: 0 });
const [FIRST] = newDraft('2026-11-21').lines;
const line = (fields: Partial<NonNullable<typeof FIRST>>) => ({ ...FIRST!, ...fields });
const lines = (...all: Partial<NonNullable<typeof FIRST>>[]) =>
  all.map((fields, index) => line({ key: index + 1, ...fields }));
const draft = (fields: Partial<PurchaseDraft>): PurchaseDraft => ({ ...newDraft('2026-11-21'), ...fields });
const FULL_LINE = { itemId: 11, quantityText: '2', unitCostText: '1000' };
const BIDCO = { id: 42, name: 'Bidco' };

describe('lines', () => {
  test('R-PUR-22 come with a key of their own and go, but for the last one', () => {
    const two = addLine(lines({ key: 7 }));
    expect(two.map(({ key, itemId }) => [key, itemId])).toEqual([
      [7, null],
      [8, null],
    ]);
    expect(removeLine(two, 7).map(({ key }) => key)).toEqual([8]);
    expect(removeLine([two[1]!], 8)).toHaveLength(1);
    expect(changeLine(two, 8, { notes: 'x' }).map(({ notes }) => notes)).toEqual(['', 'x']);
  });

  test('C-097 the cost of an item is filled in where it is known and above zero, and nothing was typed', () => {
    expect(withItem(line({}), SUGAR)).toMatchObject({ itemId: 11, unitCostText: '1937.37' });
    expect(withItem(line({ unitCostText: '5' }), SUGAR).unitCostText).toBe('5');
    expect(withItem(line({}), { ...SUGAR, costPriceMinor: 1 }).unitCostText).toBe('0.01');
    for (const item of [SOAP, { ...SUGAR, costPriceMinor: null }])
      expect(withItem(line({}), item).unitCostText).toBe('');
  });

  test('C-097 a cost that was filled in goes with its item; one that was typed stays', () => {
    const [sugar] = changeLine([withItem(line({}), SUGAR)], FIRST!.key, { quantityText: '2' });
    expect(withItem(sugar!, { ...SOAP, costPriceMinor: 90_000 })).toMatchObject({ itemId: 12, unitCostText: '900' });
    expect(withItem(withItem(sugar!, SOAP), SUGAR).unitCostText).toBe('1937.37');
    expect(withItem(sugar!, SOAP)).toMatchObject({ itemId: 12, unitCostText: '' });
    const [typed] = changeLine([sugar!], FIRST!.key, { unitCostText: '1937.37' });
    expect(withItem(typed!, SOAP)).toMatchObject({ itemId: 12, unitCostText: '1937.37' });
  });

  test('the form is dirty once anything of it is another', () => {
    const begun = newDraft('2026-11-21');
    expect(isDirty({ ...begun }, begun)).toBe(false);
    expect(isDirty({ ...begun, notes: 'x' }, begun)).toBe(true);
  });
});

describe('a scanned item', () => {
  const scanned = (before: ReturnType<typeof lines>, item = SUGAR) =>
    withScanned(before, item).map(({ itemId, quantityText }) => [itemId, quantityText]);

  test('X-TYPE-22 goes into the first line without an item, with the quantity that stands there, else 1', () => {
    expect(scanned(lines({}))).toEqual([[11, '1']]);
    expect(scanned(lines({ itemId: 12, quantityText: '4' }, { quantityText: '3' }))).toEqual([
      [12, '4'],
      [11, '3'],
    ]);
    expect(scanned(lines({ itemId: 12, quantityText: '4' }))).toEqual([
      [12, '4'],
      [11, '1'],
    ]);
  });

  test('X-TYPE-22 is one more in its own line, and 1 where nothing stands yet', () => {
    expect(scanned(lines({ itemId: 11, quantityText: '2.5' }))).toEqual([[11, '3.5']]);
    expect(scanned(lines({ itemId: 11, quantityText: ' ' }))).toEqual([[11, '1']]);
    expect(scanned(lines({ itemId: 11, quantityText: '0' }))).toEqual([[11, '1']]);
    expect(scanned(lines({ itemId: 11, quantityText: '99998.99' }))).toEqual([[11, '99,999.99']]);
  });

  test('X-TYPE-22 changes nothing where its quantity cannot be read, or there is no room', () => {
    for (const quantityText of ['some', '-1', '99999', '99999.99']) {
      const before = lines({ itemId: 11, quantityText });
      expect(withScanned(before, SUGAR)).toBe(before);
    }
    const full = lines(...Array.from({ length: PURCHASE_LINES_MAX }, () => ({ itemId: 12 })));
    expect(withScanned(full, SUGAR)).toBe(full);
    expect(withScanned(full.slice(1), SUGAR)).toHaveLength(PURCHASE_LINES_MAX);
    const open = changeLine(full, 3, { itemId: null });
    expect(withScanned(open, SUGAR)[2]?.itemId).toBe(11);
  });
});

describe('totals', () => {
  test.each([
    ['2', '1000', 200_000],
    ['0.01', '0.01', 0],
    ['0', '1000', null],
    ['2', '0', null],
    ['', '1000', null],
    ['2', '', null],
    ['99999.99', '1', 9_999_999],
    ['100000', '1', null],
  ])("R-PUR-19 %s at '%s' make %s", (quantityText, unitCostText, totalMinor) => {
    expect(lineTotalOf(line({ quantityText, unitCostText }))).toBe(totalMinor);
  });

  test('R-PUR-21 R-SLIST-50 lines that are not filled in count nothing; one that cannot be read leaves no total', () => {
    expect(draftTotalMinor(lines(FULL_LINE, {}, { quantityText: '0' }, { quantityText: '3', unitCostText: '1' }))).toBe(
      200_300,
    );
    for (const wrong of [{ quantityText: 'some' }, { unitCostText: '-1' }, { quantityText: '100000' }])
      expect(draftTotalMinor(lines(FULL_LINE, wrong))).toBeNull();
  });
});

describe('errors', () => {
  const good = draft({ supplier: BIDCO, lines: lines(FULL_LINE) });

  test('R-PUR-08 R-PUR-10 none of a full form; one at each field that is missing', () => {
    expect(errorsOf(good)).toEqual({});
    expect(errorsOf(draft({ lines: lines({ quantityText: '1', unitCostText: '1' }) }))).toMatchObject({
      supplierId: 'Please select a supplier',
      'lines.0.itemId': 'Please select an item',
      lines: 'At least one item is required',
    });
    expect(errorsOf({ ...good, lines: lines(FULL_LINE, { quantityText: '1', unitCostText: '1' }) })).toEqual({
      'lines.1.itemId': 'Please select an item',
    });
    expect(errorsOf({ ...good, purchaseDate: '' })).toEqual({ purchaseDate: 'Enter the purchase date' });
  });

  test('a cost of nothing is none, and one cent is enough', () => {
    const cost = (unitCostText: string) => errorsOf({ ...good, lines: lines({ ...FULL_LINE, unitCostText }) });
    expect(cost('0')).toEqual({ 'lines.0.unitCostMinor': 'Unit cost must be a positive number' });
    expect(cost('0.01')).toEqual({});
  });

  test('C-123 what was paid in part is at most the total', () => {
    const part = (amountPaid: string) => errorsOf({ ...good, paymentStatus: 'partial', amountPaid });
    expect(part('2000')).toEqual({});
    expect(part('0')).toEqual({});
    expect(part('2000.01')).toEqual({ amountPaidMinor: 'More than the total of this purchase' });
    expect(part('-1')).toEqual({ amountPaidMinor: 'Amount paid must be zero or more' });
  });

  test('R-SLIST-50 at once, only what is too large is said', () => {
    expect(errorsAtOnce(draft({}))).toEqual({});
    expect(errorsAtOnce({ ...good, lines: lines({ ...FULL_LINE, quantityText: 'some' }) })).toEqual({});
    const large = errorsAtOnce({ ...good, supplier: null, lines: lines({ ...FULL_LINE, quantityText: '9999999' }) });
    expect(large).toEqual({ 'lines.0.quantityHundredths': 'Quantity is too large' });
  });
});

describe('the purchase', () => {
  const facts = { currency: 'UGX', timeZone: 'Africa/Kampala', nowMs: NOON_MS };
  const build = (fields: Partial<PurchaseDraft>) => {
    let id = 100;
    const mintId = () => (id += 1);
    const all = draft({ supplier: BIDCO, lines: lines(FULL_LINE), ...fields });
    return newPurchaseOf(all, { ...facts, itemsById: new Map([[11, SUGAR]]) }, { mintId });
  };

  test('C-120 R-PUR-21 has the time of today, its supplier, its lines and their total', () => {
    expect(build({})).toMatchObject({
      ...{ id: 101, supplierId: 42, supplierName: 'Bidco', purchaseDateMs: NOON_MS, totalMinor: 200_000 },
      ...{ paymentMethod: 'cash', paymentStatus: 'paid', status: 'completed', currency: 'UGX' },
      lines: [{ id: 102, itemId: 11, itemName: 'Sugar', quantityHundredths: 200, totalCostMinor: 200_000 }],
    });
  });

  test('C-120 of another day it has the beginning of that day in the shop’s time', () => {
    expect(build({ purchaseDate: '2026-11-20' }).purchaseDateMs).toBe(Date.UTC(2026, 10, 19, 21));
  });

  test('blanks are nothing, and what was paid counts only in part', () => {
    expect(build({ notes: '  ', invoiceNumber: ' A-1 ', amountPaid: '5' })).toMatchObject({
      ...{ notes: null, invoiceNumber: 'A-1', amountPaidMinor: null },
    });
    expect(build({ paymentStatus: 'partial', amountPaid: '5' }).amountPaidMinor).toBe(500);
    expect(build({ paymentStatus: 'partial', amountPaid: ' ' }).amountPaidMinor).toBeNull();
  });
});
