import { describe, expect, test } from 'vitest';
import { paymentOf } from '../../../../src/parts/payment/draft-payment.ts';
import { EMPTY_DRAFT, type SaleDraft } from '../../../../src/screens/selling/sale-draft.ts';
import { CASH, CREDIT, METHODS, MOBILE } from '../../../support/screens/draft-sales.ts';

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

  test('M29 C-049 a chosen method that was archived or removed meanwhile is no other one: another must be chosen', () => {
    const gone = { chosen: null, isMethodRemoved: true, hasTransactionId: true, takesCash: false };
    const typed = { paymentMethodId: MOBILE.id };
    expect(chosen(typed, CASH.id, [{ ...MOBILE, isArchived: true }, CASH])).toMatchObject(gone);
    expect(chosen(typed, CASH.id, [CASH])).toMatchObject({ ...gone, status: 'completed' });
    expect(chosen({ ...typed, isPayLater: true }, CASH.id, [CASH])).toMatchObject({ ...gone, status: 'pending' });
    // A device that knows no method at all takes cash (C-052).
    expect(chosen(typed, null, [])).toMatchObject({ chosen: null, isMethodRemoved: false, takesCash: true });
  });

  test('M28 a chosen method that became an alias is the one that it stands for', () => {
    const other = { ...MOBILE, id: MOBILE.id + 50, aliasOfId: MOBILE.id };
    expect(chosen({ paymentMethodId: other.id }, CASH.id, [CASH, MOBILE, other]).chosen).toBe(MOBILE);
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
