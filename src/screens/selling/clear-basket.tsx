import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { paidForIt } from './paid-for-it.ts';
import type { SaleForm } from './use-sale-form.ts';

interface ClearBasketProps {
  sale: SaleForm;
  onCleared: () => void;
  onClose: () => void;
}

/** Asks before the basket is emptied: the lines, and all that was set for this sale (R-CTR-29). */
export function ClearBasket({ sale, onCleared, onClose }: ClearBasketProps) {
  const { draft, currency } = sale;
  const paid = paidForIt(draft, currency);
  return (
    <ConfirmDialog
      opened
      title="Clear the basket?"
      message={paid === '' ? 'All that is in it is taken out, and nothing is sold.' : `Nothing is sold. ${paid}`}
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
