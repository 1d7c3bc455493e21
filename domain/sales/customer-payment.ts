import * as v from 'valibot';
import { idSchema } from '../id.ts';
import { newSalePaymentSchema, saleBalanceMinor, type PaidSale } from './sale-payment.ts';

/** The most sales that one payment of a customer pays. */
export const PAID_SALES_MAX = 100;

/** The part of a customer's payment that goes to one sale. `orderId` is the sale's, as in `newSalePaymentSchema`. */
const paymentPartSchema = v.object({
  id: idSchema,
  saleId: idSchema,
  orderId: v.nullable(idSchema),
  amountMinor: newSalePaymentSchema.entries.amountMinor,
});

/** Money that a customer pays for several unpaid sales at once (R-DEBT-03). */
export const newCustomerPaymentSchema = v.object({
  customerId: idSchema,
  parts: v.pipe(
    v.array(paymentPartSchema),
    v.minLength(1, 'A payment pays at least one sale'),
    v.maxLength(PAID_SALES_MAX, `A payment pays at most ${PAID_SALES_MAX} sales`),
    v.check(
      (parts) => new Set(parts.map(({ saleId }) => saleId)).size === parts.length,
      'A payment pays each sale once',
    ),
  ),
  paymentMethodId: newSalePaymentSchema.entries.paymentMethodId,
  paymentMethodName: newSalePaymentSchema.entries.paymentMethodName,
  transactionId: newSalePaymentSchema.entries.transactionId,
});

/** The part of an amount that goes to one sale. */
export interface SaleShare<Sale extends PaidSale> {
  sale: Sale;
  amountMinor: number;
}

/** Returns the sales that a payment of this customer can pay: those with a balance in this currency, oldest first. */
export function salesToPay<Sale extends PaidSale & { currency: string }>(
  sales: readonly Sale[],
  currency: string,
): Sale[] {
  return sales
    .filter((sale) => sale.currency === currency && saleBalanceMinor(sale) > 0)
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id)
    .slice(0, PAID_SALES_MAX);
}

/** Returns what these sales owe together, in minor units. */
export const owedOf = (sales: readonly PaidSale[]): number =>
  sales.reduce((sum, sale) => sum + saleBalanceMinor(sale), 0);

/** Returns the sentence for an amount that is more than these sales of `salesToPay` owe. */
export const tooMuchOf = (sales: readonly PaidSale[]): string =>
  sales.length < PAID_SALES_MAX
    ? 'The amount is larger than what is owed'
    : `The amount is larger than what the oldest ${PAID_SALES_MAX} sales owe. Pay these first, then the others`;

/** Divides an amount over the sales in their order: each is paid in full before the next one gets a part (R-DEBT-02). */
export function sharesOf<Sale extends PaidSale>(sales: readonly Sale[], amountMinor: number): SaleShare<Sale>[] {
  let leftMinor = amountMinor;
  const shares: SaleShare<Sale>[] = [];
  for (const sale of sales) {
    const share = Math.min(leftMinor, saleBalanceMinor(sale));
    leftMinor -= share;
    if (share > 0) shares.push({ sale, amountMinor: share });
  }
  return shares;
}
