import { isInCurrency } from './in-currency.ts';
import type { Sale } from './sale.ts';
import { saleBalanceMinor } from './sale-payment.ts';

/** The takings of a day, as reports count them: without cancelled sales (R-REP-17). */
export interface DaySum {
  saleCount: number;
  totalMinor: number;
  /** The unpaid part of the total. */
  unpaidMinor: number;
  /** The number of sales in other currencies, which are in no amount (C-043). */
  otherCurrencyCount: number;
}

/** Returns the sum of sales of one day, in minor units of `currency`. The caller has selected the day's sales. */
export function sumOfSales(sales: Iterable<Sale>, currency: string): DaySum {
  const sum: DaySum = { saleCount: 0, totalMinor: 0, unpaidMinor: 0, otherCurrencyCount: 0 };
  for (const sale of sales) {
    if (sale.status === 'cancelled') continue;
    if (!isInCurrency(sale, currency)) {
      sum.otherCurrencyCount += 1;
      continue;
    }
    sum.saleCount += 1;
    sum.totalMinor += sale.finalMinor;
    sum.unpaidMinor += Math.min(sale.finalMinor, saleBalanceMinor(sale));
  }
  return sum;
}
