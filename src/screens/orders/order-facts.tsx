import { Alert, Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { OrderStatusChange } from '../../../domain/sales/order.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { displayName, type User } from '../../../domain/people/user.ts';
import { saleLink } from '../../parts/paths.ts';
import { ORDER_STATUS_WORDS } from '../../parts/order-status-words.ts';
import type { Shop } from '../../state/shop.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { RowSyncBadge, StatusBadge } from '../../ui/status-badge.tsx';
import { ORDER_STATUS_TONES, orderCurrency, orderDecimals } from './order-words.ts';
import type { FulfilledBefore, ShownOrder } from './read-order.ts';

/** The order's status, dates, sale and who acted on it (R-ODET-02, R-ODET-03, R-ODET-17, R-ODET-18). */
export function OrderFacts({ shown, shop }: { shown: ShownOrder; shop: Shop }) {
  const { order, users, sync, saleNumber } = shown;
  return (
    <Card component="section" aria-label="Order">
      <Stack gap="sm">
        <Group justify="space-between" align="baseline" gap="xs">
          <Title order={2} size="h3">
            <MoneyText
              amountMinor={order.totalMinor}
              currency={orderCurrency(order, shop)}
              decimals={orderDecimals(order)}
            />
          </Title>
          <Group gap="xs">
            <StatusBadge tone={ORDER_STATUS_TONES[order.status]}>{ORDER_STATUS_WORDS[order.status]}</StatusBadge>
            <RowSyncBadge sync={sync} />
          </Group>
        </Group>
        <Facts>
          <Fact name="Order number">
            <span className="k-figures">{order.orderNumber}</span>
          </Fact>
          <Fact name="Placed">{formatDateTime(order.createdAtMs, shop.timeZone)}</Fact>
          {order.notes !== null && <Fact name="Notes">{order.notes}</Fact>}
          {order.statusChanges.map((change) => (
            <Fact key={`${change.status} ${change.atMs}`} name={ORDER_STATUS_WORDS[change.status]}>
              {stepText(change, users, shop.timeZone)}
            </Fact>
          ))}
          {order.saleId !== null && (
            <Fact name="Sale">
              <Anchor component={Link} to={saleLink(order.saleId)} className="k-figures k-inline-link">
                {saleNumber === null ? 'Open the sale' : `#${saleNumber}`}
              </Anchor>
            </Fact>
          )}
        </Facts>
      </Stack>
    </Card>
  );
}

function stepText({ byUserId, atMs }: OrderStatusChange, users: ReadonlyMap<number, User>, timeZone: string): string {
  const user = users.get(byUserId);
  const when = formatDateTime(atMs, timeZone);
  return user === undefined ? when : `by ${displayName(user)}, ${when}`;
}

/** What became of the payment that was recorded with the second fulfilment. */
const PAYMENT_SENTENCES: Record<NonNullable<FulfilledBefore['payment']>, string> = {
  moved: 'The payment recorded on this device is on that sale.',
  same: 'That sale was recorded as paid too, so the payment recorded on this device is not counted again.',
};

/**
 * Warns that the goods may have been handed over twice, and says where the money is. Shown on the device whose
 * fulfilment came second and made no sale (M10).
 */
export function FulfilledBeforeAlert({ before }: { before: FulfilledBefore | null }) {
  if (before === null) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text fw={600}>Already fulfilled by {displayName(before.by)}</Text>
      <Text>There is one sale for this order. What was fulfilled on this device later made no second one.</Text>
      {before.payment !== null && <Text>{PAYMENT_SENTENCES[before.payment]}</Text>}
    </Alert>
  );
}

/**
 * Warns that goods have left the shop without a sale: somebody kept the order cancelled before this device's 'Fulfil
 * anyway' arrived (M10).
 */
export function KeptCancelledAlert({ shown: { order, keptCancelled }, shop }: { shown: ShownOrder; shop: Shop }) {
  if (keptCancelled === null) return null;
  const { by, isPaid, paymentMethodName } = keptCancelled;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text fw={600}>Kept cancelled by {displayName(by)}</Text>
      <Text>
        That came first, so &lsquo;Fulfil anyway&rsquo; on this device made no sale and took nothing from stock.
      </Text>
      {isPaid && (
        <Text>
          The payment of{' '}
          <MoneyText
            amountMinor={order.totalMinor}
            currency={orderCurrency(order, shop)}
            decimals={orderDecimals(order)}
          />
          {paymentMethodName !== null && ` by ${paymentMethodName}`} is not recorded. Give it back, or make a new sale
          of it.
        </Text>
      )}
    </Alert>
  );
}
