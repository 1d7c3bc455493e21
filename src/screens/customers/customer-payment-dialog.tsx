import { customerBalances } from '../../../domain/people/customer-balance.ts';
import {
  PAID_SALES_MAX,
  partsOf,
  type SalesToPay,
  salesToPay,
  tooMuchOf,
} from '../../../domain/sales/customer-payment.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleBalanceMinor } from '../../../domain/sales/sale-payment.ts';
import { saved } from '../../parts/form/save.ts';
import { useArrivingText } from '../../parts/list/arriving.tsx';
import { PaymentDialog } from '../../parts/payment/payment-dialog.tsx';
import { salesCount } from '../../parts/sale/sale-words.ts';
import { useReplica } from '../../state/replica.tsx';
import { shownMoney } from '../../ui/shown-money.ts';

interface CustomerPaymentProps {
  customerId: number;
  /** All sales of the customer. */
  sales: readonly Sale[];
  currency: string;
  onClose: () => void;
}

/** Records what a customer pays for several sales at once: it goes to the oldest first (R-OWE-01 to R-OWE-06). */
export function CustomerPaymentDialog({ customerId, sales, currency, onClose }: CustomerPaymentProps) {
  const { run } = useReplica();
  const toPay = salesToPay(sales, currency);
  const { owedMinor, unpaidCount } = toPay;
  const arriving = useArrivingText('sale');
  return (
    <PaymentDialog
      owedMinor={owedMinor}
      tooMuch={tooMuchOf(toPay)}
      currency={currency}
      saleCount={toPay.sales.length}
      owedFor={` for ${unpaidCount > PAID_SALES_MAX ? `the oldest ${PAID_SALES_MAX} of ` : ''}${salesCount(unpaidCount)}`}
      note={arriving ? `${arriving} What is owed may be more, and older than what is shown here.` : null}
      tellParts={(amountMinor) => partsText(toPay, amountMinor, currency)}
      save={({ amountMinor, ...how }, act) =>
        saved(
          run(
            'customer.takePayment',
            ({ mintId }) => ({
              customerId,
              parts: partsOf(toPay.sales, amountMinor).map(
                ({ sale: { id: saleId, orderId }, amountMinor: partMinor }) => ({
                  ...{ id: mintId(), saleId, orderId, amountMinor: partMinor },
                }),
              ),
              ...how,
            }),
            act,
          ),
        )
      }
      told={(amountMinor) => leftText(sales, currency, amountMinor)}
      onClose={onClose}
    />
  );
}

/** What is left after a payment. `sales` are those of before. */
function leftText(sales: readonly Sale[], currency: string, amountMinor: number): string {
  const owing = customerBalances(sales).filter((balance) => balance.owedMinor > 0);
  const leftMinor = (owing.find((balance) => balance.currency === currency)?.owedMinor ?? 0) - amountMinor;
  if (leftMinor > 0) return `${shownMoney(leftMinor, currency)} is still owed.`;
  const isMoreOwed = owing.some((balance) => balance.currency !== currency);
  return isMoreOwed ? `Nothing is owed in ${currency} any more.` : 'Nothing is owed any more.';
}

/** Says what an amount pays (R-OWE-02); '' if it is no amount, too much, or all of one sale. */
function partsText({ sales, owedMinor, unpaidCount }: SalesToPay<Sale>, amountMinor: number, currency: string): string {
  if (!(amountMinor > 0 && amountMinor <= owedMinor)) return '';
  const parts = partsOf(sales, amountMinor);
  const last = parts.at(-1);
  const isLastFull = last?.amountMinor === (last && saleBalanceMinor(last.sale));
  const fullCount = isLastFull ? parts.length : parts.length - 1;
  if (fullCount === unpaidCount) return fullCount === 1 ? '' : `Pays all ${salesCount(fullCount)}.`;
  const full = fullCount === 1 ? 'the oldest sale' : `the oldest ${salesCount(fullCount)}`;
  if (isLastFull || last === undefined) return `Pays ${full}.`;
  const part = `${shownMoney(last.amountMinor, currency)} of #${last.sale.saleNumber}`;
  return fullCount === 0 ? `Pays ${part}.` : `Pays ${full}, and ${part}.`;
}
