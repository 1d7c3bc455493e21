import { Button, Group, Text } from '@mantine/core';
import { formatDateTime } from '../../../domain/time.ts';
import { mutationNamed } from '../../../sync/mutation/registry.ts';
import type { Conflict } from '../../../sync/protocol/conflict.ts';
import { usersById } from '../../../sync/store/live-reads.ts';
import { saved } from '../../app/save.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { RowSyncBadge } from '../../ui/status-badge.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { ChangeCard } from './change-card.tsx';
import { groupLabel, type SideWords, sidesFor, valuesText } from './conflict-words.ts';

/** Two values that two people meant, side by side; one of them is kept, on every device (M13). */
export function ConflictCard({ conflict, name, timeZone }: { conflict: Conflict; name: string; timeZone: string }) {
  const { run, userId } = useReplica();
  const { currency } = useShop();
  const users = useLive(usersById, []);
  const settling = useOneAtATime();
  const sides = sidesFor(conflict, userId, users ?? new Map());
  const settle = mutationNamed('conflict.settle');
  const line = sides.map(({ who, side }) => `${who} ${valuesText(side, currency ?? '')}`).join(', ');

  const keep = (chosen: SideWords) =>
    settling.start(async () => {
      if (!settle) return;
      const { id, mine, theirs } = conflict;
      const result = await saved(
        run(settle.name, () => ({ id, keep: chosen.keep, mine: mine.values, theirs: theirs.values })),
      );
      if (!result.ok) return showFailure('Failed to settle the conflict', result.reason);
      showSuccess('Conflict settled', `${groupLabel(conflict.group)}: ${valuesText(chosen.side, currency ?? '')}`);
    });

  return (
    <ChangeCard what={name} since={formatDateTime(conflict.createdAtMs, timeZone)}>
      <Text className="k-breakable">{`${groupLabel(conflict.group)}: ${line}`}</Text>
      <Facts>
        {sides.map(({ keep: side, who, side: { atMs } }) => (
          <Fact key={side} name={`Changed by ${who === 'yours' ? 'you' : who}`}>
            {formatDateTime(atMs, timeZone)}
          </Fact>
        ))}
      </Facts>
      <RowSyncBadge sync="conflict" />
      {settle && (
        <Group gap="sm" mt="xs" grow>
          {sides.map((side) => (
            <Button key={side.keep} variant="default" loading={settling.isBusy} onClick={() => keep(side)}>
              {side.button}
            </Button>
          ))}
        </Group>
      )}
    </ChangeCard>
  );
}
