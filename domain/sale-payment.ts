import * as v from 'valibot';
import { idSchema } from './id.ts';

/** Money taken for a sale, at the counter with the sale or later (G4, G22, C-048). */
export interface SalePayment {
  id: number;
  amountMinor: number;
  paymentMethodId: number | null;
  paymentMethodName: string | null;
  transactionId: string | null;
  byUserId: number;
  atMs: number;
}

/** What became of money that was due back: the customer has it again, or the shop keeps it for what they buy next. */
export const REFUND_WAYS = ['refunded', 'kept'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

/** One settling of what the shop owed a customer for a sale (M6, M7). Credit that is kept came by no method. */
export interface SaleRefund extends SalePayment {
  way: RefundWay;
}

/** What of a sale says how far it is paid. Rows of builds that knew no payments have no list of them. */
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
 * A payment as it was taken. `orderId` is that of the sale: when another device fulfilled the order first, the sale that
 * was paid here is not the one that stands, and the money belongs to that one (M10).
 */
export const newSalePaymentSchema = v.object({
  id: idSchema,
  saleId: idSchema,
  orderId: v.nullable(idSchema),
  amountMinor: v.pipe(
    v.number(NO_AMOUNT),
    v.safeInteger(NO_AMOUNT),
    v.minValue(1, NO_AMOUNT),
    v.maxValue(Number.MAX_SAFE_INTEGER, 'Amount is too large'),
  ),
  paymentMethodId: v.nullable(idSchema),
  paymentMethodName: v.nullable(v.pipe(v.string(), v.maxLength(60))),
  transactionId: transactionIdSchema,
});

/** What was given back or kept, as it was done: in shape a payment the other way. */
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
});

/** Everything that was taken for a sale, oldest first. A row without a list was paid when it was rung up, or not at all. */
export function salePayments(sale: PaidSale): readonly SalePayment[] {
  return sale.payments ?? (sale.status === 'completed' ? [paymentAtSale(sale)] : []);
}

/** The methods by which payments of a sale were made that the sale itself does not name. */
export function otherMethodIdsOf(sale: Pick<PaidSale, 'payments' | 'paymentMethodId'>): number[] {
  const ids = (sale.payments ?? []).map((payment) => payment.paymentMethodId);
  return [...new Set(ids)].filter((id): id is number => id !== null && id !== sale.paymentMethodId);
}

/** Whether a sale or a payment of it was made by this method: then the method cannot be removed (R-PAY-17). */
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

/** What the shop holds for a sale beyond its price, which is nothing for a cancelled one; below 0: what it lacks. */
const surplusMinor = (sale: PaidSale): number =>
  salePaidMinor(sale) - saleRefundedMinor(sale) - (sale.status === 'cancelled' ? 0 : sale.finalMinor);

/**
 * What the customer owes: what of the price is not paid (G22), or what was given back beyond what was due, which makes
 * a debt even of a cancelled sale.
 */
export const saleBalanceMinor = (sale: PaidSale): number => Math.max(0, -surplusMinor(sale));

/** What the shop keeps for the customer: never more than there is, for what was handed back after all is gone. */
export const saleCreditMinor = (sale: PaidSale): number =>
  Math.min(settledMinor(sale, 'kept'), Math.max(0, surplusMinor(sale)));

/** What nobody has settled yet: all that was taken for a cancelled sale (M6), and what was taken twice (M7). */
export const saleRefundDueMinor = (sale: PaidSale): number => Math.max(0, surplusMinor(sale)) - saleCreditMinor(sale);

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

/** Case and outer blanks do not make another transaction of it. */
export const transactionKey = (transactionId: string): string => transactionId.trim().toLowerCase();
