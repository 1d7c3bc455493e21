import * as v from 'valibot';
import { idSchema } from '../id.ts';
import { notHundredths } from '../hundredths.ts';

/** Money taken for a sale, at the counter with the sale or later (G4, G22, C-048). */
export interface SalePayment {
  id: number;
  amountMinor: number;
  paymentMethodId: number | null;
  paymentMethodName: string | null;
  transactionId: string | null;
  byUserId: number;
  atMs: number;
  /** The time of the device's clock, stored only if it was impossible (SYN-23). */
  deviceAtMs?: number;
}

/** Ways to settle money that is due back: the customer gets it, or the shop keeps it as credit. */
export const REFUND_WAYS = ['refunded', 'kept'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

/** A refund or credit that settles money due back for a sale (M6, M7). Kept credit has no payment method. */
export interface SaleRefund extends SalePayment {
  way: RefundWay;
}

/** The fields of a sale that decide how far it is paid. Rows of older builds have no list of payments. */
export interface PaidSale {
  id: number;
  status: 'completed' | 'pending' | 'cancelled';
  finalMinor: number;
  payments?: readonly SalePayment[];
  refunds?: readonly SaleRefund[];
  paymentMethodId: number | null;
  paymentMethodName: string | null;
  transactionId: string | null;
  createdByUserId: number;
  createdAtMs: number;
  deviceAtMs?: number;
}

export const TRANSACTION_ID_CHARS_MAX = 80;

/** The reference of a transfer, as the person copied it from the other system (C-049). */
export const transactionIdSchema = v.nullable(
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(TRANSACTION_ID_CHARS_MAX, `Use at most ${TRANSACTION_ID_CHARS_MAX} characters`),
  ),
);

/** The sentence for a payment of nothing. */
export const NO_AMOUNT = 'Amount must be a positive number';

/**
 * A new payment. `orderId` is the sale's: if another device fulfilled the order first, the server refused this device's
 * sale, and the payment goes to the other device's sale (M10).
 */
export const newSalePaymentSchema = v.object({
  id: idSchema,
  saleId: idSchema,
  orderId: v.nullable(idSchema),
  amountMinor: v.pipe(
    v.number(NO_AMOUNT),
    v.safeInteger(notHundredths),
    v.minValue(1, NO_AMOUNT),
    v.maxValue(Number.MAX_SAFE_INTEGER, 'Amount is too large'),
  ),
  paymentMethodId: v.nullable(idSchema),
  paymentMethodName: v.nullable(v.pipe(v.string(), v.maxLength(60))),
  transactionId: transactionIdSchema,
});

/** The most payments taken with a sale. A customer uses two or three methods; more are a mistake. */
export const TILL_PAYMENTS_MAX = 8;

/**
 * A payment taken while the sale is rung up. The first one has the sale's own id, like the payment of a sale that is
 * paid by one method.
 */
export const tillPaymentSchema = v.object({
  id: idSchema,
  amountMinor: newSalePaymentSchema.entries.amountMinor,
  paymentMethodId: newSalePaymentSchema.entries.paymentMethodId,
  paymentMethodName: newSalePaymentSchema.entries.paymentMethodName,
  transactionId: transactionIdSchema,
});
export type TillPayment = v.InferOutput<typeof tillPaymentSchema>;

/** True if the payments do not exceed the price, and the status is 'completed' exactly if they cover it. */
export function paymentsAgree(sale: {
  status: 'completed' | 'pending';
  finalMinor: number;
  payments?: readonly { amountMinor: number }[];
}): boolean {
  if (sale.payments === undefined) return true;
  const paidMinor = sumOf(sale.payments);
  return paidMinor <= sale.finalMinor && (paidMinor === sale.finalMinor) === (sale.status === 'completed');
}

/** A new refund or credit: a payment in the other direction. */
export const newSaleRefundSchema = v.object({ ...newSalePaymentSchema.entries, way: v.picklist(REFUND_WAYS) });

/** Returns the payment of a sale that was paid when it was rung up. The payment has the sale's own id. */
export const paymentAtSale = (sale: PaidSale): SalePayment => ({
  id: sale.id,
  amountMinor: sale.finalMinor,
  paymentMethodId: sale.paymentMethodId,
  paymentMethodName: sale.paymentMethodName,
  transactionId: sale.transactionId,
  byUserId: sale.createdByUserId,
  atMs: sale.createdAtMs,
  ...(sale.deviceAtMs === undefined ? {} : { deviceAtMs: sale.deviceAtMs }),
});

/**
 * Returns the payments of a sale, oldest first. A row without a list was paid when it was rung up, or not at all.
 */
export function salePayments(sale: PaidSale): readonly SalePayment[] {
  return sale.payments ?? (sale.status === 'completed' ? [paymentAtSale(sale)] : []);
}

/** Shown instead of a payment method while nothing is paid (R-SLIST-40). */
export const NOT_PAID_YET = 'Not paid yet';

/** True if nothing is paid for the sale yet. */
export const isNothingPaid = (sale: PaidSale): boolean => sale.status === 'pending' && salePayments(sale).length === 0;

/** Returns the methods of the sale's payments other than the method in the sale's own field. */
export function otherMethodIdsOf(sale: {
  paymentMethodId: number | null;
  payments?: readonly { paymentMethodId: number | null }[];
}): number[] {
  const ids = (sale.payments ?? []).map((payment) => payment.paymentMethodId);
  return [...new Set(ids)].filter((id): id is number => id !== null && id !== sale.paymentMethodId);
}

