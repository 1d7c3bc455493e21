import { useEffect, useMemo, useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { itemsByIds, otherItems } from '../../../sync/store/live-reads.ts';
import { type SoldByItem, soldLately } from '../../platform/item-sales.ts';
import { noteFailedSearch } from '../../state/journal.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useSameRows } from '../../state/same-rows.ts';

/*
 * The tiles of the counter: which items, in which order (R-CTR-02). The order comes from an index in memory and is set
 * when the counter opens; the rows of the tiles in view are read live, so price and stock are always those of the
 * device.
 */

/** The longest wait for the best sellers. After it the counter opens in the order of names. */
const SOLD_WITHIN_MS = 400;
/** Tiles shown before the index is built. */
const FIRST_TILES = 60;
/** The most hits that a search of the counter shows. */
const FOUND_MAX = 60;
/** Tiles whose rows are read with the list: more than a large screen shows at once. */
const FIRST_ROWS = 120;

export interface Shelf {
  categories: readonly string[];
  /** Returns the item ids of a category; of all items for null. */
  of: (category: string | null) => readonly number[];
}

const NO_IDS: readonly number[] = [];

/** Undefined until the first tiles are known. */
export function useShelf(): Shelf | undefined {
  const { search } = useReplica();
  const sold = useSoldLately();
  const [shelf, setShelf] = useState<Shelf & { ids: readonly number[] }>();
  const { database } = useReplica();
  useEffect(() => {
    if (sold === undefined) return undefined;
    let isGone = false;
    const read = async () => {
      const { ids, categories, idsByCategory } = await search.shelf(sold);
      const of: Shelf['of'] = (category) => (category === null ? ids : (idsByCategory.get(category) ?? NO_IDS));
      // The same object if nothing moved, so that the tiles do not render again.
      if (!isGone) setShelf((before) => (before?.ids === ids ? before : { ids, categories, of }));
    };
    const readAgain = () => {
      // A failed read is reported by the other reads of the screen.
      read().catch((error: unknown) => noteFailedSearch(database, error));
    };
    readAgain();
    const stop = search.subscribe(readAgain);
    return () => {
      isGone = true;
      stop();
    };
  }, [database, search, sold]);
  // Best sellers fill the first screen while the index is built.
  const first = useMemo(() => (sold === undefined ? [] : bestSold(sold)), [sold]);
  return useMemo(() => {
    if (shelf !== undefined) return shelf;
    return first.length === 0 ? undefined : { categories: [], of: () => first };
  }, [shelf, first]);
}

const bestSold = (sold: SoldByItem): number[] =>
  [...sold]
    .sort(([, a], [, b]) => b - a)
    .slice(0, FIRST_TILES)
    .map(([id]) => id);

/** The order is set once while the counter is open: tiles must not change places under a thumb. */
function useSoldLately(): SoldByItem | undefined {
  const { database, search, businessId } = useReplica();
  const [sold, setSold] = useState<SoldByItem>();
  useEffect(() => {
    let isGone = false;
    const settle = (found: SoldByItem) => {
      if (!isGone) setSold((before) => before ?? found);
    };
    const late = setTimeout(() => settle(new Map()), SOLD_WITHIN_MS);
    soldLately(database, businessId, Date.now()).then(
      (found) => {
        search.weigh(found);
        settle(found);
      },
      () => settle(new Map()),
    );
    return () => {
      isGone = true;
      clearTimeout(late);
    };
  }, [database, search, businessId]);
  return sold;
}

export interface TileList {
  /** Changes with the list, so that another list begins at its top. */
  key: string;
  isSearch: boolean;
  ids: readonly number[];
  /** The rows of the first tiles, read with the list, so that none of them is empty at first. */
  firstRows: ReadonlyMap<number, Item>;
}

/**
 * Returns the tiles of a category, or the hits of a search, the best first. The previous list stays until the next one
 * and its rows are read, so that no tile blinks while a name is typed. Undefined until the first list is read.
 */
export function useTileList(shelf: Shelf | undefined, category: string | null, typed: string): TileList | undefined {
  const { database, search } = useReplica();
  const [list, setList] = useState<TileList>();
  const term = typed.trim();
  const shelfIds = shelf?.of(category);
  useEffect(() => {
    // A changed shelf is a changed catalogue, so the typed text is searched again.
    if (shelfIds === undefined) return undefined;
    let isGone = false;
    const read = async () => {
      const isSearch = term !== '';
      const found = isSearch ? (await search.page('item', term, 1, FOUND_MAX)).ids : shelfIds;
      const listed = withoutIds(found, await laterOtherIds(database));
      const rows = await itemsByIds(database, listed.slice(0, FIRST_ROWS));
      // The best sellers come from past sales, which do not say what was archived since.
      const archived = new Set(rows.filter(({ isActive }) => !isActive).map(({ id }) => id));
      const ids = archived.size === 0 ? listed : withoutIds(listed, archived);
      const firstRows = new Map(rows.map((row) => [row.id, row]));
      const key = isSearch ? `search ${term}` : `category ${category ?? ''}`;
      if (!isGone) setList({ key, isSearch, ids, firstRows });
    };
    read().catch((error: unknown) => noteFailedSearch(database, error));
    return () => {
      isGone = true;
    };
  }, [database, search, shelfIds, category, term]);
  return list;
}

/** Returns the ids of further items 'Other' that other devices created (R-CTR-07). The counter leaves them out. */
const laterOtherIds = async (database: ShopDatabase): Promise<ReadonlySet<number>> =>
  new Set((await otherItems(database)).slice(1).map(({ id }) => id));

const withoutIds = (ids: readonly number[], hidden: ReadonlySet<number>): readonly number[] =>
  hidden.size === 0 ? ids : ids.filter((id) => !hidden.has(id));

/** Returns the rows of some tiles, live. Until the live query answers, the rows that were read with the list. */
export function useTileRows(ids: readonly number[], firstRows: TileList['firstRows']): ReadonlyMap<number, Item> {
  const sameRows = useSameRows<Item>();
  const rows = useLive(async (database) => sameRows(await itemsByIds(database, ids)), [ids.join()]);
  return useMemo(() => {
    const rowsById = new Map(rows?.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = rowsById.get(id) ?? firstRows.get(id);
      if (row !== undefined) rowsById.set(id, row);
    }
    return rowsById;
  }, [rows, ids, firstRows]);
}
