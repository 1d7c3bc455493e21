import { type PaidSale, saleBalanceMinor, saleCreditMinor } from '../sales/sale-payment.ts';

/** A customer's debt for their sales in one currency, and the credit that is kept for them (G23). */
export interface CustomerBalance {
  owedMinor: number;
  creditMinor: number;
  /** Sales that something is owed for. */
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

/** One of several: in what currency it is. */
export interface CurrencyBalance extends CustomerBalance {
  currency: string;
}

/** The same for every currency in which something is open: a shop may have changed its own (C-043). */
export function customerBalances(sales: readonly (PaidSale & { currency: string })[]): CurrencyBalance[] {
  const currencies = [...new Set(sales.map(({ currency }) => currency))];
  return currencies
    .map((currency) => ({ currency, ...customerBalance(sales, currency) }))
    .filter(({ owedMinor, creditMinor }) => owedMinor > 0 || creditMinor > 0);
}
