import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '../../../domain/time.ts';
import { paths } from '../../parts/paths.ts';
import { useOnline } from '../../state/online.ts';
import { useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { CardList } from '../../ui/list/card-list.tsx';
import { offlineText } from '../../ui/online-only.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { eventText, isRefused } from './security-words.ts';
import { SignOutElsewhere } from './sign-out-elsewhere.tsx';
import { type SecurityEvent, useSecurityEvents } from './use-security-events.ts';

/** The screen /settings/security (R-SEC): signing out other devices, and the security trail for admins. */
export function Security() {
  usePageTitle('Security');
  const { role } = useReplica();
  const isOnline = useOnline((online) => online.isOnline);
  // Reads again after an action, which adds to the trail.
  const [round, setRound] = useState(0);
  return (
    <Screen className="k-security">
      <BackLink to={paths.profile} />
      <SignOutElsewhere onDone={() => setRound((before) => before + 1)} />
      <Stack component="section" aria-labelledby="trail" gap="sm">
        <Title order={2} size="h4" id="trail">
          What happened
        </Title>
        {role !== 'admin' && <Text>Only an admin can see what happened in this shop.</Text>}
        {role === 'admin' && !isOnline && <Text>{offlineText('see what happened in this shop')}</Text>}
        {role === 'admin' && isOnline && <Trail key={round} />}
      </Stack>
    </Screen>
  );
}

function Trail() {
  const { list, hasMore, isLoadingMore, moreFailure, loadMore } = useSecurityEvents();
  const { timeZone } = useShop();
  return (
    <>
      <Text c="dimmed">
        Who signed in and who was refused, what was changed about people, and what left the shop, in the last 180 days.
        The same network code means the same connection.
      </Text>
      <CardList
        label="What happened"
        state={list}
        loadingText="Loading what happened..."
        empty={{ title: 'Nothing has happened yet' }}
        rowKey={({ id }) => id}
        renderRow={(event) => <EventCard event={event} timeZone={timeZone} />}
      />
      {moreFailure !== null && (
        <Text role="alert" c="red">
          {moreFailure}
        </Text>
      )}
      {list.status === 'ready' && hasMore && (
        <Button variant="default" loading={isLoadingMore} onClick={loadMore}>
          Show older
        </Button>
      )}
    </>
  );
}

/** An event that is reported later than this happened offline: the time at which it was done is shown too. */
const REPORTED_LATE_MS = 5 * 60_000;

function EventCard({ event, timeZone }: { event: SecurityEvent; timeZone: string }) {
  const { times, at, lastAt, device, network } = event;
  const doneAtMs = Number(event.detail['doneAtMs'] ?? at);
  return (
    <Card padding="sm">
      <div className="k-event">
        <Stack gap={4}>
          <Text fw={600} className="k-breakable">
            {eventText(event)}
          </Text>
          {isRefused(event) && (
            <Group>
              <StatusBadge tone="problem">Refused</StatusBadge>
            </Group>
          )}
        </Stack>
        <Stack gap={4}>
          <Text size="sm">
            {times === 1
              ? formatDateTime(lastAt, timeZone)
              : `${times} times, the last ${formatDateTime(lastAt, timeZone)}`}
          </Text>
          {at - doneAtMs > REPORTED_LATE_MS && (
            <Text size="sm">Done without a connection, {formatDateTime(doneAtMs, timeZone)}</Text>
          )}
        </Stack>
        <Text size="sm" c="dimmed" className="k-breakable">
          {device} · Network {network}
        </Text>
      </div>
    </Card>
  );
}
