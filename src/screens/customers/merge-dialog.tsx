import { Text } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { valuesOf } from '../../../sync/merge/three-way.ts';
import { customerFormValuesOf } from '../../parts/customer/customer-form.ts';
import { customerLink } from '../../parts/paths.ts';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import type { MergePlan } from './merge-plan.ts';

export interface MergeDialogProps {
  plan: MergePlan & { status: 'ready' };
  /** The customer on whose screen the dialog is. */
  shownId: number;
  onDeleting: (isDeleting: boolean) => void;
  onClose: () => void;
}

/**
 * Merges two customers: first an edit, then a deletion. If one of them fails, here or on the server, both customers
 * stay, and so does the offer.
 */
export function MergeDialog({ plan: { stays, goes, change }, shownId, onDeleting, onClose }: MergeDialogProps) {
  const { run } = useReplica();
  const navigate = useNavigate();
  const merging = useOneAtATime();

  const edit = async () => {
    const fields = Object.keys(change);
    if (fields.length === 0) return { ok: true } as const;
    return await saved(
      run('customer.edit', () => ({ id: stays.id, base: valuesOf(stays, fields), change }), merging.act),
    );
  };
  const remove = () => {
    const base = valuesOf(goes, Object.keys(customerFormValuesOf(goes)));
    return saved(run('customer.remove', () => ({ id: goes.id, base }), `${merging.act}/remove`));
  };
  const merge = () =>
    merging.start(async () => {
      onDeleting(shownId === goes.id);
      const edited = await edit();
      const result = edited.ok ? await remove() : edited;
      if (!result.ok) {
        onDeleting(false);
        onClose();
        return showFailure('Failed to merge customers', result.reason);
      }
      showSuccess('Customers merged', stays.name);
      if (shownId === goes.id) await navigate(customerLink(stays.id), { replace: true });
      else onClose();
      return SPENT;
    });

  const { name, phone, address, notes } = { ...stays, ...change };
  return (
    <ConfirmDialog
      opened
      title="Merge these customers?"
      confirmLabel="Merge"
      cancelLabel="Cancel"
      isDestructive
      isBusy={merging.isBusy}
      onConfirm={merge}
      onCancel={onClose}
    >
      <Text className="k-breakable">
        {stays.name} stays and gets what is written of {goes.name}, who is deleted. This is what stays:
      </Text>
      <Facts>
        <Fact name="Name">{name}</Fact>
        <Fact name="Phone">{phone || '-'}</Fact>
        <Fact name="Address">{address || '-'}</Fact>
        <Fact name="Notes">
          <span className="k-lines">{notes || '-'}</span>
        </Fact>
      </Facts>
    </ConfirmDialog>
  );
}
