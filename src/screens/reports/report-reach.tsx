import { Text } from '@mantine/core';
import { dayRange } from '../../../domain/time.ts';
import type { ReplicaState, SyncStatus } from '../../../sync/ports.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { replicaStateOf, syncStatusOf } from '../../../sync/store/live-reads.ts';
import { arrivingText } from '../../parts/list/arriving.tsx';
import { completenessText } from '../../parts/list/completeness.ts';
import { keptSinceText, pastSinceMs } from '../../parts/list/past-since.ts';
import { useOnline } from '../../state/online.ts';
import { useLive } from '../../state/replica.tsx';
import { useSyncStatus } from '../../state/sync-status.ts';
import { useNow } from '../../ui/use-now.ts';

interface Known {
  status: SyncStatus;
  state: ReplicaState;
}

const readKnown = async (shop: ShopDatabase): Promise<Known> => ({
  status: await syncStatusOf(shop),
  state: await replicaStateOf(shop),
});

interface Now {
  pendingCount: number;
  isOnline: boolean;
  nowMs: number;
}

function reachText({ status, state }: Known, { isOnline, ...now }: Now, timeZone: string): string {
  const sentences = [completenessText({ ...now, lastSyncAtMs: status.lastSyncAtMs }, timeZone)];
  if (!state.snapshotComplete) sentences.push('This device has no whole copy of the shop yet.');
  if (state.historyLeft) sentences.push(arrivingText('sale', isOnline));
  return sentences.join(' · ');
}

/**
 * Reads how complete this device's data is, as a text for the exported file.
 * @param fromMs the first instant of a report on sales; null if the file is about the present
 */
export async function readReportReach(shop: ShopDatabase, timeZone: string, fromMs: number | null): Promise<string> {
  const { pendingCount } = useSyncStatus.getState();
  const { isOnline } = useOnline.getState();
  const sinceMs = await pastSinceMs(shop, 'sale');
  const reach = reachText(await readKnown(shop), { pendingCount, isOnline, nowMs: Date.now() }, timeZone);
  if (sinceMs === null || fromMs === null || fromMs >= sinceMs) return reach;
  return `${reach} · ${keptSinceText('sales', sinceMs, timeZone)}`;
}

/** Says how complete the data behind the figures is. Renders nothing until this is read. */
export function ReportReach({ timeZone }: { timeZone: string }) {
  const pendingCount = useSyncStatus((state) => state.pendingCount);
  const isOnline = useOnline((state) => state.isOnline);
  const nowMs = useNow((atMs) => dayRange(atMs, timeZone).toMs);
  const known = useLive(readKnown, []);
  return (
    <Text size="sm" c="dimmed" ta="center" mt="xs" role="note">
      {known === undefined ? ' ' : reachText(known, { pendingCount, isOnline, nowMs }, timeZone)}
    </Text>
  );
}
