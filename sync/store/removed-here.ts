import type { RowKey } from '../protocol/tables.ts';
import type { ShopTables } from './database/schema.ts';

/**
 * True when this device removed the row and the server accepted that: if the row is here all the same, somebody brought
 * it back (M21). Scans the archive and knows no more than it holds: for the screen of one row only.
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
