import * as v from 'valibot';
import { idSchema } from '../id.ts';
import { lengthFirst } from '../length-first.ts';
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

/** Money that a customer pays for several unpaid sales at once (R-OWE-03). */
export const newCustomerPaymentSchema = v.object({
  customerId: idSchema,
  parts: lengthFirst(
    v.pipe(
      v.array(paymentPartSchema),
      v.minLength(1, 'A payment pays at least one sale'),
      v.maxLength(PAID_SALES_MAX, `A payment pays at most ${PAID_SALES_MAX} sales`),
      v.check(
        (parts) => new Set(parts.map(({ saleId }) => saleId)).size === parts.length,
        'A payment pays each sale once',
      ),
    ),
  ),
  paymentMethodId: newSalePaymentSchema.entries.paymentMethodId,
  paymentMethodName: newSalePaymentSchema.entries.paymentMethodName,
  transactionId: newSalePaymentSchema.entries.transactionId,
});

/** The part of an amount that one sale gets. */
export interface SalePart<Sale extends PaidSale> {
  sale: Sale;
  amountMinor: number;
}

/** The unpaid sales of a customer in one currency, as far as one payment can pay them. */
export interface SalesToPay<Sale extends PaidSale> {
  /** Those with a balance, the oldest first; at most `PAID_SALES_MAX`. */
  sales: readonly Sale[];
  /** Their balances together, in minor units. */
  owedMinor: number;
  /** The number of all unpaid sales in this currency. */
  unpaidCount: number;
}

/** Returns the sales with a balance in this currency, the oldest first. */
export const unpaidSales = <Sale extends PaidSale & { currency: string }>(
  sales: readonly Sale[],
  currency: string,
): Sale[] =>
  sales
    .filter((sale) => sale.currency === currency && saleBalanceMinor(sale) > 0)
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id);

/** Returns the sales that a payment in this currency can pay. */
export function salesToPay<Sale extends PaidSale & { currency: string }>(
  sales: readonly Sale[],
  currency: string,
): SalesToPay<Sale> {
  const unpaid = unpaidSales(sales, currency);
  const payable = unpaid.slice(0, PAID_SALES_MAX);
  return {
    sales: payable,
    owedMinor: payable.reduce((sum, sale) => sum + saleBalanceMinor(sale), 0),
    unpaidCount: unpaid.length,
  };
}

/** Returns the sentence for an amount that is more than a payment can pay. */
export const tooMuchOf = ({ sales, unpaidCount }: SalesToPay<PaidSale>): string =>
  sales.length === unpaidCount
    ? 'The amount is larger than what is owed'
    : `One payment pays at most ${PAID_SALES_MAX} sales. Record what is owed for the oldest ${PAID_SALES_MAX} first, then the rest`;

/** Divides an amount over the sales in their order: each is paid in full before the next one gets a part (R-OWE-02). */
export function partsOf<Sale extends PaidSale>(sales: readonly Sale[], amountMinor: number): SalePart<Sale>[] {
  let leftMinor = amountMinor;
  const parts: SalePart<Sale>[] = [];
  for (const sale of sales) {
    const partMinor = Math.min(leftMinor, saleBalanceMinor(sale));
    leftMinor -= partMinor;
    if (partMinor > 0) parts.push({ sale, amountMinor: partMinor });
  }
  return parts;
}
