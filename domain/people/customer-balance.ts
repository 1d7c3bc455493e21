import { type PaidSale, saleBalanceMinor, saleCreditMinor } from '../sales/sale-payment.ts';

/** A customer's balance over sales in one currency, and the credit that the shop keeps for the customer (G23). */
export interface CustomerBalance {
  owedMinor: number;
  creditMinor: number;
  /** The number of sales with a balance. */
  unpaidCount: number;
}

/** Sums the customer's sales that are in this currency. */
export function customerBalance(
  sales: readonly (PaidSale & { currency: string })[],
  currency: string,
): CustomerBalance {
  const counted = sales.filter((sale) => sale.currency === currency);
  return {
    owedMinor: counted.reduce((sum, sale) => sum + saleBalanceMinor(sale), 0),
    creditMinor: counted.reduce((sum, sale) => sum + saleCreditMinor(sale), 0),
    unpaidCount: counted.filter((sale) => saleBalanceMinor(sale) > 0).length,
  };
}

/** A balance with its currency. */
export interface CurrencyBalance extends CustomerBalance {
  currency: string;
}

/** Returns the balances by currency that are not zero. A shop may have changed its currency (C-043). */
export function customerBalances(sales: readonly (PaidSale & { currency: string })[]): CurrencyBalance[] {
  const currencies = [...new Set(sales.map(({ currency }) => currency))];
  return currencies
    .map((currency) => ({ currency, ...customerBalance(sales, currency) }))
    .filter(({ owedMinor, creditMinor }) => owedMinor > 0 || creditMinor > 0);
}
