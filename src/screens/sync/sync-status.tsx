import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { lazy } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../../domain/time.ts';
import { paths } from '../../parts/paths.ts';
import { useOnline } from '../../state/online.ts';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { changesText, syncHeadline, useSyncStatus } from '../../state/sync-status.ts';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { OnlineOnlyButton } from '../../ui/online-only.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { AttentionList } from './attention-list.tsx';
import { KeptChangesList } from './kept-changes.tsx';
import { Journal } from './journal.tsx';
import { MoveChanges } from './move-changes.tsx';
import { type SyncOverview, useSyncOverview } from './use-sync-overview.ts';
import { WaitingList } from './waiting-list.tsx';

/** The panel is not part of a built app. */
const DebugPanel =
  import.meta.env.MODE === 'development'
    ? lazy(async () => ({ default: (await import('./debug-panel.tsx')).DebugPanel }))
    : null;

/**
 * The sync status at /sync (G5): waiting changes, changes that need a person, and the last exchanges with the server.
 */
export function SyncStatus() {
  usePageTitle('Sync status');
  const { timeZone } = useShop();
  const overview = useSyncOverview();
  if (overview === undefined) return <LoadingText>Loading...</LoadingText>;
  return (
    <Stack className="k-two-columns">
      <Stack>
        <NowCard overview={overview} timeZone={timeZone} />
        <AttentionList overview={overview} timeZone={timeZone} />
        <KeptChangesList />
        <WaitingList overview={overview} timeZone={timeZone} />
      </Stack>
      <Stack>
        <MoveChanges waitingCount={overview.waitingCount} />
        <Journal timeZone={timeZone} />
        {DebugPanel && <DebugPanel />}
      </Stack>
    </Stack>
  );
}

function NowCard({ overview, timeZone }: { overview: SyncOverview; timeZone: string }) {
  const { status, state } = overview;
  const { wake } = useReplica();
  const isOnline = useOnline((online) => online.isOnline);
  const snapshot = useSyncStatus();
  return (
    <Card component="section" aria-label="Now">
      <Stack>
        <Title order={2} size="h4">
          {syncHeadline(snapshot, isOnline).parts.join(' · ')}
        </Title>
        <Facts>
          <Fact name="Not sent or not confirmed yet">{waitingText(overview, timeZone)}</Fact>
          {overview.waitingPictures > 0 && <Fact name="Images to be sent">{overview.waitingPictures}</Fact>}
          <Fact name="Last successful sync">
            {status.lastSyncAtMs === null ? 'Never yet' : formatDateTime(status.lastSyncAtMs, timeZone)}
          </Fact>
          <Fact name="On this device">{copyText(state)}</Fact>
          <Fact name="Storage">{storageText(status.storagePersistent)}</Fact>
        </Facts>
        {status.phase === 'sign_in' && (
          <Group>
            <Text>What waits stays on this device until you have signed in again.</Text>
            <Button component={Link} to={paths.login} variant="default">
              Go to Login
            </Button>
          </Group>
        )}
        {status.phase === 'outdated' && (
          <Group>
            <Text>
              The server asks for a newer version of Kaunta. What waits stays on this device until it is here.
            </Text>
            <Button variant="default" onClick={() => window.location.reload()}>
              Reload
            </Button>
          </Group>
        )}
        <OnlineOnlyButton
          purpose="sync"
          isOnline={isOnline}
          size="lg"
          fullWidth
          leftSection={<IconRefresh size={20} aria-hidden />}
          loading={snapshot.status === 'syncing'}
          onClick={wake}
        >
          Sync now
        </OnlineOnlyButton>
      </Stack>
    </Card>
  );
}

/** Returns how many changes wait and how old the oldest is (SYN-19). This is shown with every headline. */
function waitingText({ waitingCount, oldestWaitingMs }: SyncOverview, timeZone: string): string {
  if (oldestWaitingMs === null) return 'Nothing';
  const since = formatDateTime(oldestWaitingMs, timeZone);
  return waitingCount === 1 ? `1 change, since ${since}` : `${changesText(waitingCount)}, the oldest since ${since}`;
}

function copyText({ snapshotComplete, historyLeft }: SyncOverview['state']): string {
  if (!snapshotComplete) return 'The shop is still arriving';
  return historyLeft ? 'The shop is here; older sales are still arriving' : 'The whole shop is here';
}

/** Says whether the browser promised to keep the stored data (SYN-26). */
function storageText(isPersistent: boolean | null): string {
  if (isPersistent === null) return 'This browser does not say whether it keeps it';
  return isPersistent
    ? 'Kept: this browser does not clear it by itself'
    : 'Not promised: this browser may clear it when space runs out';
}
