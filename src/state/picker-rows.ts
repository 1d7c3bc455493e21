import { useEffect, useMemo } from 'react';
import type { Rows } from '../../sync/protocol/tables.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { replicaStateOf } from '../../sync/store/live-reads.ts';
import { isListed } from '../../sync/store/search/search-index.ts';
import { noteFailedSearch } from './journal.ts';
import { useLive, useReplica } from './replica.tsx';
import { weighItems } from './item-weights.ts';

/**
 * The number of rows that a picker shows before anything is typed (R-PICK-06), and the most that it shows for a query.
 * Both equal what the API returns for items/search and suppliers/search.
 */
const SUGGESTED_ROWS = 5;
const FOUND_ROWS_MAX = 20;

type PickedTable = 'item' | 'customer' | 'supplier';

export interface PickerRows<Row> {
  /** True once the first copy of the shop is complete, so that all rows are on this device. */
  isWhole: boolean;
  suggested: readonly Row[];
  search: (term: string) => Promise<Row[]>;
  onSearchFailed: (error: unknown) => void;
}

/**
 * Returns the rows of a picker: the first rows of the list, and a search among all of them (C-115).
 * @param isChoosable must be the same function at every render
 */
export function usePickerRows<T extends PickedTable>(
  table: T,
  isChoosable: (row: Rows[T]) => boolean = isListed,
): PickerRows<Rows[T]> {
  const { database, search, businessId } = useReplica();
  useEffect(() => {
    if (table === 'item') weighItems({ database, search, businessId });
  }, [table, database, search, businessId]);
  const suggested = useLive((shop) => readNewest(shop, table, isChoosable), [table]);
  const isWhole = useLive(async (shop) => (await replicaStateOf(shop)).snapshotComplete, []);
  return useMemo(
    () => ({
      suggested: suggested ?? [],
      // Until that has been read, assume that the copy is complete.
      isWhole: isWhole ?? true,
      async search(term) {
        const found: Rows[T][] = [];
        // Read further pages, because rows that cannot be chosen must not displace rows that can.
        for (let page = 1; found.length < FOUND_ROWS_MAX; page += 1) {
          const { ids } = await search.page(table, term, page, FOUND_ROWS_MAX);
          found.push(...(await readRows(database, table, ids)).filter(isChoosable));
          if (ids.length < FOUND_ROWS_MAX) break;
        }
        return found.slice(0, FOUND_ROWS_MAX);
      },
      onSearchFailed: (error) => noteFailedSearch(database, error),
    }),
    [database, search, table, suggested, isWhole, isChoosable],
  );
}

async function readNewest<T extends PickedTable>(
  { tables }: ShopDatabase,
  table: T,
  isChoosable: (row: Rows[T]) => boolean,
) {
  const newestFirst = tables.rows[table].orderBy('[createdAtMs+id]').reverse();
  // The cast is safe: the table contains only rows of its own type, but Dexie's types do not tell the tables apart
  // here.
  return (await newestFirst
    .filter((row) => isChoosable(row as Rows[T]))
    .limit(SUGGESTED_ROWS)
    .toArray()) as Rows[T][];
}

async function readRows<T extends PickedTable>({ tables }: ShopDatabase, table: T, ids: readonly number[]) {
  const rows: (Rows[T] | undefined)[] = await tables.rows[table].bulkGet([...ids]);
  return rows.filter((row) => row !== undefined);
}
