import { useEffect, useRef } from 'react';
import type { Rows } from '../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { isFromIndex, listPage } from '../../sync/store/list-page.ts';
import {
  type RowOf,
  type SearchedTable,
  type SearchedView,
  type SearchIndex,
  TABLE_OF,
} from '../../sync/store/search/search-index.ts';
import type { RowSort, SortKeys } from '../../sync/store/sort-keys.ts';
import { pageWithin } from '../ui/list/list-location.ts';
import type { RowSync } from '../ui/status-badge.tsx';
import { weighItems } from './item-weights.ts';
import { useLive, useReplica, useSearchVersion } from './replica.tsx';
import { readRowSync } from './row-sync.ts';

export interface ShownPage<Row> {
  /** Newest first, or in the order of the sort. */
  rows: readonly Row[];
  syncById: ReadonlyMap<number, RowSync>;
  total: number;
  /** The number of the shown page: the first page if the requested one does not exist (C-159). */
  page: number;
  pageCount: number;
  /** The number of hits that match the typed amount, day or number exactly; they come first. */
  exactCount: number;
}

export interface ListPlace {
  query: string;
  page: number;
  rowsPerPage: number;
  /** Sorts all rows, not only those of the page; null: newest first. */
  sort?: RowSort | null;
}

/** Returns a page of a list with the sync state of its rows, live; undefined before the first read. */
export function useListPage<V extends SearchedView>(view: V, place: ListPlace): ShownPage<RowOf<V>> | undefined {
  const { query, page, rowsPerPage, sort = null } = place;
  const { database, search, businessId } = useReplica();
  useEffect(() => {
    if (TABLE_OF[view] === 'item') weighItems({ database, search, businessId });
  }, [view, database, search, businessId]);
  const version = useListVersion(view, place);
  return useShownRows(TABLE_OF[view], async (shop) => await readListPage(shop, search, view, place), [
    ...[view, query, page, rowsPerPage, sort?.by, sort?.isDescending, version],
  ]);
}

/** Returns a dependency for a live query of `readListPage`. `place` is null if the query reads no such page. */
export const useListVersion = (view: SearchedView, place: ListPlace | null): number =>
  useSearchVersion(place !== null && isFromIndex(view, wishOf(place)) ? view : null);

/** Reads a page of a list. For use in a live query. */
export async function readListPage<V extends SearchedView>(
  shop: ShopDatabase,
  search: SearchIndex,
  view: V,
  place: ListPlace,
): Promise<Omit<ShownPage<RowOf<V>>, 'syncById'>> {
  const wish = wishOf(place);
  const asked = await listPage(shop, search, view, wish);
  const isThere = wish.page === 1 || asked.rows.length > 0;
  const shown = isThere ? asked : await listPage(shop, search, view, { ...wish, page: 1 });
  return { ...shown, page: isThere ? wish.page : 1, pageCount: Math.ceil(shown.total / wish.size) };
}

const wishOf = ({ query, page, rowsPerPage, sort = null }: ListPlace) => ({
  ...{ typed: query, page, size: rowsPerPage, sort },
});

/** Returns rows from any read, with their sync state, live. */
export function useShownRows<T extends SearchedTable, Read extends { rows: readonly Rows[T][] }>(
  table: T,
  read: (shop: ShopDatabase) => Promise<Read>,
  dependencies: readonly unknown[],
): (Omit<Read, 'rows'> & Pick<ShownPage<Rows[T]>, 'rows' | 'syncById'>) | undefined {
  const known = useRef<KnownRows<Rows[T]>>(new Map());
  return useLive(async (shop) => {
    // Ask for the sync state of the rows that were shown before together with the read itself, to save a round trip.
    const before = new Set(known.current.keys());
    const syncOf = (ids: number[]) => (ids.length > 0 ? readRowSync(shop, table, ids) : []);
    const [shown, syncBefore] = await Promise.all([read(shop), syncOf([...before])]);
    const syncOthers = await syncOf(shown.rows.map(({ id }) => id).filter((id) => !before.has(id)));
    return { ...shown, syncById: new Map([...syncBefore, ...syncOthers]), rows: keepSame(known, shown.rows) };
  }, dependencies);
}

type KnownRows<Row> = ReadonlyMap<number, { row: Row; text: string }>;

/** Replaces each row that did not change by its former object, so that its card is not rendered again (P2). */
function keepSame<Row extends { id: number }>(known: { current: KnownRows<Row> }, rows: readonly Row[]): Row[] {
  const kept = rows.map((row) => {
    const text = JSON.stringify(row);
    const before = known.current.get(row.id);
    return before?.text === text ? before : { row, text };
  });
  known.current = new Map(kept.map((each) => [each.row.id, each]));
  return kept.map(({ row }) => row);
}

/**
 * Returns a page of rows that another search found: they are few, and in memory. For use in a live query.
 * @param found all rows, newest first
 */
export async function pageOfFound<T extends SearchedTable>(
  shop: ShopDatabase,
  table: T,
  found: readonly Rows[T][],
  { page, rowsPerPage, sort = null }: Omit<ListPlace, 'query'>,
): Promise<ShownPage<Rows[T]>> {
  const pageCount = Math.ceil(found.length / rowsPerPage);
  const at = pageWithin(page, pageCount);
  const all = sort === null ? found : await sortedFound(table, found, sort);
  const rows = all.slice((at - 1) * rowsPerPage, at * rowsPerPage);
  const syncById = await readRowSync(
    shop,
    table,
    rows.map((row) => row.id),
  );
  return { rows, syncById, total: found.length, page: at, pageCount, exactCount: 0 };
}

/** Sorts rows in memory in the same way as the list of their table. */
export async function sortedFound<T extends SearchedTable>(table: T, found: readonly Rows[T][], sort: RowSort) {
  const { SORT_KEYS, sortedRows } = await import('../../sync/store/sort-keys.ts');
  const keysOf: (row: Rows[T]) => SortKeys = SORT_KEYS[table];
  return sortedRows(found, sort, keysOf);
}
