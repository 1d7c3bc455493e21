import { Text } from '@mantine/core';
import { dayRange } from '../../../domain/time.ts';
import { replicaStateOf, syncStatusOf } from '../../../sync/store/live-reads.ts';
import { completenessText } from '../../app/completeness.ts';
import { useLive } from '../../state/replica.tsx';
import { useSyncStatus } from '../../state/sync-status.ts';
import { useNow } from '../../ui/use-now.ts';

/** How much of the shop stands behind the figures above; nothing until that is read. */
export function useReportReach(timeZone: string): string[] {
  const pendingCount = useSyncStatus((state) => state.pendingCount);
  const nowMs = useNow((atMs) => dayRange(atMs, timeZone).toMs);
  const read = useLive(async (shop) => ({ status: await syncStatusOf(shop), state: await replicaStateOf(shop) }), []);
  if (read === undefined) return [];
  const { lastSyncAtMs } = read.status;
  const sentences = [completenessText({ nowMs, lastSyncAtMs, pendingCount }, timeZone)];
  if (!read.state.snapshotComplete) sentences.push('This device has no whole copy of the shop yet.');
  if (read.state.historyLeft) sentences.push('Older sales are still being fetched.');
  return sentences;
}

export function ReportReach({ timeZone }: { timeZone: string }) {
  const sentences = useReportReach(timeZone);
  return (
    <Text size="sm" c="dimmed" ta="center" mt="xs" role="note">
      {sentences.length === 0 ? ' ' : sentences.join(' · ')}
    </Text>
  );
}
