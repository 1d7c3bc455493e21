import { Box, Button, Group, Tooltip, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/Tooltip.css';
import { IconArchive, IconArchiveOff, IconStar, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { METHOD_IN_USE } from '../../../domain/sales/payment-method.ts';
import type { MutationName } from '../../../sync/mutation/registry.ts';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import type { ShownMethod } from './use-payment-methods.ts';

/** The buttons for what an admin can do with a method now (R-PAY-10 to R-PAY-12, C-054, C-131, C-132). */
export function MethodActs({ shown: { method, isDefault, isUsed } }: { shown: ShownMethod }) {
  const { run, businessId } = useReplica();
  const acting = useOneAtATime(`${isDefault}/${method.isArchived}`);
  const { id, isReadonly, isArchived } = method;

  const act = (name: Extract<MutationName, `paymentMethod.${string}`>, args: object, toasts: ResultToasts) =>
    acting.start(async () => {
      const result = await saved(run(name, () => ({ businessId, id, ...args }), `${acting.act}/${name}`));
      if (!result.ok) return showFailure(toasts.failed, result.reason);
      showSuccess(toasts.done);
      return SPENT;
    });
  const setDefault = () => act('paymentMethod.setDefault', {}, DEFAULT_SET);
  const setArchived = () =>
    act('paymentMethod.setArchived', { isArchived: !isArchived }, isArchived ? RESTORED : ARCHIVED);
  const remove = () => act('paymentMethod.remove', {}, REMOVED);

  // A used method cannot be removed, only archived; an unused one is removed.
  const isArchivable = !isReadonly && (isArchived || isUsed);
  if (isDefault && isReadonly) return null;
  return (
    // After each act the buttons differ. The key makes them new elements, so that a second tap does not hit another
    // button.
    <Group gap="xs" key={`${isDefault}/${isArchived}`} className="k-arrives">
      {!isDefault && !isArchived && (
        <Button
          variant="default"
          px="sm"
          disabled={acting.isBusy}
          leftSection={<IconStar size={18} aria-hidden />}
          onClick={setDefault}
        >
          Set as default
        </Button>
      )}
      {isArchivable && (
        <Button
          variant="default"
          px="sm"
          disabled={acting.isBusy}
          leftSection={isArchived ? <IconArchiveOff size={18} aria-hidden /> : <IconArchive size={18} aria-hidden />}
          onClick={setArchived}
        >
          {isArchived ? 'Restore' : 'Archive'}
        </Button>
      )}
      {!isReadonly && <RemoveButton isUsed={isUsed} isBusy={acting.isBusy} onClick={remove} />}
    </Group>
  );
}

interface ResultToasts {
  done: string;
  failed: string;
}
const DEFAULT_SET: ResultToasts = {
  done: 'Default payment method updated',
  failed: 'Failed to update default payment method',
};
const REMOVED: ResultToasts = {
  done: 'Payment method deleted successfully',
  failed: 'Failed to delete payment method',
};
const ARCHIVED: ResultToasts = { done: 'Payment method archived', failed: 'Failed to archive payment method' };
const RESTORED: ResultToasts = { done: 'Payment method restored', failed: 'Failed to restore payment method' };

/** The button 'Remove'. For a method that sales name it is disabled, with the reason (R-PAY-12, C-132). */
function RemoveButton({ isUsed, isBusy, onClick }: { isUsed: boolean; isBusy: boolean; onClick: () => void }) {
  const reasonId = useId();
  const button = (
    <Button
      variant="default"
      px="sm"
      disabled={isUsed || isBusy}
      leftSection={<IconTrash size={18} aria-hidden />}
      onClick={onClick}
      {...(isUsed ? { 'aria-describedby': reasonId, className: 'k-untouchable' } : {})}
    >
      Remove
    </Button>
  );
  if (!isUsed) return button;
  return (
    // A disabled button gets no events. The box around it does, touches too, and shows the tooltip.
    <Tooltip label={METHOD_IN_USE} multiline w={280} events={{ hover: true, focus: true, touch: true }}>
      <Box>
        {button}
        <VisuallyHidden id={reasonId}>{METHOD_IN_USE}</VisuallyHidden>
      </Box>
    </Tooltip>
  );
}
