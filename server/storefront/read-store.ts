import type { Item } from '../../domain/items/item.ts';
import type { Order } from '../../domain/sales/order.ts';
import type { Database, Sql } from '../db/database.ts';
import { readBusiness } from '../db/queries/business.ts';
import { readRows } from '../db/queries/row.ts';
import { findBusinessBySlug, listStoreItems } from '../db/queries/storefront.ts';
import { type Basket, type PricedBasket, pricedBasket } from './basket.ts';
import type { PublicShop } from './layout.ts';

const ITEMS_PER_PAGE = 24;

/** Calls `read` with one snapshot of a shop's public data; returns null if no shop has this slug (C-022). */
export async function readStore<T>(
  database: Database,
  slug: string,
  read: (store: OpenStore) => Promise<T>,
): Promise<T | null> {
  const found = await database.transaction({ businessId: null, readOnly: true }, (sql) =>
    findBusinessBySlug(sql, slug),
  );
  if (found === undefined) return null;
  const businessId = found.id;
  return await database.transaction({ businessId, isolation: 'repeatable read', readOnly: true }, async (sql) => {
    const shop = await readBusiness(sql, businessId);
    return shop === undefined ? null : await read(openStore(sql, { ...shop, id: businessId }));
  });
}

export interface OpenStore {
  shop: PublicShop;
  /** Returns one page of the items on sale, and the number of pages; the first page if there is no such page. */
  items(query: string, page: number): Promise<{ items: Item[]; page: number; pageCount: number }>;
  /** Returns the basket's lines at present prices. */
  priced(basket: Basket): Promise<PricedBasket>;
  order(id: number): Promise<Order | null>;
}

function openStore(sql: Sql, shop: PublicShop): OpenStore {
  const itemsAt = (query: string, page: number) =>
    listStoreItems(sql, shop.id, { query, limit: ITEMS_PER_PAGE, offset: (page - 1) * ITEMS_PER_PAGE });
  return {
    shop,
    async items(query, page) {
      const asked = await itemsAt(query, page);
      const pageCount = Math.max(1, Math.ceil(asked.total / ITEMS_PER_PAGE));
      if (page <= pageCount) return { items: asked.items, page, pageCount };
      return { items: (await itemsAt(query, 1)).items, page: 1, pageCount };
    },
    async priced(basket) {
      const stored = await readRows(sql, shop.id, 'item', [...basket.keys()]);
      // The cast is safe: the rows were read from this table.
      return pricedBasket(basket, new Map(stored.flatMap(({ id, row }) => (row ? [[id, row as Item]] : []))));
    },
    async order(id) {
      const [found] = await readRows(sql, shop.id, 'order', [id]);
      return (found?.row as Order | null | undefined) ?? null;
    },
  };
}
