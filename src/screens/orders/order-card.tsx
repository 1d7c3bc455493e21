import { Group, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import type { Order } from '../../../domain/sales/order.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { orderLink } from '../../parts/paths.ts';
import { ORDER_STATUS_WORDS } from '../../parts/order-status-words.ts';
import type { Shop } from '../../state/shop.ts';
import { LinkCard } from '../../ui/list/card-list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { type RowSync, RowSyncBadge, StatusBadge } from '../../ui/status-badge.tsx';
import { ORDER_STATUS_TONES, orderCurrency } from './order-words.ts';

/** An order in the list (R-ORD-04 to R-ORD-09, R-ORD-19). */
export const OrderCard = memo(function OrderCard({
  order,
  shop,
  sync,
}: {
  order: Order;
  shop: Shop;
  sync: RowSync | null;
}) {
  return (
    <LinkCard to={orderLink(order.id)}>
      <Stack gap={4}>
        <Group justify="space-between" align="baseline" gap="0 0.75rem">
          <Text fw={600} className="k-breakable k-grow" lineClamp={2}>
            {order.customer.name}
          </Text>
          <Text size="lg" fw={700}>
            <MoneyText amountMinor={order.totalMinor} currency={orderCurrency(order, shop)} decimals={0} />
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {formatDateTime(order.createdAtMs, shop.timeZone)}
        </Text>
        <Text size="sm" c="dimmed" className="k-figures">
          #{order.orderNumber}
        </Text>
        <Group gap="xs">
          <StatusBadge tone={ORDER_STATUS_TONES[order.status]}>{ORDER_STATUS_WORDS[order.status]}</StatusBadge>
          <RowSyncBadge sync={sync} />
        </Group>
      </Stack>
    </LinkCard>
  );
});
