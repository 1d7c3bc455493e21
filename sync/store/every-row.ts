import type { TimeRange } from '../../domain/time.ts';
import type { Rows } from '../protocol/tables.ts';
import { NEWEST, type ShopTables } from './database/schema.ts';

const ROWS_PER_READ = 500;

/** Tables that can be read whole, in the order of their lists. */
type ListedTable = 'item' | 'customer' | 'sale' | 'purchase';

const EVER: TimeRange = { fromMs: -Infinity, toMs: Infinity };

/**
 * Yields the rows of a table that were created in a half-open range of time, or all of them, oldest first and in
 * batches, so that the page stays responsive between the batches.
 */
export async function* everyRow<T extends ListedTable>(
  { tables }: { readonly tables: ShopTables },
  table: T,
  { fromMs, toMs }: TimeRange = EVER,
): AsyncGenerator<Rows[T][]> {
  for (let after: readonly number[] = [fromMs]; ;) {
    const rest = tables.rows[table].where(NEWEST).between([...after], [toMs], false);
    // The cast is safe: these are rows of the requested table.
    const rows = (await rest.limit(ROWS_PER_READ).toArray()) as Rows[T][];
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = [last.createdAtMs, last.id];
  }
}
