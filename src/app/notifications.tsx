import '@mantine/core/styles/Switch.css';
import './notifications.css';
import { Anchor, Badge, Button, Group, Popover, Stack, Switch, Text, Title } from '@mantine/core';
import { type ReactElement, useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { readAlerts, unreadAlerts } from '../../domain/sales/order-alert.ts';
import type { Order } from '../../domain/sales/order.ts';
import { formatAgo } from '../../domain/time-ago.ts';
import { alertedOrders, changeOrderAlerts, orderAlertsOf } from '../../sync/store/order-alerts.ts';
import { storageFailureOf } from '../../sync/store/database/storage-failure.ts';
import { askForNotifications, notificationPermission } from '../platform/browser-notifications.ts';
import { subscribeToPush } from '../platform/worker/push-subscription.ts';
import { useLive, useReplica } from '../state/replica.tsx';
import { useShop } from '../state/shop.ts';
import { showFailure } from '../state/toasts.ts';
import { MoneyText } from '../ui/money-text.tsx';
import { useNow } from '../ui/use-now.ts';
import { orderLink, paths } from '../parts/paths.ts';

const MINUTE_MS = 60_000;

export interface NotificationsProps {
  isOpen: boolean;
  onClose: () => void;
  /** The button that opens the list. */
  target: ReactElement;
}

/** The bell's list of new orders (R-NOTIF-01 to R-NOTIF-16). */
export function Notifications({ isOpen, onClose, target }: NotificationsProps) {
  const titleId = useId();
  return (
    <Popover opened={isOpen} onDismiss={onClose} position="bottom-end" width={320} shadow="md" trapFocus>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId} tabIndex={-1} className="k-notifications">
        {isOpen && <OpenNotifications titleId={titleId} onClose={onClose} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function OpenNotifications({ titleId, onClose }: { titleId: string; onClose: () => void }) {
  const { database } = useReplica();
  const { newCount, forget } = useCountWhenOpened();
  const nowMs = useNow((atMs) => atMs + MINUTE_MS);
  const shown = useLive(alertedOrders, []);
  const clear = () => {
    forget();
    void changeOrderAlerts(database, (alerts) => ({ ...alerts, entries: [] })).catch((error: unknown) =>
      showFailure('Failed to clear the notifications', storageFailureOf(error)?.message ?? null),
    );
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <Title order={2} size="h4" id={titleId}>
            Notifications
          </Title>
          {newCount > 0 && <Badge>{`${newCount} new`}</Badge>}
        </Group>
        {shown !== undefined && shown.length > 0 && (
          <Button variant="subtle" flex="none" px="xs" onClick={clear}>
            Clear all
          </Button>
        )}
      </Group>
      <PermissionPrompt />
      {shown?.length === 0 && (
        <div>
          <Text fw={600}>No notifications yet</Text>
          <Text c="dimmed">You&apos;ll see new order alerts here</Text>
        </div>
      )}
      {shown !== undefined && shown.length > 0 && (
        <Stack component="ul" aria-labelledby={titleId} className="k-plain-list" gap={0}>
          {shown.map(({ order }) => (
            <li key={order.id}>
              <Entry order={order} nowMs={nowMs} onOpen={onClose} />
            </li>
          ))}
        </Stack>
      )}
      <SoundSwitch />
      <Anchor component={Link} to={paths.orders} onClick={onClose} className="k-block-link">
        View All Orders
      </Anchor>
    </Stack>
  );
}

/**
 * Returns the unread count at the time the bell was opened, because opening marks everything as read (R-NOTIF-02,
 * R-NOTIF-23, C-079).
 */
function useCountWhenOpened(): { newCount: number; forget: () => void } {
  const { database } = useReplica();
  const [count, setCount] = useState(0);
  useEffect(() => {
    let isGone = false;
    void orderAlertsOf(database).then(async (alerts) => {
      if (alerts === null || isGone) return;
      setCount(unreadAlerts(alerts));
      if (unreadAlerts(alerts) > 0) await changeOrderAlerts(database, readAlerts);
    });
    return () => {
      isGone = true;
    };
  }, [database]);
  return { newCount: count, forget: () => setCount(0) };
}

function Entry({ order, nowMs, onOpen }: { order: Order; nowMs: number; onOpen: () => void }) {
  const { timeZone } = useShop();
  const { id, customer, orderNumber, totalMinor, currency, createdAtMs } = order;
  return (
    <Link to={orderLink(id)} className="k-notification" onClick={onOpen}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={600}>New Order</Text>
        <Text size="sm" c="dimmed">
          {formatAgo(createdAtMs, nowMs, timeZone)}
        </Text>
      </Group>
      <Text className="k-breakable">{customer.name}</Text>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" c="dimmed">
          {orderNumber}
        </Text>
        <MoneyText fw={600} amountMinor={totalMinor} currency={currency || 'UGX'} decimals={0} />
      </Group>
    </Link>
  );
}

/**
 * Asks for the browser's permission (R-NOTIF-04, R-NOTIF-05). After a denial the browser never asks again: then the
 * text names its settings.
 */
function PermissionPrompt() {
  const { userId } = useReplica();
  const [permission, setPermission] = useState(notificationPermission);
  if (permission === 'granted' || permission === 'missing') return null;
  const ask = async () => {
    const answer = await askForNotifications();
    setPermission(answer);
    await subscribeToPush(userId);
  };
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">Enable browser notifications</Text>
        <Button variant="default" flex="none" onClick={() => void ask()}>
          Enable
        </Button>
      </Group>
      {permission === 'denied' && (
        <Text size="sm" role="status">
          This browser blocks them. Allow notifications of this site in its settings.
        </Text>
      )}
    </div>
  );
}

function SoundSwitch() {
  const { database } = useReplica();
  const alerts = useLive(orderAlertsOf, []);
  if (!alerts) return null;
  return (
    <Switch
      label="Sound for new orders"
      checked={alerts.isSoundOn}
      onChange={({ currentTarget: { checked } }) =>
        void changeOrderAlerts(database, (known) => ({ ...known, isSoundOn: checked })).catch((error: unknown) =>
          showFailure('Failed to change the sound', storageFailureOf(error)?.message ?? null),
        )
      }
    />
  );
}
