import { Dexie, type ObservabilitySet } from 'dexie';
import type { TimeRange } from '../../../domain/time.ts';
import type { OrderStatus } from '../../../domain/sales/order.ts';
import type { Rows } from '../../protocol/tables.ts';
import { changedKeysOf } from '../database/changed-keys.ts';
import type { ItemShelf } from '../item-shelf.ts';
import type { ShopTables } from '../database/schema.ts';
import type { SaleHitIds } from './sale-search.ts';
import type { RowSort } from '../sort-keys.ts';
import type { IndexedText } from './text-segment.ts';
import type { TableIndex } from './table-index.ts';
import type { TextIndex, TextPage } from './text-index.ts';

export type SearchedTable = 'sale' | 'item' | 'customer' | 'supplier' | 'order' | 'purchase';

/**
 * What can be searched: all rows of a table, or a part of them ('stockItem': items that stock can be added to;
 * 'pendingOrder': orders of that status).
 */
export type SearchedView = SearchedTable | 'stockItem' | `${OrderStatus}Order`;

export const TABLE_OF = {
  sale: 'sale',
  item: 'item',
  customer: 'customer',
  supplier: 'supplier',
  order: 'order',
  purchase: 'purchase',
  stockItem: 'item',
  pendingOrder: 'order',
  confirmedOrder: 'order',
  fulfilledOrder: 'order',
  cancelledOrder: 'order',
} as const satisfies Record<SearchedView, SearchedTable>;

/** Views whose rows are picked by name: hits are ordered by rank. */
const RANKED_VIEWS: ReadonlySet<SearchedView> = new Set(['item', 'stockItem', 'customer', 'supplier']);

export type RowOf<V extends SearchedView> = Rows[(typeof TABLE_OF)[V]];

/** True if lists and pickers show the row. They show neither archived items (C-105) nor aliases of another supplier. */
export function isListed(row: object): boolean {
  const { isActive = true, aliasOfId = null }: { isActive?: boolean; aliasOfId?: number | null } = row;
  return isActive && aliasOfId === null;
}

/**
 * Search in memory for lists and pickers. There is an index per table. It is built when it is first used, and updated
 * from what Dexie reports of every committed transaction, also of other tabs and the worker. The index also finds any
 * page of a list at once, while IndexedDB would have to count up to that page.
 */
export interface SearchIndex {
  /** Builds the index before a person waits for it. */
  warm(view: SearchedView): Promise<void>;
  isWarm(view: SearchedView): boolean;
  /**
   * Returns the ids of a page of the rows that match the typed text, or of all rows, newest first, if nothing was
   * typed. Items, customers and suppliers are ordered by rank (search-rank.ts); sales with that amount, day or number
   * come before other sales (sale-search.ts); all others are newest first. A sort replaces this order.
   */
  page(view: SearchedView, typed: string, page: number, size: number, sort?: RowSort | null): Promise<FoundPage>;
  /** Returns, for each of these ranges of time, the sales that match the typed text (sale-search.ts). */
  salesWithin(typed: string, ranges: readonly TimeRange[]): Promise<SaleHitIds[]>;
  /** Returns all active items in the order of the counter's tiles. It returns the same object until an item changes. */
  shelf(soldByItem: ReadonlyMap<number, number>): Promise<ItemShelf>;
  /** Sets how much was sold of each item, by its id: of two hits of one rank the larger amount comes first. */
  weigh(soldByItem: ReadonlyMap<number, number>): void;
  /** Calls back when rows of an index in use have changed. */
  subscribe(listener: () => void): () => void;
  /** Returns a number that grows when the rows of this view's index have changed, or can be read again. */
  version(view: SearchedView): number;
  close(): void;
}

export interface FoundPage extends TextPage {
  /** Sales only: the number of hits that match the amount, day or number exactly. They come first. */
  exactCount?: number;
}

