import { Dexie, type ObservabilitySet } from 'dexie';
import type { OrderStatus } from '../../domain/order.ts';
import type { Rows } from '../protocol/tables.ts';
import { changedKeysOf } from './changed-keys.ts';
import type { ShopTables } from './schema.ts';
import { queryOf } from './search-text.ts';
import type { TableIndex } from './table-index.ts';
import type { TextPage } from './text-index.ts';

export type SearchedTable = 'sale' | 'item' | 'customer' | 'supplier' | 'order' | 'purchase';

/**
 * What is searched: the rows of a table, or in another way some of them ('stockItem': the items that stock is added to;
 * 'pendingOrder': the orders of that status).
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
export type RowOf<V extends SearchedView> = Rows[(typeof TABLE_OF)[V]];

/** An archived item leaves lists and pickers (C-105), and what stands for another supplier is in none. */
export function isListed(row: object): boolean {
  const { isActive = true, aliasOfId = null }: { isActive?: boolean; aliasOfId?: number | null } = row;
  return isActive && aliasOfId === null;
}

/**
 * Search over the lists and pickers, in memory: an index per table, built when it is first asked for, and kept fresh
 * by what Dexie tells of every committed transaction, of other tabs and the worker too. It also knows every page of
 * a list, which IndexedDB can only count its way to.
 */
export interface SearchIndex {
  /** Builds the index now, before somebody waits for it. */
  warm(view: SearchedView): Promise<void>;
  isWarm(view: SearchedView): boolean;
  /** The ids of a page of the rows that match what was typed, newest first; of all rows when nothing was typed. */
  page(view: SearchedView, typed: string, page: number, size: number): Promise<TextPage>;
  /** Calls back when rows of an index that is in use have changed. With `version` made for React's external stores. */
  subscribe(listener: () => void): () => void;
  version(): number;
  close(): void;
}

export function createSearchIndex({ name, tables }: { name: string; tables: ShopTables }): SearchIndex {
  const listeners = new Set<() => void>();
  let version = 0;
  let isClosed = false;
  const changed = () => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const indexes = new Map<SearchedView, TableIndex>();
  const makeIndex = async (view: SearchedView): Promise<TableIndex> => {
    // The first screen searches nothing, and is there sooner without it.
    const { viewIndexOf } = await import('./table-index.ts');
    const made = indexes.get(view) ?? viewIndexOf(view, tables, changed);
    if (!isClosed) indexes.set(view, made);
    return made;
  };
  const onMutation = (parts: ObservabilitySet): void => {
    for (const [view, index] of indexes) index.touch(changedKeysOf(parts, name, TABLE_OF[view]));
  };
  Dexie.on.storagemutated.subscribe(onMutation);

  return {
    warm: async (view) => await (indexes.get(view) ?? (await makeIndex(view))).upToDate(),
    isWarm: (view) => indexes.get(view)?.isBuilt() ?? false,
    async page(view, typed, page, size) {
      const index = indexes.get(view) ?? (await makeIndex(view));
      await index.upToDate();
      const query = queryOf(typed);
      if (query !== '') index.indexTexts();
      return index.texts.page(query, page, size);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    close() {
      isClosed = true;
      Dexie.on.storagemutated.unsubscribe(onMutation);
      indexes.clear();
      listeners.clear();
    },
  };
}
