import { sumMinor } from '../../../domain/money.ts';
import { choosablePaymentMethods, isCash, isCredit, type PaymentMethod } from '../../../domain/sales/payment-method.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { TILL_PAYMENTS_MAX, type TillPayment } from '../../../domain/sales/sale-payment.ts';
import type { DraftPayment, TypedPayment } from '../../parts/payment/draft-payment.ts';
import { readTyped, sumOf } from '../../parts/form/typed-number.ts';
import { addPart, type PaidPart, type SaleDraft } from './sale-draft.ts';

/*
 * How an unfinished sale is paid. Parts paid by other methods come first; the chosen method covers the rest. With 'Pay
 * later' the rest stays unpaid, except what is paid now.
 */

/** Returns the amount due after the parts, in minor units. Negative if the basket shrank below them. */
export const dueMinor = (draft: Pick<SaleDraft, 'parts'>, finalMinor: number): number =>
  finalMinor - sumMinor(draft.parts.map(({ amountMinor }) => amountMinor));

/** Reads the part that a customer on credit pays at once: 0 for a blank field, always less than the amount due. */
export function readPaidNow({ paidNowText }: Pick<SaleDraft, 'paidNowText'>, due: number): Result<number, string> {
  if (paidNowText.trim() === '') return ok(0);
  const typed = readTyped(paidNowText, 'Amount must be zero or more');
  if (!typed.ok) return typed;
  if (typed.value > 0 && typed.value >= due) return refuse('This is the whole amount. Choose how it is paid instead.');
  return typed;
}

/** True if this choice leaves the rest unpaid: 'Pay later', or the method that is credit. */
export const leavesUnpaid = (
  { isPayLater, paymentMethodId }: Partial<TypedPayment>,
  methods: readonly PaymentMethod[],
): boolean => isPayLater === true || isCredit(methods.find(({ id }) => id === paymentMethodId)?.name ?? null);

/** Returns the changes by which cash that was received, less than what is due, becomes 'Paid now' (R-CTR-25). */
export function receivedAsPaidNow({ receivedText }: Pick<SaleDraft, 'receivedText'>, due: number): Partial<SaleDraft> {
  const receivedMinor = sumOf(receivedText);
  return receivedMinor > 0 && receivedMinor < due ? { paidNowText: receivedText, receivedText: '' } : {};
}

/**
 * Returns the changes by which cash that was received, less than what is due, becomes a part paid in cash, so that
 * another method pays the rest (R-CTR-24).
 */
export function receivedAsPart(
  { receivedText, parts }: Pick<SaleDraft, 'receivedText' | 'parts'>,
  due: number,
  cash: Pick<PaymentMethod, 'id' | 'name'>,
): Partial<SaleDraft> {
  const amountMinor = sumOf(receivedText);
  // Not a number while the text cannot be read.
  if (!(amountMinor > 0 && amountMinor < due)) return {};
  const part = { amountMinor, paymentMethodId: cash.id, paymentMethodName: cash.name, transactionId: '' };
  return { parts: addPart(parts, part), receivedText: '' };
}

/**
 * Returns the changes by which 'Paid now' becomes what was received when the whole is paid after all: less than is due,
 * it holds the sale up. By another method than cash it is a part that is not added yet. Where there is no room for a part
 * (`isRoom`), it stays what it is.
 */
export function paidNowAsReceived(
  { paidNowText, receivedText }: Pick<SaleDraft, 'paidNowText' | 'receivedText'>,
  method: Pick<PaymentMethod, 'name'> | null,
  isRoom: boolean,
): Partial<SaleDraft> {
  if (paidNowText.trim() === '' || receivedText.trim() !== '') return {};
  if (isCash(method?.name ?? null)) return { paidNowText: '', receivedText: paidNowText };
  return isRoom ? { paidNowText: '', partText: paidNowText } : {};
}

/** Returns the method of what is paid now: the chosen one, or Cash if the chosen one is credit. */
export function methodOfPaidNow({ chosen, methods }: Pick<DraftPayment, 'chosen' | 'methods'>): PaymentMethod | null {
  if (chosen !== null && !isCredit(chosen.name)) return chosen;
  return methods.find(({ name }) => isCash(name)) ?? methods.find(({ name }) => !isCredit(name)) ?? null;
}

/** Returns the methods by which money is paid now: all but credit. */
export const moneyMethodsOf = (methods: readonly PaymentMethod[]): PaymentMethod[] =>
  choosablePaymentMethods(methods, null).filter(({ name }) => !isCredit(name));

/** True if a part of the sale may be paid by one method and the rest by another. */
export const hasRoomForPart = ({ parts }: Pick<SaleDraft, 'parts'>, methods: readonly PaymentMethod[]): boolean =>
  parts.length < TILL_PAYMENTS_MAX - 1 && moneyMethodsOf(methods).length > 1;

/**
 * Returns the payments of the sale; undefined if one method pays all of it, or nothing is paid.
 * @param ids of the first payment (the sale's own) and of each further one
 */
export function tillPaymentsOf(
  draft: SaleDraft,
  payment: DraftPayment,
  finalMinor: number,
  ids: { saleId: number; mintId: () => number },
): TillPayment[] | undefined {
  const due = dueMinor(draft, finalMinor);
  const paidNow = payment.status === 'pending' ? readPaidNow(draft, due) : ok(draft.parts.length > 0 ? due : 0);
  const lastMinor = paidNow.ok ? paidNow.value : 0;
  const method = payment.status === 'pending' ? methodOfPaidNow(payment) : payment.chosen;
  const last: Omit<PaidPart, 'key'> = {
    amountMinor: lastMinor,
    paymentMethodId: method?.id ?? null,
    paymentMethodName: method?.name ?? null,
    transactionId: method !== null && !isCash(method.name) ? draft.transactionId : '',
  };
  const parts = [...draft.parts, ...(lastMinor > 0 ? [last] : [])];
  if (parts.length === 0) return undefined;
  return parts.map(({ amountMinor, paymentMethodId, paymentMethodName, transactionId }, index) => ({
    id: index === 0 ? ids.saleId : ids.mintId(),
    ...{ amountMinor, paymentMethodId, paymentMethodName },
    transactionId: transactionId.trim() === '' ? null : transactionId.trim(),
  }));
}
