import { Button, Card, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { dayKey, formatDate, formatDateTime } from '../../../domain/time.ts';
import { replicaStateOf, syncStatusOf } from '../../../sync/store/live-reads.ts';
import { paths } from '../../parts/paths.ts';
import { saved } from '../../parts/form/save.ts';
import { arrivingText } from '../../parts/list/arriving.tsx';
import { pastSinceMs } from '../../parts/list/past-since.ts';
import { failureSentence } from '../../parts/words.ts';
import { saveFile } from '../../platform/save-file.ts';
import { useOnline } from '../../state/online.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { Arrival } from '../../ui/layer/arrival.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import type { ExportKind } from './export-file.ts';

const EXPORTS: readonly { kind: ExportKind; label: string; file: string }[] = [
  { kind: 'sales', label: 'Export sales', file: 'sales' },
  { kind: 'items', label: 'Export items', file: 'items' },
  { kind: 'customers', label: 'Export customers', file: 'customers' },
  { kind: 'movements', label: 'Export stock movements', file: 'stock-movements' },
];

/** Export of the shop's data and import of items, at /settings/data (G29, G30, M41). */
export function Exchange() {
  usePageTitle('Import and export');
  return (
    <Screen className="k-two-columns">
      <StickyHeader backTo={paths.profile} />
      <Exports />
      <Card component="section" aria-labelledby="import">
        <Stack gap="sm">
          <Title order={2} size="h4" id="import">
            Import
          </Title>
          <Text>Bring a list of items from a CSV or Excel file. You see what is in it before anything is added.</Text>
          <Button
            component={Link}
            to={paths.importItems}
            variant="default"
            leftSection={<IconUpload size={20} aria-hidden />}
          >
            Import items
          </Button>
        </Stack>
      </Card>
    </Screen>
  );
}

function Exports() {
  const { database, role, run } = useReplica();
  const { timeZone, currency } = useShop();
  const [writtenCount, setWrittenCount] = useState(0);
  const working = useOneAtATime(writtenCount);
  const [busyKind, setBusyKind] = useState<ExportKind | null>(null);
  const reach = useReach(timeZone);
  const sinceMs = usePastOfExports();

  const write = ({ kind, file }: (typeof EXPORTS)[number]) =>
    working.start(async () => {
      setBusyKind(kind);
      try {
        // Loaded when a person exports, and precached for offline use.
        const { exportFile } = await import('./export-file.ts');
        const content = await exportFile(kind, { database, role, timeZone, currency: currency ?? 'UGX' });
        const noted = await saved(run('export.note', () => ({ what: kind }), null));
        if (!noted.ok) return showFailure('Failed to export', noted.reason);
        saveFile(`kaunta-${file}-${dayKey(Date.now(), timeZone)}.csv`, content);
        showSuccess('Exported', reach ?? 'The file is where this browser puts downloads.');
        setWrittenCount((count) => count + 1);
        return SPENT;
      } catch (error) {
        showFailure('Failed to export', failureSentence(error));
      } finally {
        setBusyKind(null);
      }
    });

  return (
    <Card component="section" aria-labelledby="export">
      <Stack gap="sm">
        <Title order={2} size="h4" id="export">
          Export
        </Title>
        <Text>
          CSV files from what this device holds, also without a connection: items and customers whole,{' '}
          {sinceMs === null
            ? 'all sales and stock movements'
            : `sales and stock movements from ${formatDate(sinceMs, timeZone)} on`}
          .
        </Text>
        {reach !== null && <Text fw={600}>{reach}</Text>}
        <Arrival key={writtenCount} />
        {EXPORTS.map((each) => (
          <Button
            key={each.kind}
            variant="default"
            leftSection={<IconDownload size={20} aria-hidden />}
            loading={working.isBusy && busyKind === each.kind}
            disabled={working.isBusy && busyKind !== each.kind}
            onClick={() => write(each)}
          >
            {each.label}
          </Button>
        ))}
      </Stack>
    </Card>
  );
}

/** Returns the time from which on this device has all sales and all stock movements; null if it has all of the shop. */
const usePastOfExports = (): number | null =>
  useLive(async (shop) => {
    const [sales, movements] = [await pastSinceMs(shop, 'sale'), await pastSinceMs(shop, 'stockMovement')];
    return sales === null && movements === null ? null : Math.max(sales ?? 0, movements ?? 0);
  }, []) ?? null;

/** Returns the time up to which the device's data is complete (M41), as a text; null until it is read. */
function useReach(timeZone: string): string | null {
  const read = useLive(async (shop) => ({ status: await syncStatusOf(shop), state: await replicaStateOf(shop) }), []);
  const isOnline = useOnline((state) => state.isOnline);
  if (read === undefined) return null;
  const { lastSyncAtMs } = read.status;
  if (!read.state.snapshotComplete) return 'The shop is still arriving: a file holds only what is here so far.';
  if (lastSyncAtMs === null) return 'Nothing was synced to this device yet. A file holds only what was recorded here.';
  const upTo = `Includes data synced up to ${formatDateTime(lastSyncAtMs, timeZone)}`;
  return read.state.historyLeft ? `${upTo}. ${arrivingText('sale', isOnline)}` : upTo;
}