/** True if the sale or one of its payments used this method. Then the method cannot be removed (R-PAY-17). */
export const isPaidBy = (sale: Pick<PaidSale, 'payments' | 'paymentMethodId'>, methodId: number): boolean =>
  sale.paymentMethodId === methodId || otherMethodIdsOf(sale).includes(methodId);

const sumOf = (amounts: readonly { amountMinor: number }[]): number =>
  amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

const settledMinor = ({ refunds = [] }: PaidSale, way: RefundWay): number =>
  sumOf(refunds.filter((refund) => refund.way === way));

/** Returns the sum of the payments, in minor units. */
export const salePaidMinor = (sale: PaidSale): number => sumOf(salePayments(sale));

/** Returns the sum of the refunds handed back, in minor units. */
export const saleRefundedMinor = (sale: PaidSale): number => settledMinor(sale, 'refunded');

/** Returns the money held beyond the price; a cancelled sale has the price 0. Negative: the unpaid part. */
const surplusMinor = (sale: PaidSale): number =>
  salePaidMinor(sale) - saleRefundedMinor(sale) - (sale.status === 'cancelled' ? 0 : sale.finalMinor);

/**
 * Returns the balance: the unpaid part of the price (G22), or money given back beyond what was due. So a cancelled sale
 * may have a balance too.
 */
export const saleBalanceMinor = (sale: PaidSale): number => Math.max(0, -surplusMinor(sale));

/**
 * Returns the credit kept for the customer. Not more than the shop holds, because kept money may be handed back later.
 */
export const saleCreditMinor = (sale: PaidSale): number =>
  Math.min(settledMinor(sale, 'kept'), Math.max(0, surplusMinor(sale)));

/** Returns unsettled money due back: what was taken for a cancelled sale (M6), or was taken twice (M7). */
export const saleRefundDueMinor = (sale: PaidSale): number => Math.max(0, surplusMinor(sale)) - saleCreditMinor(sale);

/**
 * Returns the part of each payment of a cancelled sale that is still to be given back. Refunds and credits count
 * against the oldest payments first. So a report knows for each day how much of the money taken is still to be given
 * back.
 */
export function paymentsToGiveBack(sale: PaidSale): { payment: SalePayment; amountMinor: number }[] {
  let leftMinor = sale.status === 'cancelled' ? saleRefundDueMinor(sale) : 0;
  const held: { payment: SalePayment; amountMinor: number }[] = [];
  for (const payment of salePayments(sale).toReversed()) {
    const amountMinor = Math.min(leftMinor, payment.amountMinor);
    leftMinor -= amountMinor;
    if (amountMinor > 0) held.unshift({ payment, amountMinor });
  }
  return held;
}

/**
 * The most refunds of one cancellation, one for each method. A sale is usually paid by two or three methods at most.
 */
export const CANCEL_REFUNDS_MAX = 10;

/** A refund by one method, made with the cancellation of a sale in the same mutation. */
export const cancelRefundSchema = v.object({
  id: idSchema,
  amountMinor: newSalePaymentSchema.entries.amountMinor,
  paymentMethodId: newSalePaymentSchema.entries.paymentMethodId,
  paymentMethodName: newSalePaymentSchema.entries.paymentMethodName,
});
export type CancelRefund = v.InferOutput<typeof cancelRefundSchema>;

/** Returns refunds of all money due back after a cancellation, by the methods that it was paid by. */
export function cancelRefundsOf(sale: PaidSale, mintId: () => number): CancelRefund[] {
  const refunds: CancelRefund[] = [];
  const cancelled: PaidSale = { ...sale, payments: salePayments(sale), status: 'cancelled' };
  for (const { payment, amountMinor } of paymentsToGiveBack(cancelled)) {
    const { paymentMethodId, paymentMethodName } = payment;
    const isFull = refunds.length === CANCEL_REFUNDS_MAX;
    const same =
      refunds.find((refund) => refund.paymentMethodId === paymentMethodId) ?? (isFull ? refunds.at(-1) : null);
    if (same) same.amountMinor += amountMinor;
    else refunds.push({ id: mintId(), amountMinor, paymentMethodId, paymentMethodName });
  }
  return refunds;
}

/**
 * True if the sale was paid in full when it was rung up, without later payments or refunds. Its method then says it
 * all.
 */
export const isPaidAtOnce = (sale: PaidSale): boolean =>
  saleBalanceMinor(sale) === 0 &&
  saleRefundDueMinor(sale) === 0 &&
  (sale.refunds ?? []).length === 0 &&
  salePayments(sale).every(({ id }) => id === sale.id);

/** Returns the transaction ids of a sale and its payments as keys (`transactionKey`), each once. */
export function transactionKeysOf(sale: PaidSale): string[] {
  const ids = [sale.transactionId, ...salePayments(sale).map((payment) => payment.transactionId)];
  return [...new Set(ids.flatMap((id) => (id === null || id === '' ? [] : [transactionKey(id)])))];
}

/**
 * Returns the transaction ids as typed: those of the payments, or the sale's own if there is no payment. A sale repeats
 * the id of its first payment.
 */
export function transactionIdsOf(sale: PaidSale): string[] {
  const payments = salePayments(sale);
  const ids = payments.length > 0 ? payments.map((payment) => payment.transactionId) : [sale.transactionId];
  return ids.flatMap((id) => (id === null || id.trim() === '' ? [] : [id]));
}

/** Returns a key that is equal for ids which differ only in case and outer blanks. */
export const transactionKey = (transactionId: string): string => transactionId.trim().toLowerCase();
