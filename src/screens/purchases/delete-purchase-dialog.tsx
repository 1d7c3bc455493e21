import { paths } from '../../parts/paths.ts';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { useGoBack } from '../../ui/list/list-location.ts';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import type { ShortItem } from './read-purchase.ts';
import { ShortStock } from './short-stock.tsx';

export interface DeletePurchaseDialogProps {
  purchaseId: number;
  /** True if the goods are in stock: the deletion takes them out again, once (M27). */
  takesStockBack: boolean;
  shortItems: readonly ShortItem[];
  /** True from the deletion on: then nothing says that the purchase is missing, because the app goes to the list. */
  onLeaving: (isLeaving: boolean) => void;
  onClose: () => void;
}

/** Asks before a purchase is deleted, and deletes it (R-PUR-36 to R-PUR-38, C-036). */
export function DeletePurchaseDialog(props: DeletePurchaseDialogProps) {
  const { purchaseId, takesStockBack, shortItems, onLeaving, onClose } = props;
  const { run } = useReplica();
  const goBack = useGoBack(paths.purchases);
  const deleting = useOneAtATime();
  const remove = () =>
    deleting.start(async () => {
      onLeaving(true);
      const result = await saved(run('purchase.remove', () => ({ id: purchaseId }), deleting.act));
      if (!result.ok) {
        onLeaving(false);
        return showFailure('Failed to delete purchase', result.reason);
      }
      showSuccess('Purchase deleted', takesStockBack ? 'Its goods are out of stock again.' : null);
      await goBack({ replace: true });
      return SPENT;
    });
  return (
    <ConfirmDialog
      opened
      title="Delete this purchase?"
      message={takesStockBack ? 'The goods that it brought are taken out of stock again.' : 'Stock stays as it is.'}
      confirmLabel="Delete purchase"
      cancelLabel="Keep purchase"
      isDestructive
      isBusy={deleting.isBusy}
      onConfirm={remove}
      onCancel={onClose}
    >
      {shortItems.length > 0 && <ShortStock items={shortItems} />}
    </ConfirmDialog>
  );
}
