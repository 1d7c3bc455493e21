import { TABLE_NAMES, type TableName } from '../../../sync/protocol/tables.ts';
import type { ChangePosition, StoredRow } from '../../mutate/server-store.ts';
import type { Sql } from '../database.ts';
import { ROW_TABLES } from '../row-tables.ts';
import { type RowRecord, storedRow } from './row.ts';

// Reads rows of one business in the order (version, table, id), across all tables. Each table's index returns its next
// rows, and these few are merged. A table before the place's table continues with the next version; a table after it
// continues with all rows of the place's version.

const changesOf = (table: TableName, index: number): string => {
  const { name, businessColumn, versionColumn, deleted } = ROW_TABLES[table];
  const idFrom = `case when ${index} > $3 then 0 when ${index} = $3 then $4::bigint else 9223372036854775807 end`;
  return `(select ${index} as table_index, id, ${versionColumn} as version, case when ${deleted} then null else doc end as doc from ${name}
    where ${businessColumn} = $1 and (${versionColumn}, id) > ($2, ${idFrom}) order by ${versionColumn}, id limit $5)`;
};

const CHANGES = `select table_index, id, version, doc from (${TABLE_NAMES.map(changesOf).join(' union all ')}) as changed
  order by version, table_index, id limit $5`;

/** Reads rows and tombstones after the place (SYN-11). */
export async function readChangesAfter(
  sql: Sql,
  businessId: number,
  place: ChangePosition,
  countMax: number,
): Promise<StoredRow[]> {
  const params = [businessId, place.version, place.tableIndex, place.id, countMax];
  const found = await sql.query<RowRecord & { table_index: number }>(CHANGES, params, 'changes_after');
  return found.flatMap((record) => {
    const table = TABLE_NAMES[record.table_index];
    return table === undefined ? [] : [storedRow(table, record)];
  });
}
