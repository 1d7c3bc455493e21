import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { lineTotalMinor } from '../../../../domain/money.ts';
import { newSaleSchema, totalsAgree } from '../../../../domain/sale.ts';
import {
  addLine,
  changeLine,
  type DraftLine,
  EMPTY_DRAFT,
  errorsOf,
  grandTotalMinor,
  hasErrors,
  isDraftDirty,
  newSaleOf,
  paymentOf,
  priceHint,
  removeLine,
  type SaleDraft,
  stockWarnings,
} from '../../../../src/screens/sales/sale-draft.ts';
import { itemRow, paymentMethodRow } from '../../../support/shop-rows.ts';

const SOAP = itemRow({ id: 1, name: 'Soap', priceMinor: 150_000, unitOfMeasure: null, currentStockHundredths: 300 });
const SUGAR = itemRow({ id: 2, name: 'Sugar', priceMinor: 133_333, unitOfMeasure: 'Kilogram' });
const ITEMS = new Map([SOAP, SUGAR].map((item) => [item.id, item]));

const CASH = paymentMethodRow({ id: 21, name: 'Cash' });
const MOBILE = paymentMethodRow({ id: 22, name: 'Mobile Money' });
const CREDIT = paymentMethodRow({ id: 23, name: ' credit ' });
const METHODS = [MOBILE, CREDIT, CASH];

const line = (fields: Partial<DraftLine>): DraftLine => ({
  key: 1,
  itemId: 1,
  quantityText: '1',
  priceText: '',
  ...fields,
});
const draftOf = (...lines: Partial<DraftLine>[]): SaleDraft => ({
  ...EMPTY_DRAFT,
  lines: lines.map((fields, index) => line({ key: index + 1, ...fields })),
});
const paid = (draft: SaleDraft) => paymentOf(draft, METHODS, CASH.id);
const tools = () => {
  let id = 0;
  return { mintId: () => (id += 1), nextStampMs: () => 1_795_251_600_900, businessId: 7, endsDraft: () => undefined };
};

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
      { isPayLater: true },
      { customer: { id: 1, name: 'A' } },
      { paymentMethodId: 22 },
    ]) {
      expect(isDraftDirty({ ...EMPTY_DRAFT, ...change })).toBe(true);
    }
    expect(isDraftDirty(draftOf({ itemId: null, quantityText: '2' }))).toBe(true);
  });

  test('R-SNEW-24 the hint in a blank price is the item price, short', () => {
    expect([priceHint(270_000), priceHint(50), priceHint(9_999_999_999)]).toEqual(['2,700', '0.50', '99,999,999.99']);
  });
});

