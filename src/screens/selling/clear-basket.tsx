import { sumMinor } from '../../../domain/money.ts';
import { counterAmount } from '../../ui/counter-amount.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import type { SaleForm } from './use-sale-form.ts';

interface ClearBasketProps {
  sale: SaleForm;
  onCleared: () => void;
  onClose: () => void;
}

/** Asks before the basket is emptied: the lines, and all that was set for this sale (R-CTR-29). */
export function ClearBasket({ sale, onCleared, onClose }: ClearBasketProps) {
  const { draft, currency } = sale;
  const paidMinor = sumMinor(draft.parts.map(({ amountMinor }) => amountMinor));
  return (
    <ConfirmDialog
      opened
      title="Clear the basket?"
      message={
        paidMinor > 0
          ? `Nothing is sold. ${counterAmount(paidMinor, currency)} was paid for it: give that back first.`
          : 'All that is in it is taken out, and nothing is sold.'
      }
      confirmLabel="Clear basket"
      cancelLabel="Keep it"
      isDestructive
      onConfirm={() => {
        sale.startAgain();
        onCleared();
      }}
      onCancel={onClose}
    />
  );
}
