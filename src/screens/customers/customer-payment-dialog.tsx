import { customerBalance } from '../../../domain/people/customer-balance.ts';
import { owedOf, salesToPay, sharesOf, tooMuchOf } from '../../../domain/sales/customer-payment.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleBalanceMinor } from '../../../domain/sales/sale-payment.ts';
import { saved } from '../../parts/form/save.ts';
import { PaymentDialog } from '../../parts/payment/payment-dialog.tsx';
import { useReplica } from '../../state/replica.tsx';
import { shownMoney } from '../../ui/shown-money.ts';
import { salesCount } from './owed-text.tsx';

interface CustomerPaymentProps {
  customerId: number;
  /** All sales of the customer. */
  sales: readonly Sale[];
  currency: string;
  onClose: () => void;
}

/** Records what a customer pays for several sales at once: it goes to the oldest first (R-DEBT-01 to R-DEBT-05). */
export function CustomerPaymentDialog({ customerId, sales, currency, onClose }: CustomerPaymentProps) {
  const { run } = useReplica();
  const unpaid = salesToPay(sales, currency);
  const owedMinor = owedOf(unpaid);
  return (
    <PaymentDialog
      owedMinor={owedMinor}
      tooMuch={tooMuchOf(unpaid)}
      currency={currency}
      owedFor={` for ${salesCount(unpaid.length)}`}
      tellShares={(amountMinor) => sharesText(unpaid, amountMinor, currency)}
      save={({ amountMinor, ...how }, act) =>
        saved(
          run(
            'customer.takePayment',
            ({ mintId }) => ({
              customerId,
              parts: sharesOf(unpaid, amountMinor).map(({ sale: { id: saleId, orderId }, amountMinor: partMinor }) => ({
                ...{ id: mintId(), saleId, orderId, amountMinor: partMinor },
              })),
              ...how,
            }),
            act,
          ),
        )
      }
      told={(amountMinor) => {
        const leftMinor = customerBalance(sales, currency).owedMinor - amountMinor;
        return leftMinor === 0 ? 'Nothing is owed any more.' : `${shownMoney(leftMinor, currency)} is still owed.`;
      }}
      onClose={onClose}
    />
  );
}

/** Says what an amount pays (R-DEBT-02); null if it is no amount, too much, or all of one sale. */
export function sharesText(unpaid: readonly Sale[], amountMinor: number, currency: string): string | null {
  if (!(amountMinor > 0 && amountMinor <= owedOf(unpaid))) return null;
  const shares = sharesOf(unpaid, amountMinor);
  const last = shares.at(-1);
  const isLastFull = last?.amountMinor === (last && saleBalanceMinor(last.sale));
  const fullCount = isLastFull ? shares.length : shares.length - 1;
  if (fullCount === unpaid.length) return fullCount === 1 ? null : `Pays all ${salesCount(fullCount)}.`;
  const full = fullCount === 1 ? 'the oldest sale' : `the oldest ${salesCount(fullCount)}`;
  if (isLastFull || last === undefined) return `Pays ${full}.`;
  const part = `${shownMoney(last.amountMinor, currency)} of #${last.sale.saleNumber}`;
  return fullCount === 0 ? `Pays ${part}.` : `Pays ${full}, and ${part}.`;
}
