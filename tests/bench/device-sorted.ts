import type { Table } from 'dexie';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { listPage } from '../../sync/store/list-page.ts';
import {
  isListed,
  type RowOf,
  type SearchedTable,
  type SearchIndex,
  TABLE_OF,
} from '../../sync/store/search/search-index.ts';
import { SORT_KEYS, type SortKeys } from '../../sync/store/sort-keys.ts';

/** The rows of one page of a table. */
const ROWS_PER_PAGE = 50;

export interface SortWish<T extends SearchedTable = SearchedTable> {
  table: T;
  /** A numeric sort key that every row has. */
  by: string;
  /** The number of clicks: the first sorts, each later one reverses the order. */
  presses: number;
}

export interface SortedRows {
  total: number;
  /** The time of each click. The first one also reads all rows, for their sort keys. */
  tookMs: number[];
}

/** Sorts all rows by one column, and checks the first page against its own sorting. */
export async function sortRows<T extends SearchedTable>(
  database: ShopDatabase,
  search: SearchIndex,
  { table, by, presses }: SortWish<T>,
): Promise<SortedRows> {
  const store: Table<RowOf<T>, number> = database.tables.rows[TABLE_OF[table]];
  const keysOf: (row: RowOf<T>) => SortKeys = SORT_KEYS[TABLE_OF[table]];
  const keyOf = (row: RowOf<T>) => Number(keysOf(row)[by]);
  const smallestFirst = Float64Array.from((await store.toArray()).filter(isListed), keyOf).toSorted();
  const tookMs: number[] = [];
  for (let nth = 0; nth < presses; nth += 1) {
    const isDescending = nth % 2 === 0;
    const startedMs = performance.now();
    const wish = { typed: '', page: 1, size: ROWS_PER_PAGE, sort: { by, isDescending } };
    const shown = await listPage(database, search, table, wish);
    tookMs.push(performance.now() - startedMs);
    const wanted = isDescending
      ? smallestFirst.slice(-ROWS_PER_PAGE).toReversed()
      : smallestFirst.slice(0, ROWS_PER_PAGE);
    const keys = shown.rows.map(keyOf);
    if (shown.total !== smallestFirst.length || keys.join() !== wanted.join())
      throw new Error(`${shown.total} ${table} rows by ${by} begin with ${keys.slice(0, 5).join(', ')}`);
  }
  return { total: smallestFirst.length, tookMs };
}
