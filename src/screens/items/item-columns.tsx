import { Group, Text } from '@mantine/core';
import { type Item, stockLevel } from '../../../domain/items/item.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { AMOUNT_WIDTH, type Column } from '../../ui/list/row-table.tsx';
import { RowSyncBadge } from '../../ui/status-badge.tsx';
import { ItemThumbnail } from './item-thumbnail.tsx';
import { StockBadges, stockWords } from './stock-text.tsx';
import { StoreSwitch } from './store-switch.tsx';

/** Columns of the table of items (R-WIDE-10). Their keys are the sort keys of sort-keys.ts. */
export const itemColumns = (currency: string): readonly Column<Item>[] => [
  {
    key: 'name',
    head: 'Name',
    width: 'minmax(10rem, 3fr)',
    sorts: 'up',
    cell: (item) => (
      <Group component="span" wrap="nowrap" gap="sm">
        <ItemThumbnail item={item} />
        <Text component="span" inherit lineClamp={1}>
          {item.name}
        </Text>
      </Group>
    ),
  },
  {
    key: 'category',
    head: 'Category',
    width: 'minmax(6rem, 1.5fr)',
    sorts: 'up',
    spare: 'first',
    cell: (item) => item.category,
  },
  // Thirteen digits, a barcode, stand in one line.
  { key: 'code', head: 'SKU', width: 'minmax(8.5rem, 1fr)', sorts: 'up', spare: 'first', cell: (item) => item.sku },
  {
    key: 'price',
    head: 'Price',
    width: AMOUNT_WIDTH,
    sorts: 'down',
    isNumber: true,
    cell: (item) => <MoneyText amountMinor={item.priceMinor} currency={currency} decimals={2} />,
  },
  {
    key: 'stock',
    head: 'Stock',
    spare: 'narrow',
    width: '6.5rem',
    sorts: 'up',
    isNumber: true,
    cell: (item) => (stockLevel(item) === 'untracked' ? 'Untracked' : stockWords(item)),
  },
  {
    key: 'state',
    head: 'Status',
    width: 'minmax(8rem, 1.5fr)',
    spare: 'beside',
    cell: (item, sync) => (
      <Group gap={4}>
        <StockBadges item={item} />
        <RowSyncBadge sync={sync} />
      </Group>
    ),
  },
  {
    key: 'store',
    head: 'Online store',
    width: '7rem',
    spare: 'beside',
    cell: (item) => <StoreSwitch item={item} isBare />,
  },
];
