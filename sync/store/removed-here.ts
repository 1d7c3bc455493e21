import type { RowKey } from '../protocol/tables.ts';
import type { ShopTables } from './database/schema.ts';

/**
 * True if this device removed the row and the server accepted the removal. If the row exists all the same, another
 * device brought it back (M21). It scans the archive, so only the screen of one row may use it, and it knows no older
 * removals.
 */
export async function wasRemovedHere(
  { tables }: { readonly tables: ShopTables },
  { table, id }: RowKey,
): Promise<boolean> {
  const removal = await tables.archive
    .filter(
      ({ wire, touched, outcome, state }) =>
        wire.name === `${table}.remove` &&
        state !== 'refused' &&
        (outcome === null || outcome.kind === 'applied') &&
        touched.some((key) => key.table === table && key.id === id),
    )
    .first();
  return removal !== undefined;
}
