import type { Rows } from '../protocol/tables.ts';
import { NEWEST, type ShopTables } from './schema.ts';

const ROWS_PER_READ = 500;

/** Tables that can be gone through whole, in the order of their lists. */
type ListedTable = 'item' | 'customer' | 'sale' | 'purchase';

/** All rows of a table, oldest first, a stretch at a time, so that the page answers between the stretches. */
export async function* everyRow<T extends ListedTable>(
  { tables }: { readonly tables: ShopTables },
  table: T,
): AsyncGenerator<Rows[T][]> {
  for (let after: readonly [number, number] | null = null; ;) {
    const rest =
      after === null ? tables.rows[table].orderBy(NEWEST) : tables.rows[table].where(NEWEST).above([...after]);
    // Rows of the table that was asked for.
    const rows = (await rest.limit(ROWS_PER_READ).toArray()) as Rows[T][];
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = [last.createdAtMs, last.id];
  }
}
