import { expect, test } from 'vitest';
import type { Sale } from '../../../../domain/sales/sale.ts';
import { moneySentences } from '../../../../src/parts/sale/sale-money-words.ts';
import { NOON_MS, saleRow, USER_ID, userRow } from '../../../support/shop-rows.ts';

const amina = userRow({ id: USER_ID, firstName: 'Amina', lastName: 'Nakato' });
const NAMES = { users: new Map([[USER_ID, amina]]), currency: 'UGX', timeZone: 'Africa/Kampala' };
const payment = (id: number, amountMinor: number, byUserId = USER_ID) => ({
  ...{ id, amountMinor, byUserId, paymentMethodId: null, paymentMethodName: null, transactionId: null },
  atMs: NOON_MS + id * 60_000,
});
const sentences = (fields: Omit<Partial<Sale>, 'id'>) =>
  moneySentences(saleRow({ id: 900, finalMinor: 500_000, ...fields }), NAMES).map((text) =>
    text.replaceAll(/\s+/g, ' '),
  );

test('R-OWE-04 of one payment that was for another sale too it is not said that money was taken twice', () => {
  expect(sentences({ flags: ['overpaid'], payments: [payment(1, 570_000)] })).toEqual([
    'More was taken than it costs: Amina Nakato took UGX 5,700.00 on 21 Nov 2026, 12:01. ' +
      'The rest was for another sale, which was not there when this arrived.',
    'UGX 700.00 is due back to the customer.',
  ]);
});

test('M7 of two payments the last two are named, also if their author is not on this device', () => {
  const payments = [payment(1, 100_000), payment(2, 400_000), payment(3, 500_000, 71)];
  expect(sentences({ flags: ['overpaid'], payments })).toEqual([
    'It was paid more than once: Amina Nakato took UGX 4,000.00 on 21 Nov 2026, 12:02, ' +
      'then Somebody took UGX 5,000.00 on 21 Nov 2026, 12:03. Cash may have been taken twice.',
    'UGX 5,000.00 is due back to the customer.',
  ]);
});

test('M7 a sale without such a flag has nothing to put right', () => {
  expect(sentences({ payments: [payment(1, 500_000)] })).toEqual([]);
});
