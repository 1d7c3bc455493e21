import type { Sale } from '../../../domain/sales/sale.ts';
import { saleBalanceMinor } from '../../../domain/sales/sale-payment.ts';
import { PaymentDialog } from '../../parts/payment/payment-dialog.tsx';
import { useReplica } from '../../state/replica.tsx';
import { shownMoney } from '../../ui/shown-money.ts';
import { savedOnSale } from './saved-on-sale.ts';

interface RecordPaymentProps {
  sale: Sale;
  currency: string;
  onClose: () => void;
}

/** Records a payment for an unpaid sale: all that is owed, or a part (G4, G22, C-048). */
export function RecordPaymentDialog({ sale, currency, onClose }: RecordPaymentProps) {
  const replica = useReplica();
  const { id: saleId, orderId } = sale;
  const balanceMinor = saleBalanceMinor(sale);
  return (
    <PaymentDialog
      owedMinor={balanceMinor}
      tooMuch="The amount is larger than what is owed"
      currency={currency}
      save={(payment, act) =>
        savedOnSale(replica, sale, act, () =>
          replica.run('sale.takePayment', ({ mintId }) => ({ id: mintId(), saleId, orderId, ...payment }), act),
        )
      }
      told={(amountMinor) =>
        amountMinor === balanceMinor
          ? 'The sale is paid.'
          : `${shownMoney(balanceMinor - amountMinor, currency)} is still owed.`
      }
      onClose={onClose}
    />
  );
}
