import type { Rows, TableName } from '../../../sync/protocol/tables.ts';
import type { Database, Sql } from '../../db/database.ts';
import { readRows } from '../../db/queries/row.ts';
import { noSuchRow } from './no-such-row.ts';
import type { Session } from '../middleware/session.ts';

/** Reads of one business, all of one moment: a list and its count never disagree. */
export const readShop = <T>(
  database: Database,
  { businessId }: Pick<Session, 'businessId'>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> => database.transaction({ businessId, isolation: 'repeatable read', readOnly: true }, work);

/** The living row, or the one answer for rows that are not there. */
export async function requireRow<T extends TableName>(
  sql: Sql,
  { businessId }: Pick<Session, 'businessId'>,
  table: T,
  id: number,
): Promise<Rows[T]> {
  const [stored] = await readRows(sql, businessId, table, [id]);
  if (!stored?.row) throw noSuchRow();
  return stored.row as Rows[T]; // read from this very table
}
