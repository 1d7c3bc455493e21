import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { isDeviceOverdue } from '../../../domain/device.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { replicaStateOf } from '../../../sync/store/live-reads.ts';
import { paths } from '../../parts/paths.ts';
import { useOnline } from '../../state/online.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { changesText } from '../../state/sync-status.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { CardList, EmptyText } from '../../ui/list/card-list.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { offlineText } from '../../ui/online-only.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type Device, useDevices } from './use-devices.ts';

/** A larger clock error makes the times of what a device records doubtful (SYN-23). */
const CLOCK_OFF_MS = 5 * 60_000;

/** Updates the view: a device may become overdue while the screen is open. */
const LOOK_AGAIN_MS = 60_000;

/** The shop's devices at /settings/devices (SYN-28): what waits on them, and which have not synced for long. */
export function Devices() {
  usePageTitle('Devices');
  const { role } = useReplica();
  const isOnline = useOnline((online) => online.isOnline);
  return (
    <Screen className="k-card-columns">
      <BackLink to={paths.profile} />
      {role !== 'admin' && <EmptyText title="Only an admin can see the devices of this shop." />}
      {role === 'admin' && !isOnline && <EmptyText title={offlineText('see the devices of this shop')} />}
      {role === 'admin' && isOnline && <DeviceCards />}
    </Screen>
  );
}

function DeviceCards() {
  const { list, reload } = useDevices(true);
  const { timeZone } = useShop();
  const nowMs = useNow((now) => now + LOOK_AGAIN_MS);
  const ownId = useLive(async (database) => (await replicaStateOf(database)).clientId, []);
  return (
    <CardList
      label="Devices"
      state={
        list.status === 'ready'
          ? { status: 'ready', rows: list.devices }
          : list.status === 'failed'
            ? { ...list, onRetry: reload }
            : list
      }
      loadingText="Loading devices..."
      empty={{ title: 'No devices yet' }}
      rowKey={(device) => device.id}
      renderRow={(device) => (
        <DeviceCard device={device} isThis={device.id === ownId} nowMs={nowMs} timeZone={timeZone} />
      )}
    />
  );
}

interface DeviceCardProps {
  device: Device;
  isThis: boolean;
  nowMs: number;
  timeZone: string;
}

function DeviceCard({ device, isThis, nowMs, timeZone }: DeviceCardProps) {
  const { lastSeenAt, pendingCount, oldestPendingAt, clockOffsetMs } = device;
  const name = `${device.userName} · ${device.name}`;
  const isOverdue = isDeviceOverdue({ pendingCount, lastSeenAtMs: lastSeenAt }, nowMs);
  return (
    <Card padding="sm" role="group" aria-label={name}>
      <Stack gap="xs">
        <Title order={2} size="h5" className="k-breakable">
          {name}
        </Title>
        <Group gap="xs">
          {isThis && <StatusBadge tone="good">This device</StatusBadge>}
          {isOverdue && <StatusBadge tone="problem">Not seen for a day</StatusBadge>}
        </Group>
        {isOverdue && (
          <Text>
            {changesText(pendingCount)} {pendingCount === 1 ? 'waits' : 'wait'} on it. Connect it to the internet, or
            export its unsent changes.
          </Text>
        )}
        <Facts>
          <Fact name="Last seen">{formatDateTime(lastSeenAt, timeZone)}</Fact>
          <Fact name="Waiting changes">
            {pendingCount === 0
              ? 'None'
              : oldestPendingAt === null
                ? changesText(pendingCount)
                : `${changesText(pendingCount)}, the oldest since ${formatDateTime(oldestPendingAt, timeZone)}`}
          </Fact>
          <Fact name="Version">{device.appVersion ?? 'Not known'}</Fact>
          <Fact name="Clock">{clockText(clockOffsetMs)}</Fact>
          <Fact name="Storage">{storageText(device.storagePersistent)}</Fact>
        </Facts>
      </Stack>
    </Card>
  );
}

function clockText(offsetMs: number | null): string {
  if (offsetMs === null) return 'Not known';
  if (Math.abs(offsetMs) <= CLOCK_OFF_MS) return 'Right';
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  // The offset is server minus device: it is negative if the device is ahead.
  return `${minutes} minutes ${offsetMs < 0 ? 'fast' : 'slow'}`;
}

function storageText(isPersistent: boolean | null): string {
  if (isPersistent === null) return 'Not known';
  return isPersistent ? 'Kept' : 'May be cleared by the browser';
}
