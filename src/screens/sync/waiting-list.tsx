import { Stack, Text, Title } from '@mantine/core';
import { formatDateTime } from '../../../domain/time.ts';
import { ChangeCard } from './change-card.tsx';
import { describeChange } from './describe-change.ts';
import type { SyncOverview } from './use-sync-overview.ts';

/** Changes that are not sent or not confirmed yet, oldest first. */
export function WaitingList({ overview, timeZone }: { overview: SyncOverview; timeZone: string }) {
  const { waiting, moreCount, names } = overview;
  return (
    <Stack component="section" gap="sm" aria-labelledby="waiting">
      <Title order={2} size="h4" id="waiting">
        Waiting to be sent
      </Title>
      {waiting.length === 0 && moreCount === 0 ? (
        <Text c="dimmed">{nothingText(overview)}</Text>
      ) : (
        <Stack component="ul" aria-labelledby="waiting" className="k-plain-list" gap="xs">
          {waiting.map((entry) => (
            <li key={entry.seq}>
              <ChangeCard what={describeChange(entry.wire, names)} since={formatDateTime(entry.wire.atMs, timeZone)} />
            </li>
          ))}
        </Stack>
      )}
      {moreCount > 0 && <Text c="dimmed">and {moreCount} more</Text>}
    </Stack>
  );
}

/** The text when nothing waits. Refused changes are on this device but not on the server. */
const nothingText = ({ attention }: SyncOverview): string =>
  attention.length === 0 ? 'Nothing waits: everything recorded here is on the server.' : 'Nothing else waits.';
