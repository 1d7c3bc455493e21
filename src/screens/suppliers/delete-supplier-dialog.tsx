import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Supplier } from '../../../domain/people/supplier.ts';
import { valuesOf } from '../../../sync/merge/three-way.ts';
import { paths } from '../../parts/paths.ts';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { useGoBack } from '../../ui/list/list-location.ts';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

export interface DeleteSupplierDialogProps {
  supplier: Supplier;
  /** The number of purchases from the supplier on this device. */
  purchaseCount: number;
  /** Called with true before the deletion, with false if it was refused. */
  onLeaving: (isLeaving: boolean) => void;
  onClose: () => void;
}

/**
 * Asks before a supplier is deleted (R-SUPP-19 to R-SUPP-23). It is allowed after the warning: purchases keep the
 * supplier's name (C-117, M24).
 */
export function DeleteSupplierDialog({ supplier, purchaseCount, onLeaving, onClose }: DeleteSupplierDialogProps) {
  const { run } = useReplica();
  const goBack = useGoBack(paths.suppliers);
  const deleting = useOneAtATime();
  // The row as the person saw it. If it was edited since, the deletion is refused (M21).
  const [seen] = useState(supplier);

  const remove = () =>
    deleting.start(async () => {
      onLeaving(true);
      const base = valuesOf(seen, ['name', 'phone', 'email', 'address', 'notes']);
      const result = await saved(run('supplier.remove', () => ({ id: seen.id, base }), deleting.act));
      if (!result.ok) {
        onLeaving(false);
        return showFailure('Failed to delete supplier. Please try again.', result.reason);
      }
      showSuccess('Supplier deleted');
      await goBack({ replace: true });
      return SPENT;
    });

  return (
    <ConfirmDialog
      opened
      title="Delete supplier?"
      confirmLabel="Delete"
      cancelLabel="Cancel"
      isDestructive
      isBusy={deleting.isBusy}
      onConfirm={remove}
      onCancel={onClose}
    >
      <Text className="k-breakable">{seen.name} leaves every list, on all devices.</Text>
      {purchaseCount > 0 && (
        <Text fw={600}>
          This supplier has {purchaseCount} associated {purchaseCount === 1 ? 'purchase' : 'purchases'}; there may be
          more not yet on this device. Purchases stay, with the supplier&apos;s name.
        </Text>
      )}
    </ConfirmDialog>
  );
}
