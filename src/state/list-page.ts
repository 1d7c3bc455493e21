import { useRef, useSyncExternalStore } from 'react';
import type { Rows, TableName } from '../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../sync/store/dexie-database.ts';
import { listPage } from '../../sync/store/list-page.ts';
import { type RowOf, type SearchedView, TABLE_OF } from '../../sync/store/search-index.ts';
import { pageWithin } from '../ui/list-location.ts';
import type { RowSync } from '../ui/status-badge.tsx';
import { useLive, useReplica } from './replica.tsx';
import { readRowSync } from './row-sync.ts';

export interface ShownPage<Row> {
  /** Newest first. */
  rows: readonly Row[];
  syncById: ReadonlyMap<number, RowSync>;
  total: number;
  /** The page these rows are: the first where the one asked for does not exist (C-159). */
  page: number;
  pageCount: number;
}

export interface ListPlace {
  query: string;
  page: number;
  rowsPerPage: number;
}

/** A page of a list with where its rows stand in the sync, live; undefined until the first read. */
export function useListPage<V extends SearchedView>(view: V, place: ListPlace): ShownPage<RowOf<V>> | undefined {
  const { query, page, rowsPerPage } = place;
  const { search } = useReplica();
  const version = useSyncExternalStore(search.subscribe, search.version);
  const known = useRef<KnownRows<RowOf<V>>>(new Map());
  return useLive(
    async (shop) => {
      const pageAt = (number: number) =>
        listPage(shop, search, view, { typed: query, page: number, size: rowsPerPage });
      // Where these rows stand is asked with them, for those that were on the page before.
      const before = new Set(known.current.keys());
      const syncOf = (ids: number[]) => (ids.length > 0 ? readRowSync(shop, TABLE_OF[view], ids) : []);
      const [asked, syncBefore] = await Promise.all([pageAt(page), syncOf([...before])]);
      const isThere = page === 1 || asked.rows.length > 0;
      const { rows, total } = isThere ? asked : await pageAt(1);
      const syncOthers = await syncOf(rows.map(({ id }) => id).filter((id) => !before.has(id)));
      const syncById = new Map([...syncBefore, ...syncOthers]);
      return {
        rows: keepSame(known, rows),
        syncById,
        total,
        page: isThere ? page : 1,
        pageCount: Math.ceil(total / rowsPerPage),
      };
    },
    [view, query, page, rowsPerPage, version],
  );
}

type KnownRows<Row> = ReadonlyMap<number, { row: Row; text: string }>;

/** Rows read anew, each that says the same as before in the very object that it was: its card is not drawn again (P2). */
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
 * A page of rows that were found in another way: they are few, and in memory. For use in a live query.
 * @param found all of them, newest first
 */
export async function pageOfFound<T extends TableName>(
  shop: ShopDatabase,
  table: T,
  found: readonly Rows[T][],
  { page, rowsPerPage }: Omit<ListPlace, 'query'>,
): Promise<ShownPage<Rows[T]>> {
  const pageCount = Math.ceil(found.length / rowsPerPage);
  const at = pageWithin(page, pageCount);
  const rows = found.slice((at - 1) * rowsPerPage, at * rowsPerPage);
  const syncById = await readRowSync(
    shop,
    table,
    rows.map((row) => row.id),
  );
  return { rows, syncById, total: found.length, page: at, pageCount };
}
