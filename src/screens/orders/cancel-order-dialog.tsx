import { carried } from '../../../domain/sales/seen-order.ts';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import type { ShownOrder } from './read-order.ts';

/**
 * Cancels an order (R-ODET-11 to R-ODET-14). A fulfilled one cannot be cancelled: the dialog says what to do instead
 * (C-070, M9).
 */
export function CancelOrderDialog({ shown, onClose }: { shown: ShownOrder; onClose: () => void }) {
  const { order, customer } = shown;
  const { run } = useReplica();
  const cancelling = useOneAtATime();
  const cancel = () =>
    cancelling.start(async () => {
      const claim = { id: order.id, ...carried(order, customer) };
      const result = await saved(run('order.cancel', () => claim, cancelling.act));
      onClose();
      if (!result.ok) return showFailure('Failed to update status', result.reason);
      showSuccess('Order cancelled');
      return SPENT;
    });
  return (
    <ConfirmDialog
      opened
      title="Cancel this order?"
      message="This action cannot be undone. The order will be marked as cancelled."
      confirmLabel="Cancel order"
      cancelLabel="Keep order"
      isDestructive
      isBusy={cancelling.isBusy}
      onConfirm={cancel}
      onCancel={onClose}
    />
  );
}