export function createSearchIndex({ name, tables }: { name: string; tables: ShopTables }): SearchIndex {
  const versions = createVersions();
  let isClosed = false;
  const indexes = new Map<SearchedView, TableIndex>();
  let soldByItem: ReadonlyMap<number, number> = new Map();
  let lastShelf: { changeCount: number; sold: ReadonlyMap<number, number>; shelf: ItemShelf } | null = null;
  const makeIndex = async (view: SearchedView): Promise<TableIndex> => {
    // Loaded here, because the first screen searches nothing and appears sooner without this code.
    const { viewIndexOf } = await import('./table-index.ts');
    const made = indexes.get(view) ?? viewIndexOf(view, tables, () => versions.increase(view));
    if (!isClosed) indexes.set(view, made);
    return made;
  };
  const upToDate = async (view: SearchedView, withKeys = false): Promise<TableIndex> => {
    const index = indexes.get(view) ?? (await makeIndex(view));
    if (withKeys) index.wantKeys();
    await index.upToDate();
    return index;
  };
  const onMutation = (parts: ObservabilitySet): void => {
    for (const [view, index] of indexes) index.touch(changedKeysOf(parts, name, TABLE_OF[view]));
  };
  Dexie.on.storagemutated.subscribe(onMutation);

  return {
    warm: async (view) => void (await upToDate(view)),
    isWarm: (view) => indexes.get(view)?.isBuilt() ?? false,
    async page(view, typed, page, size, sort = null) {
      const index = await upToDate(view, sort !== null);
      const [query, place] = [await queryFor(view, tables, typed), { page, size }];
      const sales = view === 'sale' && query !== '' ? await searchedSales(index, tables, typed) : null;
      if (sort !== null) return await sortedPage(index.texts, { query, hits: sales?.hits, sort }, place);
      if (query === '') return index.texts.page(query, page, size);
      index.indexTexts();
      if (sales !== null) return sales.page(place);
      if (!RANKED_VIEWS.has(view)) return index.texts.page(query, page, size);
      const weightOf = (id: number) => (TABLE_OF[view] === 'item' ? (soldByItem.get(id) ?? 0) : 0);
      return (await import('./search-rank.ts')).rankedPage(index.texts.hits(query), query, weightOf, place);
    },
    salesWithin: async (typed, ranges) => (await searchedSales(await upToDate('sale'), tables, typed)).within(ranges),
    async shelf(sold) {
      const index = await upToDate('item');
      const { changeCount } = index.texts;
      if (lastShelf?.changeCount === changeCount && lastShelf.sold === sold) return lastShelf.shelf;
      const { shelfOf } = await import('../item-shelf.ts');
      const shelf = shelfOf(index.texts.entries(), sold);
      lastShelf = { changeCount, sold, shelf };
      return shelf;
    },
    weigh(sold) {
      soldByItem = sold;
    },
    subscribe: versions.subscribe,
    version: versions.of,
    close() {
      isClosed = true;
      Dexie.on.storagemutated.unsubscribe(onMutation);
      indexes.clear();
      versions.clearListeners();
    },
  };
}

/** Counts the changes of each view's index. */
function createVersions() {
  const counts = new Map<SearchedView, number>();
  const listeners = new Set<() => void>();
  const of = (view: SearchedView): number => counts.get(view) ?? 0;
  return {
    of,
    increase(view: SearchedView): void {
      counts.set(view, of(view) + 1);
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clearListeners: () => listeners.clear(),
  };
}

/** Returns the query for a typed text. Its code is loaded with the first search, so the first screen appears sooner. */
const queryFor = async (view: SearchedView, tables: ShopTables, typed: string): Promise<string> =>
  typed.trim() === '' ? '' : await (await import('./search-query.ts')).queryOfTyped(view, tables, typed);

/** Prepares a search in sales. A device's copy is of one shop, so a typed day is meant in its zone. */
async function searchedSales({ texts }: TableIndex, { rows }: ShopTables, typed: string) {
  const { saleHits, saleHitsWithin, salePage } = await import('./sale-search.ts');
  const business = await rows.business.toCollection().first();
  const searched = { texts, typed, zone: business?.timeZone ?? 'UTC' };
  return {
    hits: () => saleHits(searched),
    page: (place: { page: number; size: number }) => salePage(searched, place),
    within: (ranges: readonly TimeRange[]) => saleHitsWithin(searched, ranges),
  };
}

/** The last sort of each index is stored, so that its other pages need no sorting. */
const lastSorted = new WeakMap<TextIndex, { wish: string; version: number; entries: readonly IndexedText[] }>();

async function sortedPage(
  texts: TextIndex,
  { query, hits, sort }: { query: string; hits: (() => Iterable<IndexedText>) | undefined; sort: RowSort },
  { page, size }: { page: number; size: number },
): Promise<TextPage> {
  const { sortedRows } = await import('../sort-keys.ts');
  const wish = `${sort.by} ${sort.isDescending} ${query}`;
  let last = lastSorted.get(texts);
  if (last?.wish !== wish || last.version !== texts.version) {
    const { version } = texts;
    const found = hits?.() ?? (query === '' ? texts.entries() : texts.hits(query));
    last = { wish, version, entries: sortedRows(found, sort, ({ keys }) => keys) };
    lastSorted.set(texts, last);
  }
  const { entries } = last;
  return { ids: entries.slice((page - 1) * size, page * size).map(({ id }) => id), total: entries.length };
}
