import type { Rows, TableName } from '../../../sync/protocol/tables.ts';
import type { Database, Sql } from '../../db/database.ts';
import { readRows } from '../../db/queries/row.ts';
import { noSuchRow } from './no-such-row.ts';
import type { Session } from '../middleware/session.ts';

/** Runs reads of one business in one snapshot, so that a list and its count never disagree. */
export const readShop = <T>(
  database: Database,
  { businessId }: Pick<Session, 'businessId'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> => database.transaction({ businessId, isolation: 'repeatable read', readOnly: true }, work);

/** Returns the living row; throws `noSuchRow` if there is none. */
export async function requireRow<T extends TableName>(
  sql: Sql,
  { businessId }: Pick<Session, 'businessId'>,
  table: T,
  id: number,
): Promise<Rows[T]> {
  const [stored] = await readRows(sql, businessId, table, [id]);
  if (!stored?.row) throw noSuchRow();
  return stored.row as Rows[T]; // The cast is safe: the row was read from this table.
}
