import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { lineTotalMinor } from '../../../../domain/money.ts';
import { hasDigit } from '../../../../domain/text/number-text.ts';
import { newSaleSchema, totalsAgree } from '../../../../domain/sales/sale.ts';
import { errorsAtOnce, errorsOf, hasErrors, newSaleOf } from '../../../../src/screens/selling/draft-sale.ts';
import { EMPTY_DRAFT, type SaleDraft } from '../../../../src/screens/selling/sale-draft.ts';
import { draftTotals } from '../../../../src/screens/selling/sale-figures.ts';
import { draftOf, factsOf, ITEMS, MOBILE, paid } from '../../../support/screens/draft-sales.ts';

const tools = () => {
  let id = 0;
  return { mintId: () => (id += 1), nextStampMs: () => 1_795_251_600_900 };
};

describe('what must be mended', () => {
  const errors = (draft: SaleDraft) => errorsOf(draft, factsOf(draft));

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

  test('a total beyond what can be counted exactly is said, and never shown wrong', () => {
    const huge = draftOf(...Array.from({ length: 12 }, () => ({ quantityText: '99999', priceText: '99999999.99' })));
    expect(draftTotals(huge, ITEMS, 'UGX')).toBeNull();
    expect(errorsOf(huge, factsOf(huge)).total).toBe('Amount is too large');
  });

  test.each([{ priceText: '1250,500' }, { priceText: 'free' }, { priceText: '-1' }, { quantityText: '2kg' }])(
    'X-TYPE-08 a line that cannot be read holds the total back, rather than to leave it out: %o',
    (line) => {
      const draft = draftOf({}, line);
      expect(draftTotals(draft, ITEMS, 'UGX')).toBeNull();
      expect(errorsOf(draft, factsOf(draft)).total).toBeNull();
      expect(hasErrors(errorsOf(draft, factsOf(draft)))).toBe(true);
    },
  );

  test.each([{ priceText: '123456789012' }, { priceText: '1234567890123456' }, { quantityText: '100000' }])(
    'R-SLIST-50 a line that is too large holds the total back, and says so by itself: %o',
    (line) => {
      const draft = draftOf({}, line);
      expect(draftTotals(draft, ITEMS, 'UGX')).toBeNull();
      const { total, priceByLine, quantityByLine } = errorsAtOnce(draft, { itemsById: ITEMS, currency: 'UGX' });
      expect(total).toBeNull();
      expect([...priceByLine, ...quantityByLine]).toEqual([[2, expect.stringMatching(/ is too large$/)]]);
      expect(hasErrors(errorsAtOnce(draftOf({ priceText: 'free' }), { itemsById: ITEMS, currency: 'UGX' }))).toBe(
        false,
      );
    },
  );

  test('a quantity beyond what a line holds is said', () => {
    expect([...errors(draftOf({ quantityText: '100000' })).quantityByLine]).toEqual([[1, 'Quantity is too large']]);
  });

  test.each([
    ['3000', 'amount', 'The discount is more than the sale'],
    ['101', 'percent', 'The discount is more than the sale'],
    ['-5', 'amount', 'Discount must be zero or more'],
  ] as const)("G20 a discount of '%s' (%s): '%s'", (discountText, discountKind, sentence) => {
    expect(errors({ ...draftOf({}), discountText, discountKind }).discount).toBe(sentence);
  });

  test('C-049 a transaction ID that another completed sale bears', () => {
    const draft = draftOf({});
    const duplicateTransaction = 'Sale #SALE-1795251600900 already has this transaction ID';
    expect(errorsOf(draft, { ...factsOf(draft), duplicateTransaction }).transactionId).toBe(duplicateTransaction);
    expect(errors(draft).transactionId).toBeNull();
  });

  test('G65 what was received in cash must be readable, and concerns no other way to pay', () => {
    const draft = { ...draftOf({}), receivedText: 'much' };
    expect(errors(draft).received).toBe('Amount received must be zero or more');
    expect(hasErrors(errors({ ...draft, paymentMethodId: MOBILE.id }))).toBe(false);
  });

  test.each([
    { paidMinor: 149_999, isPayLater: false, sentence: null },
    { paidMinor: 150_000, isPayLater: false, sentence: null },
    { paidMinor: 150_001, isPayLater: false, sentence: 'This is more than the total. Remove a payment.' },
    { paidMinor: 149_999, isPayLater: true, sentence: null },
    { paidMinor: 150_000, isPayLater: true, sentence: 'All of it is paid. Turn off Pay later.' },
    { paidMinor: 150_001, isPayLater: true, sentence: 'This is more than the total. Remove a payment.' },
  ])('R-CTR-24 R-CTR-25 parts of $paidMinor for 150000, paid later: $isPayLater: $sentence', (scene) => {
    const { paidMinor, isPayLater, sentence } = scene;
    const method = { paymentMethodId: MOBILE.id, paymentMethodName: MOBILE.name, transactionId: '' };
    const parts = [50_000, paidMinor - 50_000].map((amountMinor, key) => ({ ...method, key, amountMinor }));
    const draft = { ...draftOf({}), isPayLater, customer: { id: 7, name: 'Grace' }, parts };
    expect(errors(draft).parts).toBe(sentence);
    expect(errors({ ...draft, parts: [] }).parts).toBeNull();
  });

  test.each([
    ['', null],
    ['1499.99', null],
    ['1500', 'This is the whole amount. Choose how it is paid instead.'],
    ['1500.01', 'This is the whole amount. Choose how it is paid instead.'],
    ['some', 'Amount must be zero or more'],
  ])("R-CTR-25 of 1,500 on credit '%s' paid now: %s", (paidNowText, sentence) => {
    const draft = { ...draftOf({}), isPayLater: true, customer: { id: 7, name: 'Grace' }, paidNowText };
    expect(errors(draft).paidNow).toBe(sentence);
    expect(errors({ ...draft, isPayLater: false }).paidNow).toBeNull();
  });

  test.each([
    ['1', true],
    ['1,234,567.00', false],
    ['', false],
  ])(
    "G65 C-048 '%s' received: less than the total is owed by somebody, and not written down as paid: %s",
    (receivedText, isRefused) => {
      const draft = { ...draftOf({}), receivedText };
      expect(errors(draft).received === null).toBe(!isRefused);
      expect(errors({ ...draft, isPayLater: true }).received).toBeNull();
      expect(errors({ ...draft, paymentMethodId: MOBILE.id }).received).toBeNull();
    },
  );

  test('C-048 who pays later has a name', () => {
    expect(errors({ ...draftOf({}), isPayLater: true }).customer).not.toBeNull();
    expect(errors({ ...draftOf({}), isPayLater: true, customer: { id: 9, name: 'Asha' } }).customer).toBeNull();
  });
});

