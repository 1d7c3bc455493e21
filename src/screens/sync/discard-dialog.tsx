import { List, Stack, Text } from '@mantine/core';
import { discardedWith, isDecidable } from '../../../sync/replica/decide.ts';
import type { OutboxEntry } from '../../../sync/ports.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { decideSentence, failureSentence } from '../../parts/words.ts';
import { useLive, useWaitingChanges } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { describeChange, readNames } from './describe-change.ts';

export interface DiscardDialogProps {
  entry: OutboxEntry;
  what: string;
  onClose: () => void;
}

/** Asks before a change is discarded, and lists what is discarded with it (M42). */
export function DiscardDialog({ entry, what, onClose }: DiscardDialogProps) {
  const { decide } = useWaitingChanges();
  const discarding = useOneAtATime();
  const dependants = useLive((database) => readDependants(database, entry), [entry]);

  const discard = () =>
    discarding.start(async () => {
      try {
        const result = await decide('discard', entry.seq);
        if (result.ok) showSuccess('Change discarded', what);
        else showFailure('Failed to discard', decideSentence(result.code));
      } catch (error) {
        showFailure('Failed to discard', failureSentence(error));
      }
      onClose();
      return SPENT;
    });

  return (
    <ConfirmDialog
      opened
      title="Discard this change? This cannot be undone."
      confirmLabel="Discard"
      cancelLabel="Keep it"
      isDestructive
      isConfirmDisabled={dependants === undefined || dependants.isUndecided}
      isBusy={discarding.isBusy}
      onConfirm={discard}
      onCancel={onClose}
    >
      <Stack gap="xs">
        <Text className="k-breakable">{what}</Text>
        {dependants !== undefined && dependants.texts.length > 0 && (
          <>
            <Text>
              {dependants.isUndecided ? decideSentence('undecided_dependants') : 'These are discarded with it:'}
            </Text>
            <List>
              {dependants.texts.map(({ seq, text }) => (
                <List.Item key={seq} className="k-breakable">
                  {text}
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

async function readDependants(database: ShopDatabase, entry: OutboxEntry) {
  const others = discardedWith(entry, await database.tables.outbox.toArray());
  const names = await readNames(database, others);
  return {
    texts: others.map(({ seq, wire }) => ({ seq, text: describeChange(wire, names) })),
    isUndecided: !others.every(isDecidable),
  };
}