describe('the total', () => {
  test('R-SNEW-23 R-SNEW-24 R-SNEW-25 R-SNEW-26 C-044 sums rounded lines, at the typed price or else the item price', () => {
    expect(grandTotalMinor(draftOf({ quantityText: '2' }, { itemId: 2, quantityText: '2.5' }), ITEMS)).toBe(
      300_000 + 333_333,
    );
    expect(grandTotalMinor(draftOf({ quantityText: '2', priceText: '1,000.5' }), ITEMS)).toBe(200_100);
    expect(grandTotalMinor(draftOf({ priceText: '0' }), ITEMS)).toBe(0);
  });

  test('R-SNEW-21 R-SNEW-22 C-055 C-056 a quantity that is blank, not readable, or less than may be sold counts as 1', () => {
    for (const quantityText of ['', 'x', '0', '-2', '0.5']) {
      expect(grandTotalMinor(draftOf({ quantityText }), ITEMS)).toBe(150_000);
    }
    expect(grandTotalMinor(draftOf({ itemId: 2, quantityText: '0.5' }), ITEMS)).toBe(66_667);
  });

  test('a total beyond what can be counted exactly is said, and never shown wrong', () => {
    const huge = draftOf(...Array.from({ length: 12 }, () => ({ quantityText: '99999', priceText: '99999999.99' })));
    expect(grandTotalMinor(huge, ITEMS)).toBeNull();
    expect(errorsOf(huge, ITEMS, paid(huge)).total).toBe('Amount is too large');
  });

  test('R-SNEW-25 R-SNEW-26 C-044 whatever is typed, what is saved is what was shown, by the one rounding rule', () => {
    const lines = fc.array(
      fc.record({
        itemId: fc.constantFrom(1, 2),
        quantityText: fc.oneof(
          fc.string(),
          fc.nat(99_999).map(String),
          fc.nat(9_999_999).map((n) => (n / 100).toFixed(2)),
        ),
        priceText: fc.oneof(
          fc.constant(''),
          fc.nat(9_999_999).map((n) => (n / 100).toFixed(2)),
        ),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(lines, (typed) => {
        const draft = draftOf(...typed);
        expect(hasErrors(errorsOf(draft, ITEMS, paid(draft)))).toBe(false);
        const sale = newSaleOf(draft, { itemsById: ITEMS, payment: paid(draft), currency: 'UGX' }, tools());
        expect(v.is(newSaleSchema, sale)).toBe(true);
        expect(totalsAgree(sale)).toBe(true);
        expect(sale.totalMinor).toBe(grandTotalMinor(draft, ITEMS));
        for (const { quantityHundredths, unitPriceMinor, totalMinor } of sale.lines) {
          expect(totalMinor).toBe(lineTotalMinor(quantityHundredths, unitPriceMinor));
        }
      }),
    );
  });
});

describe('stock', () => {
  test("C-066 G14 'Only N in stock' where a line goes beyond what earlier lines of the item have left", () => {
    const warnings = stockWarnings(draftOf({ quantityText: '2' }, { quantityText: '1' }, { quantityText: '1' }), ITEMS);
    expect([...warnings]).toEqual([[3, 'Only 3 in stock']]);
  });

  test('C-066 of an oversold item there are none; an untracked one is never warned about', () => {
    const items = new Map([
      [1, { ...SOAP, currentStockHundredths: -250 }],
      [2, { ...SUGAR, trackStock: false, currentStockHundredths: 0 }],
    ]);
    expect([...stockWarnings(draftOf({}, { itemId: 2 }), items)]).toEqual([[1, 'Only 0 in stock']]);
  });
});

describe('payment', () => {
  const chosen = (draft: Partial<SaleDraft>, defaultId: number | null = null, methods = METHODS) =>
    paymentOf({ ...EMPTY_DRAFT, ...draft }, methods, defaultId);

  test('R-SNEW-17 C-051 is the shop default, else Cash, and what a person chooses comes before both', () => {
    expect(chosen({}).chosen).toBe(CASH);
    expect(chosen({}, MOBILE.id).chosen).toBe(MOBILE);
    expect(chosen({ paymentMethodId: CREDIT.id }, MOBILE.id).chosen).toBe(CREDIT);
  });

  test('C-052 R-SNEW-18 R-SNEW-20 without any method it is cash without a method', () => {
    expect(chosen({}, null, [])).toMatchObject({ chosen: null, hasTransactionId: false, status: 'completed' });
  });

  test('a default that was archived meanwhile is not preselected', () => {
    expect(chosen({}, MOBILE.id, [{ ...MOBILE, isArchived: true }, CASH]).chosen).toBe(CASH);
  });

  test('R-SNEW-30 C-048 completed, but pending when paid later or on credit', () => {
    expect(chosen({}).status).toBe('completed');
    expect(chosen({ isPayLater: true }).status).toBe('pending');
    expect(chosen({ paymentMethodId: CREDIT.id })).toMatchObject({
      status: 'pending',
      isCredit: true,
      hasTransactionId: true,
    });
  });
});

describe('what must be mended', () => {
  const errors = (draft: SaleDraft) => errorsOf(draft, ITEMS, paid(draft));

  test("C-067 no item at all: 'Please add at least one item'; an empty line beside a full one is left out", () => {
    expect([...errors(EMPTY_DRAFT).itemByLine]).toEqual([[1, 'Please add at least one item']]);
    const draft = draftOf({}, { itemId: null });
    expect(hasErrors(errors(draft))).toBe(false);
    expect(newSaleOf(draft, { itemsById: ITEMS, payment: paid(draft), currency: 'UGX' }, tools()).lines).toHaveLength(
      1,
    );
  });

  test('a price or quantity without an item is not dropped in silence', () => {
    expect([...errors(draftOf({}, { itemId: null, priceText: '500' })).itemByLine.keys()]).toEqual([2]);
    expect([...errors(draftOf({}, { itemId: null, quantityText: '3' })).itemByLine.keys()]).toEqual([2]);
  });

  test.each([
    ['C-057', '-1', 'Price must be zero or more'],
    ['C-057', 'free', 'Price must be zero or more'],
    ['C-040', '100000000', 'Amount is too large'],
    ['C-041', '1.005', 'Use at most 2 decimals'],
  ])("%s a line price of '%s': '%s'", (_id, priceText, message) => {
    expect([...errors(draftOf({ priceText })).priceByLine]).toEqual([[1, message]]);
  });

  test('C-048 who pays later has a name', () => {
    expect(errors({ ...draftOf({}), isPayLater: true }).customer).not.toBeNull();
    expect(errors({ ...draftOf({}), isPayLater: true, customer: { id: 9, name: 'Asha' } }).customer).toBeNull();
  });
});

test('R-SNEW-27 R-SNEW-28 R-SNEW-29 R-SNEW-31 R-SNEW-32 C-049 the payload of a sale', () => {
  const draft: SaleDraft = {
    ...draftOf({ quantityText: '2', priceText: '1,400' }),
    ...{ customer: { id: 31, name: 'Asha' }, paymentMethodId: MOBILE.id, transactionId: ' MP1 ', notes: ' By Friday ' },
  };
  const sale = newSaleOf(draft, { itemsById: ITEMS, payment: paid(draft), currency: 'UGX' }, tools());
  expect(sale).toEqual({
    id: 2,
    saleNumber: 'SALE-1795251600900',
    status: 'completed',
    customerId: 31,
    customerName: 'Asha',
    lines: [
      {
        ...{ id: 1, itemId: 1, itemName: 'Soap', itemSku: null, quantityHundredths: 200 },
        ...{ unitPriceMinor: 140_000, listPriceMinor: 150_000, discountMinor: 0, totalMinor: 280_000 },
      },
    ],
    ...{ totalMinor: 280_000, discountMinor: 0, taxMinor: 0, finalMinor: 280_000, currency: 'UGX' },
    ...{ paymentMethodId: 22, paymentMethodName: 'Mobile Money', transactionId: 'MP1', notes: 'By Friday' },
  });
});
