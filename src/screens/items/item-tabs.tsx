import '@mantine/core/styles/Tabs.css';
import { Tabs } from '@mantine/core';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import type { Shop } from '../../state/shop.ts';
import { ItemActivity } from './item-activity.tsx';
import { ItemSales } from './item-sales.tsx';
import { ItemStockLedger } from './item-stock-ledger.tsx';

/** The tabs of an item's history (R-IDET-24, R-IDET-25). Only the open tab reads anything. */
export function ItemTabs({ item, shop }: { item: Item; shop: Shop }) {
  return (
    <Tabs className="k-detail-part" defaultValue="sales" keepMounted={false}>
      <Tabs.List grow>
        <Tabs.Tab value="sales">Sales History</Tabs.Tab>
        <Tabs.Tab value="activity">Activity Logs</Tabs.Tab>
        {tracksStock(item) && <Tabs.Tab value="stock">Stock</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="sales" pt="sm">
        <ItemSales itemId={item.id} shop={shop} />
      </Tabs.Panel>
      <Tabs.Panel value="activity" pt="sm">
        <ItemActivity item={item} shop={shop} />
      </Tabs.Panel>
      <Tabs.Panel value="stock" pt="sm">
        <ItemStockLedger item={item} shop={shop} />
      </Tabs.Panel>
    </Tabs>
  );
}
