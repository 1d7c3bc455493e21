import type { Table } from 'dexie';
import { COUNT_KEYS } from '../replica/row-counts.ts';
import type { ShopTables } from './database/schema.ts';
import { type RowOf, type SearchedView, type SearchIndex, TABLE_OF } from './search/search-index.ts';
import type { RowSort } from './sort-keys.ts';

export interface ListPage<Row> {
  /** Newest first, or in the order of the sort. */
  rows: Row[];
  /** The number of rows on all pages together. */
  total: number;
  /** The number of hits that match exactly what was typed; they come first (`FoundPage`). */
  exactCount: number;
}

export interface PageWish {
  /** The search text; blank shows everything. */
  typed: string;
  /** Counted from 1. */
  page: number;
  size: number;
  /** null: newest first. */
  sort?: RowSort | null;
}

/** IndexedDB counts its way to an offset; up to this offset that takes about a millisecond. */
const OFFSET_NEAR_MAX = 200;

/** The keys of stored counts. A table without one is small enough to be read into the index at once. */
const COUNT_KEY_OF: Partial<Record<SearchedView, string>> = { sale: COUNT_KEYS.sales, item: COUNT_KEYS.items };

/**
 * The key of the count of the rows that a list shows, if the list hides some (archived items). If both counts differ,
 * the offset of a page is no offset in the table's index.
 */
const LISTED_COUNT_KEY_OF: Partial<Record<SearchedView, string>> = { item: COUNT_KEYS.activeItems };

/**
 * Returns one page of a list, with search. The first pages come at once from the table's own index. Pages far back and
 * searches come from the index in memory, which `search.warm` prepares. A live query must name `search.version(view)`
 * among its dependencies if the page `isFromIndex`, because it does not hear of changes in the index.
 */
export async function listPage<V extends SearchedView>(
  shop: { tables: ShopTables },
  search: SearchIndex,
  view: V,
  wish: PageWish,
): Promise<ListPage<RowOf<V>>> {
  const store: Table<RowOf<V>, number> = shop.tables.rows[TABLE_OF[view]];
  const countKey = COUNT_KEY_OF[view];
  const offset = (wish.page - 1) * wish.size;
  const isNear = offset <= OFFSET_NEAR_MAX || !search.isWarm(view);
  if (countKey !== undefined && isPlain(wish) && isNear) {
    // Ask for all at once, because every awaited result is a round trip to the database (P2).
    const keys = [countKey, LISTED_COUNT_KEY_OF[view] ?? countKey];
    const near = offset <= OFFSET_NEAR_MAX ? newestAt(store, offset, wish.size) : Promise.resolve(null);
    const [counts, rows] = await Promise.all([shop.tables.rowCounts.bulkGet(keys), near]);
    const [total = 0, listed = 0] = counts.map((found) => found?.count ?? 0);
    if (listed === total)
      return {
        rows: rows ?? (await rowsAt<RowOf<V>>(store, { offset, size: wish.size, total })),
        ...{ total, exactCount: 0 },
      };
  }
  const { ids, total, exactCount = 0 } = await search.page(view, wish.typed, wish.page, wish.size, wish.sort);
  // A row that was removed a moment ago is missing here, and soon missing in the index too.
  return { rows: (await store.bulkGet(ids)).filter((row) => row !== undefined), total, exactCount };
}

/**
 * True if rows outside of the page, which no live query of its rows hears of, can change it. The first pages are read
 * with the count of the rows and from the table's index, which a live query observes.
 */
export const isFromIndex = (view: SearchedView, wish: PageWish): boolean =>
  COUNT_KEY_OF[view] === undefined || !isPlain(wish) || (wish.page - 1) * wish.size > OFFSET_NEAR_MAX;

const isPlain = ({ typed, sort = null }: PageWish): boolean => typed.trim() === '' && sort === null;

const newestAt = <Row>(store: Table<Row, number>, offset: number, size: number): PromiseLike<Row[]> =>
  store.orderBy('[createdAtMs+id]').reverse().offset(offset).limit(size).toArray();

/** Reads rows newest first, by an offset from the nearer end. */
async function rowsAt<Row>(
  store: Table<Row, number>,
  { offset, size, total }: { offset: number; size: number; total: number },
): Promise<Row[]> {
  const count = Math.min(size, total - offset);
  if (count <= 0) return [];
  const fromOldest = total - offset - count;
  if (offset <= fromOldest) return await newestAt(store, offset, size);
  const rows = await store.orderBy('[createdAtMs+id]').offset(fromOldest).limit(count).toArray();
  return rows.reverse();
}
