import type { RowKey } from '../protocol/tables.ts';
import type { ShopTables } from './schema.ts';

/**
 * Whether this device removed the row, and the server took the removal: a row that is here all the same was brought back
 * by somebody (M21). As long as the archive reaches, which is read through: for the screen of one row only.
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
