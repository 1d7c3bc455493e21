import type { Table } from 'dexie';
import { TALLY_KEYS } from '../replica/tally.ts';
import type { ShopTables } from './database/schema.ts';
import { type RowOf, type SearchedView, type SearchIndex, TABLE_OF } from './search/search-index.ts';
import type { RowSort } from './sort-keys.ts';

export interface ListPage<Row> {
  /** Newest first, or as they are sorted. */
  rows: Row[];
  /** Rows on all pages together. */
  total: number;
  /** So many of all that a search found come first, being just what was typed (`FoundPage`). */
  exactCount: number;
}

export interface PageWish {
  /** The search text; blank shows everything. */
  typed: string;
  /** From 1. */
  page: number;
  size: number;
  /** null: newest first. */
  sort?: RowSort | null;
}

/** IndexedDB counts its way to an offset; up to here that is a matter of a millisecond. */
const OFFSET_NEAR_MAX = 200;

/** Kept counts; a table without one is small enough to be read into the index at once. */
const TALLY_OF: Partial<Record<SearchedView, string>> = { sale: TALLY_KEYS.sales, item: TALLY_KEYS.items };

/**
 * The tally that counts a list's rows where some are hidden (archived items): there a page is no offset in an index.
 */
const LISTED_TALLY_OF: Partial<Record<SearchedView, string>> = { item: TALLY_KEYS.activeItems };

/**
 * One page of a list, with search. The first pages come by the table's own index at once; pages far in and searches
 * come from the index in memory, which `search.warm` makes ready. In a live query name `search.version()` among its
 * dependencies: what comes from memory changes with that.
 */
export async function listPage<V extends SearchedView>(
  shop: { tables: ShopTables },
  search: SearchIndex,
  view: V,
  wish: PageWish,
): Promise<ListPage<RowOf<V>>> {
  const store: Table<RowOf<V>, number> = shop.tables.rows[TABLE_OF[view]];
  const tally = TALLY_OF[view];
  const offset = (wish.page - 1) * wish.size;
  const isNear = offset <= OFFSET_NEAR_MAX || !search.isWarm(view);
  const { sort = null } = wish;
  if (tally !== undefined && wish.typed.trim() === '' && isNear && sort === null) {
    // All at once: each answer that is waited for is a trip to the database (P2).
    const keys = [tally, LISTED_TALLY_OF[view] ?? tally];
    const near = offset <= OFFSET_NEAR_MAX ? newestAt(store, offset, wish.size) : Promise.resolve(null);
    const [tallies, rows] = await Promise.all([shop.tables.tally.bulkGet(keys), near]);
    const [total = 0, listed = 0] = tallies.map((found) => found?.count ?? 0);
    if (listed === total)
      return {
        rows: rows ?? (await rowsAt<RowOf<V>>(store, { offset, size: wish.size, total })),
        ...{ total, exactCount: 0 },
      };
  }
  const { ids, total, exactCount = 0 } = await search.page(view, wish.typed, wish.page, wish.size, sort);
  // A row that was removed a moment ago is missing here and soon in the index.
  return { rows: (await store.bulkGet(ids)).filter((row) => row !== undefined), total, exactCount };
}

const newestAt = <Row>(store: Table<Row, number>, offset: number, size: number): PromiseLike<Row[]> =>
  store.orderBy('[createdAtMs+id]').reverse().offset(offset).limit(size).toArray();

/** Newest first, by offset from whichever end is nearer. */
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
