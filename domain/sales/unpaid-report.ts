import { formatMoney } from '../money.ts';
import { isInCurrency } from './in-currency.ts';
import type { Sale } from './sale.ts';
import { saleBalanceMinor } from './sale-payment.ts';
import { daysBetween, formatDate } from '../time.ts';

/** A sale with a balance (R-REP-16). */
export interface UnpaidSale {
  sale: Sale;
  balanceMinor: number;
  /** Days since it was rung up, by the shop's calendar. */
  ageDays: number;
}

export interface UnpaidReport {
  /** The sum of the balances in the shop's currency. */
  owedMinor: number;
  /** The number of sales in that sum. */
  owedCount: number;
  /** The oldest first: their money is the hardest to collect. */
  sales: UnpaidSale[];
}

/** Returns the sales with a balance. Leaves out cancelled sales (R-REP-17). */
export function unpaidReport(
  sales: readonly Sale[],
  { nowMs, zone, currency }: { nowMs: number; zone: string; currency: string },
): UnpaidReport {
  const unpaid = sales
    .filter((sale) => sale.status !== 'cancelled' && saleBalanceMinor(sale) > 0)
    .map((sale) => ({
      sale,
      balanceMinor: saleBalanceMinor(sale),
      ageDays: Math.max(0, daysBetween(sale.createdAtMs, nowMs, zone)),
    }))
    .sort((a, b) => a.sale.createdAtMs - b.sale.createdAtMs || a.sale.id - b.sale.id);
  const ours = unpaid.filter(({ sale }) => isInCurrency(sale, currency));
  return {
    owedMinor: ours.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0),
    owedCount: ours.length,
    sales: unpaid,
  };
}

/** Returns a friendly reminder for a customer with an unpaid sale. */
export function reminderText(
  { sale, balanceMinor }: Pick<UnpaidSale, 'sale' | 'balanceMinor'>,
  { shopName, zone }: { shopName: string; zone: string },
): string {
  const greeting = sale.customerName === null ? 'Hello' : `Hello ${sale.customerName}`;
  const owed = formatMoney(balanceMinor, sale.currency, 2);
  return `${greeting}, this is ${shopName}. A reminder that ${owed} is still unpaid for your purchase of ${formatDate(
    sale.createdAtMs,
    zone,
  )} (${sale.saleNumber}). Thank you!`;
}
