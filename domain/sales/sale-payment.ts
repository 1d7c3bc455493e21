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
  /** The time by the device's clock, kept where it is impossible (SYN-23). */
  deviceAtMs?: number;
}

/** Ways to settle money that is due back: the customer gets it, or the shop keeps it as credit. */
export const REFUND_WAYS = ['refunded', 'kept'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

/** One settling of what the shop owed a customer for a sale (M6, M7). Credit that is kept came by no method. */
export interface SaleRefund extends SalePayment {
  way: RefundWay;
}

/** The fields of a sale that say how far it is paid. Rows of builds without payments have no list of them. */
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

const NO_AMOUNT = 'Amount must be a positive number';

/**
 * A payment as it was taken. `orderId` is that of the sale: when another device fulfilled the order first, the sale
 * that was paid here is not the one that stands, and the money belongs to that one (M10).
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

/** A sale may be paid by several methods at the counter; more than a handful is a slip. */
export const TILL_PAYMENTS_MAX = 8;

/**
 * A payment that is taken while the sale is rung up. The first bears the sale's own id, as the payment of a sale that
 * is paid by one method does.
 */
export const tillPaymentSchema = v.object({
  id: idSchema,
  amountMinor: newSalePaymentSchema.entries.amountMinor,
  paymentMethodId: newSalePaymentSchema.entries.paymentMethodId,
  paymentMethodName: newSalePaymentSchema.entries.paymentMethodName,
  transactionId: transactionIdSchema,
});
export type TillPayment = v.InferOutput<typeof tillPaymentSchema>;

/** True when the payments are at most the price, and the status is 'completed' exactly when they are all of it. */
export function paymentsAgree(sale: {
  status: 'completed' | 'pending';
  finalMinor: number;
  payments?: readonly { amountMinor: number }[];
}): boolean {
  if (sale.payments === undefined) return true;
  const paidMinor = sumOf(sale.payments);
  return paidMinor <= sale.finalMinor && (paidMinor === sale.finalMinor) === (sale.status === 'completed');
}

/** A refund or a credit as it was made: a payment in the other direction. */
export const newSaleRefundSchema = v.object({ ...newSalePaymentSchema.entries, way: v.picklist(REFUND_WAYS) });

/** The payment of a sale that was paid when it was rung up; it bears the sale's own id. */
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
 * Everything that was taken for a sale, oldest first. A row without a list was paid when it was rung up, or not at all.
 */
export function salePayments(sale: PaidSale): readonly SalePayment[] {
  return sale.payments ?? (sale.status === 'completed' ? [paymentAtSale(sale)] : []);
}

/** Shown instead of a payment method while nothing is paid: no method was used (R-SLIST-40). */
export const NOT_PAID_YET = 'Not paid yet';

/** True when nothing at all was paid for the sale yet. */
export const isNothingPaid = (sale: PaidSale): boolean => sale.status === 'pending' && salePayments(sale).length === 0;

/** The methods by which payments of a sale were made that the sale itself does not name. */
export function otherMethodIdsOf(sale: {
  paymentMethodId: number | null;
  payments?: readonly { paymentMethodId: number | null }[];
}): number[] {
  const ids = (sale.payments ?? []).map((payment) => payment.paymentMethodId);
  return [...new Set(ids)].filter((id): id is number => id !== null && id !== sale.paymentMethodId);
}

/** True when the sale or one of its payments used this method: then the method cannot be removed (R-PAY-17). */
export const isPaidBy = (sale: Pick<PaidSale, 'payments' | 'paymentMethodId'>, methodId: number): boolean =>
  sale.paymentMethodId === methodId || otherMethodIdsOf(sale).includes(methodId);

const sumOf = (amounts: readonly { amountMinor: number }[]): number =>
  amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

const settledMinor = ({ refunds = [] }: PaidSale, way: RefundWay): number =>
  sumOf(refunds.filter((refund) => refund.way === way));

/** Σ of the payments, in minor units. */
export const salePaidMinor = (sale: PaidSale): number => sumOf(salePayments(sale));

/** Σ of what was handed back. */
export const saleRefundedMinor = (sale: PaidSale): number => settledMinor(sale, 'refunded');

/** Money held for a sale beyond its price (the price of a cancelled sale is 0); negative: the part that is not paid. */
const surplusMinor = (sale: PaidSale): number =>
  salePaidMinor(sale) - saleRefundedMinor(sale) - (sale.status === 'cancelled' ? 0 : sale.finalMinor);

/**
 * The customer's debt: the unpaid part of the price (G22), or money given back beyond what was due, which makes a debt
 * even of a cancelled sale.
 */
export const saleBalanceMinor = (sale: PaidSale): number => Math.max(0, -surplusMinor(sale));

/**
 * The credit kept for the customer: never more than the shop holds, since kept money may have been handed back later.
 */
export const saleCreditMinor = (sale: PaidSale): number =>
  Math.min(settledMinor(sale, 'kept'), Math.max(0, surplusMinor(sale)));

/** Money due back that nobody has settled: all that was taken for a cancelled sale (M6), or was taken twice (M7). */
export const saleRefundDueMinor = (sale: PaidSale): number => Math.max(0, surplusMinor(sale)) - saleCreditMinor(sale);

/**
 * The part of each payment of a cancelled sale that is still to be given back. Refunds and credits are set off against
 * the oldest payments first, so that each day knows how much of the money it took is still there.
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

/** A cancellation names at most so many methods by which it gives back; a sale is paid by two or three. */
export const CANCEL_REFUNDS_MAX = 10;

/** A refund made with the cancellation of a sale, by one method: part of the same mutation. */
export const cancelRefundSchema = v.object({
  id: idSchema,
  amountMinor: newSalePaymentSchema.entries.amountMinor,
  paymentMethodId: newSalePaymentSchema.entries.paymentMethodId,
  paymentMethodName: newSalePaymentSchema.entries.paymentMethodName,
});
export type CancelRefund = v.InferOutput<typeof cancelRefundSchema>;

/** All that a sale would owe its customer once it is cancelled, given back as it was paid. */
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

/** Paid as it was rung up, and nothing happened to its money since: there is no more to tell than by which method. */
export const isPaidAtOnce = (sale: PaidSale): boolean =>
  saleBalanceMinor(sale) === 0 &&
  saleRefundDueMinor(sale) === 0 &&
  (sale.refunds ?? []).length === 0 &&
  salePayments(sale).every(({ id }) => id === sale.id);

/** The transaction ids that a sale and its payments bear, by the key under which two are the same. */
export function transactionKeysOf(sale: PaidSale): string[] {
  const ids = [sale.transactionId, ...salePayments(sale).map((payment) => payment.transactionId)];
  return [...new Set(ids.flatMap((id) => (id === null || id === '' ? [] : [transactionKey(id)])))];
}

/**
 * The transaction ids of its payments as they were typed; of a sale that is not paid yet its own. A sale repeats the id
 * of its first payment.
 */
export function transactionIdsOf(sale: PaidSale): string[] {
  const payments = salePayments(sale);
  const ids = payments.length > 0 ? payments.map((payment) => payment.transactionId) : [sale.transactionId];
  return ids.flatMap((id) => (id === null || id.trim() === '' ? [] : [id]));
}

/** Case and outer blanks do not make another transaction of it. */
export const transactionKey = (transactionId: string): string => transactionId.trim().toLowerCase();
