import type { EditedTable } from '../../../sync/merge/field-groups.ts';
import { type FieldValues, valuesOf } from '../../../sync/merge/three-way.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import type { Rows } from '../../../sync/protocol/tables.ts';
import { noSuchRow } from './no-such-row.ts';

/**
 * Returns the arguments of an edit by a plain call. The base is the present row, as if the caller had seen it
 * (docs/decisions/0010). Fields that were not sent stay as they are.
 */
export async function plainEdit<T extends EditedTable, Change extends object>(
  rows: MutationTx,
  table: T,
  id: number,
  changeOf: (row: Rows[T]) => Change,
): Promise<{ id: number; base: FieldValues; change: Change }> {
  const row = await rows.get(table, id);
  if (!row) throw noSuchRow();
  const asked = changeOf(row);
  // The cast is safe: the fields that are left out were undefined, and all fields of the type are optional.
  const change = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Change;
  return { id, base: valuesOf(row, Object.keys(change)), change };
}
