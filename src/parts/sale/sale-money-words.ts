import type { Sale } from '../../../domain/sales/sale.ts';
import {
  saleBalanceMinor,
  type SalePayment,
  salePayments,
  saleRefundDueMinor,
} from '../../../domain/sales/sale-payment.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import { shownMoney } from '../../ui/shown-money.ts';

export interface MoneyNames {
  users: ReadonlyMap<number, User>;
  currency: string;
  timeZone: string;
}

/** The name of a user whose row is not on this device. */
const SOMEBODY = 'Somebody';

/**
 * Returns messages about a sale of which too much was taken or given back: who did it, when, and what must be put right
 * (M7, R-OWE-04). Empty once it is settled.
 */
export function moneySentences(sale: Sale, names: MoneyNames): string[] {
  const sentences: string[] = [];
  const amount = (minor: number) => shownMoney(minor, names.currency);
  if (sale.flags.includes('overpaid')) {
    const payments = salePayments(sale);
    const taken = lastTwo(payments, 'took', names);
    sentences.push(
      payments.length > 1
        ? `It was paid more than once: ${taken}. Cash may have been taken twice.`
        : // A customer paid for several sales, and one of them did not exist (R-OWE-04).
          `More was taken than it costs: ${taken}. The rest was for another sale, which was not there when this arrived.`,
    );
    sentences.push(`${amount(saleRefundDueMinor(sale))} is due back to the customer.`);
  }
  if (sale.flags.includes('over_refunded')) {
    sentences.push(`More was given back than was due: ${lastTwo(sale.refunds ?? [], 'gave back', names)}.`);
    sentences.push(`The customer owes ${amount(saleBalanceMinor(sale))}.`);
  }
  return sentences;
}

function lastTwo(acts: readonly SalePayment[], did: string, { users, currency, timeZone }: MoneyNames): string {
  const sentences = acts.slice(-2).map(({ byUserId, amountMinor, atMs }) => {
    const user = users.get(byUserId);
    const who = user ? displayName(user) : SOMEBODY;
    return `${who} ${did} ${shownMoney(amountMinor, currency)} on ${formatDateTime(atMs, timeZone)}`;
  });
  return sentences.join(', then ');
}
