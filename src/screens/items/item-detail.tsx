import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconBarcode, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { seesCost } from '../../../domain/people/permission.ts';
import { formatDateTime } from '../../../domain/time.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { rowKeyText } from '../../../sync/protocol/tables.ts';
import { lastSupplierOf } from '../../../sync/store/item-history.ts';
import { itemById } from '../../../sync/store/live-reads.ts';
import { itemEditLink, labelsLink, paths, rowIdOf } from '../../parts/paths.ts';
import { RowConflicts } from '../../parts/conflict/row-conflicts.tsx';
import { useLive, useReplica } from '../../state/replica.tsx';
import { readRowSync } from '../../state/row-sync.ts';
import { type Shop, useShop } from '../../state/shop.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { useHere } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { type RowSync, RowSyncBadge, StatusBadge } from '../../ui/status-badge.tsx';
import { AddStockDialog } from './add-stock-dialog.tsx';
import { ArchiveItem } from './archive-item.tsx';
import { CostFacts, CustomFacts } from './item-facts.tsx';
import { ImageStrip } from './image-strip.tsx';
import { ItemTabs } from './item-tabs.tsx';
import { ItemThumbnail } from './item-thumbnail.tsx';
import { ITEM_CURRENCY_FALLBACK } from './item-words.ts';
import { NoItem } from './no-item.tsx';
import { SameSku } from './same-sku.tsx';
import { StockCard } from './stock-card.tsx';
import { StockText } from './stock-text.tsx';
import { StoreSwitch } from './store-switch.tsx';

/** The screen of an item at /items/{id} (R-IDET-01 to R-IDET-26). */
export function ItemDetail() {
  const id = rowIdOf(useParams().id);
  const shop = useShop();
  const shown = useLive(async (database) => (id === null ? null : await readItem(database, id)), [id]);
  usePageTitle(shown ? shown.item.name : 'Item');
  if (id === null) return <NoItem title="Invalid Item ID" />;
  if (shown === undefined) return <LoadingText>Loading...</LoadingText>;
  if (shown === null) return <NoItem title="Item Not Found" />;
  return <ItemDetailBody {...shown} shop={shop} />;
}

interface ShownItem {
  item: Item;
  sync: RowSync | null;
  /** False if the server does not know yet that the item is on the store (M15). */
  isOnStore: boolean;
  supplier: Awaited<ReturnType<typeof lastSupplierOf>>;
}

/** Purchases searched for an item's supplier: years of most shops. */
const PURCHASES_LOOKED_AT_MAX = 2_000;

async function readItem(database: ShopDatabase, id: number): Promise<ShownItem | null> {
  const item = await itemById(database, id);
  if (item === undefined) return null;
  const sync = (await readRowSync(database, 'item', [id])).get(id) ?? null;
  // Absent while nothing of the row waits: then the server's image is the row.
  const base = await database.tables.base.get(rowKeyText({ table: 'item', id }));
  const isOnStore = base === undefined || (base.row as Item | null)?.isKauntaEnabled === true;
  return { item, sync, isOnStore, supplier: await lastSupplierOf(database, id, PURCHASES_LOOKED_AT_MAX) };
}

function ItemDetailBody({ item, sync, isOnStore, supplier, shop }: ShownItem & { shop: Shop }) {
  const [isAddingStock, setAddingStock] = useState(false);
  const { role } = useReplica();
  const currency = shop.currency ?? ITEM_CURRENCY_FALLBACK;
  return (
    <Screen>
      <StickyHeader backTo={paths.items}>
        <Button
          component={Link}
          to={itemEditLink(item.id)}
          state={useHere()}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          Edit
        </Button>
      </StickyHeader>
      <Card component="section" aria-label="Item">
        <Stack gap="sm">
          <Group wrap="nowrap" align="flex-start" gap="sm">
            {item.images.length === 0 && <ItemThumbnail item={item} />}
            <Stack gap={4} className="k-grow">
              <Title order={2} size="h4" className="k-breakable">
                {item.name}
              </Title>
              <Text size="xl" fw={700}>
                <MoneyText amountMinor={item.priceMinor} currency={currency} decimals={2} />
              </Text>
              <Group gap="xs">
                <StockText item={item} />
                {!item.isActive && <StatusBadge tone="neutral">Archived</StatusBadge>}
                <RowSyncBadge sync={sync} />
              </Group>
              <SameSku sku={item.sku} itemId={item.id} />
            </Stack>
          </Group>
          <ImageStrip item={item} />
          <RowConflicts table="item" rowId={item.id} withTimes />
          <StoreSwitch item={item} />
          {/* M15. */}
          {item.isKauntaEnabled && sync === 'pending' && !isOnStore && (
            <Text size="sm">Not on the store yet - waiting to sync</Text>
          )}
          {!item.isActive && <Text size="sm">Archived: it is in no list, picker or store. Its history stays.</Text>}
          {item.description !== null && <Text className="k-breakable k-lines">{item.description}</Text>}
        </Stack>
      </Card>
      <Card component="section" aria-label="Details">
        <Facts>
          <Fact name="Category">{item.category ?? '-'}</Fact>
          <Fact name="Type">{item.type === 'service' ? 'Service' : 'Product'}</Fact>
          {item.subCategory !== null && <Fact name="Sub-category">{item.subCategory}</Fact>}
          <Fact name="SKU">{item.sku ?? '-'}</Fact>
          {tracksStock(item) && item.reorderLevelHundredths !== null && (
            <Fact name="Reorder level">{formatQuantity(item.reorderLevelHundredths)}</Fact>
          )}
          {/* R-IDET-16 to R-IDET-18. */}
          {seesCost(role) && <CostFacts item={item} currency={currency} />}
          <CustomFacts item={item} />
          {/* C-098. */}
          <Fact name="Supplier">{supplier?.name ?? '-'}</Fact>
          <Fact name="Supplier phone">{supplier?.phone ?? '-'}</Fact>
          <Fact name="Created">{formatDateTime(item.createdAtMs, shop.timeZone)}</Fact>
        </Facts>
      </Card>
      <StockCard item={item} shop={shop} />
      <ItemTabs item={item} shop={shop} />
      {item.isActive && (
        <Button
          component={Link}
          to={labelsLink({ item: item.id })}
          variant="default"
          leftSection={<IconBarcode size={18} aria-hidden />}
        >
          Print labels
        </Button>
      )}
      <ArchiveItem item={item} />
      {/* R-IDET-08. */}
      {tracksStock(item) && (
        <ActionBar>
          <Button
            fullWidth
            size="lg"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => setAddingStock(true)}
          >
            Add Stock
          </Button>
        </ActionBar>
      )}
      {isAddingStock && <AddStockDialog item={item} currency={currency} onClose={() => setAddingStock(false)} />}
    </Screen>
  );
}
