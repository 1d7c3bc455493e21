import { Card, Group, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { Item } from '../../../domain/items/item.ts';
import { itemLink } from '../../parts/paths.ts';
import { RowConflicts } from '../../parts/conflict/row-conflicts.tsx';
import { useFromHere } from '../../ui/list/list-location.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { type RowSync, RowSyncBadge, StatusBadge } from '../../ui/status-badge.tsx';
import { ItemThumbnail } from './item-thumbnail.tsx';
import { StockText } from './stock-text.tsx';
import { StoreSwitch } from './store-switch.tsx';

export interface ItemCardProps {
  item: Item;
  currency: string;
  sync: RowSync | null;
}

/** The card of an item (R-ITEM-03 to R-ITEM-16). The whole card opens the item, except its switch. */
export const ItemCard = memo(function ItemCard({ item, currency, sync }: ItemCardProps) {
  return (
    <Card className="k-link-card k-stretched">
      <Stack gap="xs">
        <Group wrap="nowrap" align="flex-start" gap="sm">
          <ItemThumbnail item={item} />
          <Stack gap={4} className="k-grow">
            <Link to={itemLink(item.id)} state={useFromHere()} className="k-stretched-link">
              <Text component="span" fw={600} className="k-breakable" lineClamp={2}>
                {item.name}
              </Text>
            </Link>
            <Text size="lg" fw={700}>
              <MoneyText amountMinor={item.priceMinor} currency={currency} decimals={2} />
            </Text>
            <Group gap="xs">
              <StockText item={item} />
              {!item.isActive && <StatusBadge tone="neutral">Archived</StatusBadge>}
              <RowSyncBadge sync={sync} />
            </Group>
          </Stack>
        </Group>
        {sync === 'conflict' && <RowConflicts table="item" rowId={item.id} />}
        <StoreSwitch item={item} />
      </Stack>
    </Card>
  );
});
