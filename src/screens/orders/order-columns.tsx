import { Group, Text } from '@mantine/core';
import type { Order } from '../../../domain/sales/order.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { ORDER_STATUS_WORDS } from '../../parts/order-status-words.ts';
import type { Shop } from '../../state/shop.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { AMOUNT_WIDTH, type Column } from '../../ui/list/row-table.tsx';
import { RowSyncBadge, StatusBadge } from '../../ui/status-badge.tsx';
import { ORDER_STATUS_TONES, orderCurrency } from './order-words.ts';

/** Columns of the table of orders (R-WIDE-10). Their keys are the sort keys of sort-keys.ts. */
export const orderColumns = (shop: Shop): readonly Column<Order>[] => [
  {
    key: 'customer',
    head: 'Customer',
    width: 'minmax(8rem, 2fr)',
    sorts: 'up',
    cell: ({ customer }) => (
      <Text component="span" inherit lineClamp={2}>
        {customer.name}
      </Text>
    ),
  },
  {
    key: 'number',
    head: 'Order number',
    width: 'minmax(9rem, 1.5fr)',
    sorts: 'up',
    spare: 'beside',
    cell: ({ orderNumber }) => <span className="k-figures">#{orderNumber}</span>,
  },
  {
    key: 'date',
    head: 'Date',
    width: 'minmax(9rem, 1fr)',
    sorts: 'down',
    spare: 'beside',
    cell: ({ createdAtMs }) => formatDateTime(createdAtMs, shop.timeZone),
  },
  {
    key: 'status',
    head: 'Status',
    spare: 'narrow',
    width: 'minmax(7rem, 1fr)',
    sorts: 'up',
    cell: ({ status }, sync) => (
      <Group gap={4}>
        <StatusBadge tone={ORDER_STATUS_TONES[status]}>{ORDER_STATUS_WORDS[status]}</StatusBadge>
        <RowSyncBadge sync={sync} />
      </Group>
    ),
  },
  {
    key: 'total',
    head: 'Total',
    width: AMOUNT_WIDTH,
    sorts: 'down',
    isNumber: true,
    cell: (order) => <MoneyText amountMinor={order.totalMinor} currency={orderCurrency(order, shop)} decimals={0} />,
  },
];
