import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '../../../domain/time.ts';
import { isDecidable } from '../../../sync/replica/decide.ts';
import type { OutboxEntry } from '../../../sync/ports.ts';
import { decideSentence, failureSentence } from '../../parts/words.ts';
import { reasonOf } from '../../parts/conflict/refused-words.ts';
import { useWaitingChanges } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { RowSyncBadge } from '../../ui/status-badge.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { ChangeCard } from './change-card.tsx';
import { describeChange, type KnownNames } from './describe-change.ts';
import { DiscardDialog } from './discard-dialog.tsx';

/** A change that is not sent again by itself: what it was, why, and what a person can do (SYN-5, M42). */
export function RefusedCard({ entry, names, timeZone }: { entry: OutboxEntry; names: KnownNames; timeZone: string }) {
  const { decide } = useWaitingChanges();
  const deciding = useOneAtATime(entry.seq);
  const [isAsking, setAsking] = useState(false);
  const what = describeChange(entry.wire, names);

  const retry = () =>
    deciding.start(async () => {
      try {
        const result = await decide('retry', entry.seq);
        if (!result.ok) return showFailure('Failed to retry', decideSentence(result.code));
        showSuccess('Retrying', `${what} is sent again${withOthers(result.others)}.`);
        return SPENT;
      } catch (error) {
        showFailure('Failed to retry', failureSentence(error));
      }
    });

  return (
    <ChangeCard what={what} since={formatDateTime(entry.wire.atMs, timeZone)}>
      <Text>{reasonOf(entry)}</Text>
      <RowSyncBadge sync="refused" />
      {isDecidable(entry) && (
        <Group gap="sm" mt="xs" grow className="k-arrives">
          <Button variant="default" loading={deciding.isBusy} onClick={retry}>
            Retry
          </Button>
          <Button variant="default" onClick={() => setAsking(true)}>
            Discard
          </Button>
        </Group>
      )}
      {isAsking && <DiscardDialog entry={entry} what={what} onClose={() => setAsking(false)} />}
    </ChangeCard>
  );
}

const withOthers = (count: number): string =>
  count === 0 ? '' : count === 1 ? ', with 1 change that belongs to it' : `, with ${count} changes that belong to it`;