test('R-SNEW-25 R-SNEW-26 C-044 whatever is typed, what is saved is what was shown, by the one rounding rule', () => {
  const lines = fc.array(
    fc.record({
      itemId: fc.constantFrom(1, 2),
      quantityText: fc.oneof(
        // Text with digits that cannot be read is refused (X-TYPE-03).
        fc.string().filter((text) => !hasDigit(text)),
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
      expect(hasErrors(errorsOf(draft, factsOf(draft)))).toBe(false);
      const sale = newSaleOf(draft, { itemsById: ITEMS, payment: paid(draft), currency: 'UGX' }, tools());
      expect(v.is(newSaleSchema, sale)).toBe(true);
      expect(totalsAgree(sale)).toBe(true);
      expect(sale.totalMinor).toBe(draftTotals(draft, ITEMS, 'UGX')?.totalMinor);
      for (const { quantityHundredths, unitPriceMinor, totalMinor } of sale.lines) {
        expect(totalMinor).toBe(lineTotalMinor(quantityHundredths, unitPriceMinor));
      }
    }),
  );
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
        ...{ itemUnit: null, unitPriceMinor: 140_000, listPriceMinor: 150_000, discountMinor: 0, totalMinor: 280_000 },
      },
    ],
    ...{ totalMinor: 280_000, discountMinor: 0, taxMinor: 0, finalMinor: 280_000, currency: 'UGX' },
    ...{ paymentMethodId: 22, paymentMethodName: 'Mobile Money', transactionId: 'MP1', notes: 'By Friday' },
  });
});

test('G20 the payload of a sale with a discount: off the whole, its lines untouched, and the totals agree', () => {
  const draft: SaleDraft = { ...draftOf({ quantityText: '3' }), discountText: '3.33', discountKind: 'percent' };
  const sale = newSaleOf(draft, { itemsById: ITEMS, payment: paid(draft), currency: 'UGX' }, tools());
  expect(sale).toMatchObject({ totalMinor: 450_000, discountMinor: 15_000, finalMinor: 435_000 });
  expect([v.is(newSaleSchema, sale), totalsAgree(sale)]).toEqual([true, true]);
  expect(sale.lines[0]).toMatchObject({ discountMinor: 0, totalMinor: 450_000 });
});

test('C-048 what costs nothing is never left to be paid: no payment could end that', () => {
  const draft = { ...draftOf({ priceText: '0' }), isPayLater: true, customer: { id: 31, name: 'Asha' } };
  const sale = newSaleOf(draft, { itemsById: ITEMS, payment: paid(draft), currency: 'UGX' }, tools());
  expect([sale.finalMinor, sale.status]).toEqual([0, 'completed']);
});
