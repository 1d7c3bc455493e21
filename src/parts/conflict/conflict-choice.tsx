import { Button, Group, Stack, Text } from '@mantine/core';
import { formatDateTime } from '../../../domain/time.ts';
import type { Conflict } from '../../../sync/protocol/conflict.ts';
import { usersById } from '../../../sync/store/live-reads.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { conflictLine, groupLabel, type SideWords, sidesOf, valuesText } from './conflict-words.ts';
import { saved } from '../form/save.ts';

export interface ConflictChoiceProps {
  conflict: Conflict;
  /** Also shows when each side was changed. */
  withTimes?: boolean;
}

/** Shows the values of two people side by side. The chosen one is kept, on every device (M13). */
export function ConflictChoice({ conflict, withTimes = false }: ConflictChoiceProps) {
  const { run, userId } = useReplica();
  const { timeZone } = useShop();
  const users = useLive(usersById, []);
  const settling = useOneAtATime(conflict.id);
  const sides = sidesOf(conflict, userId, users ?? new Map());
  const label = groupLabel(conflict.group);

  const keep = (chosen: SideWords) =>
    settling.start(async () => {
      const { id, mine, theirs } = conflict;
      const result = await saved(
        run(
          'conflict.settle',
          () => ({ id, keep: chosen.keep, mine: mine.values, theirs: theirs.values }),
          settling.act,
        ),
      );
      if (!result.ok) return showFailure('Failed to settle the conflict', result.reason);
      showSuccess('Conflict settled', `${label}: ${valuesText(chosen.side)}`);
      return SPENT;
    });

  return (
    <Stack gap={4}>
      <Text className="k-breakable">{conflictLine(conflict, sides)}</Text>
      {withTimes && (
        <Facts>
          {sides.map(({ keep: side, who, side: { atMs } }) => (
            <Fact key={side} name={`Changed by ${who === 'yours' ? 'you' : who}`}>
              {formatDateTime(atMs, timeZone)}
            </Fact>
          ))}
        </Facts>
      )}
      <Group gap="sm" mt="xs" grow className="k-over-link k-wide k-arrives">
        {sides.map((side) => (
          <Button key={side.keep} variant="default" px="xs" loading={settling.isBusy} onClick={() => keep(side)}>
            {side.button}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
