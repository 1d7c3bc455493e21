import { assert } from '../../../domain/assert.ts';
import type { RowChange } from '../../../sync/mutation/overlay.ts';
import { HISTORY_TABLES, type Rows, type TableName } from '../../../sync/protocol/tables.ts';
import type { CreatedRow, StoredRow } from '../../mutate/server-store.ts';
import { ROW_TABLES, type Statement, statementPerTable } from '../row-tables.ts';
import type { Sql } from '../database.ts';

/** A row as every query for rows returns it; `doc` is null for a tombstone. */
export interface RowRecord {
  id: number;
  version: number;
  doc: Rows[TableName] | null;
}

/** Returns the stored row with the version of its column, which is the true one. The document may hold an older one. */
export const storedRow = (table: TableName, { id, version, doc }: RowRecord): StoredRow => ({
  table,
  id,
  version,
  row: doc && { ...doc, version },
});

const docUnlessDeleted = (deleted: string) => `case when ${deleted} then null else doc end as doc`;

const READ = statementPerTable(
  'read',
  (t) =>
    `select id, ${t.versionColumn} as version, ${docUnlessDeleted(t.deleted)} from ${t.name} where ${t.businessColumn} = $1 and id = any($2::bigint[])`,
);

/** Reads the rows and tombstones of these ids, in no order. Unknown ids are left out. */
export async function readRows(
  sql: Sql,
  businessId: number,
  table: TableName,
  ids: readonly number[],
): Promise<StoredRow[]> {
  if (ids.length === 0) return [];
  const found = await sql.query<RowRecord>(READ[table].text, [businessId, ids], READ[table].name);
  return found.map((record) => storedRow(table, record));
}

const READ_DELETED = statementPerTable(
  'deleted',
  (t) =>
    `select id, ${t.versionColumn} as version, doc from ${t.name} where ${t.businessColumn} = $1 and id = $2 and ${t.deleted}`,
);

/** Reads the last values of a removed row from its tombstone; undefined if the row is alive or never existed. */
export async function readDeletedRow<T extends TableName>(
  sql: Sql,
  businessId: number,
  table: T,
  id: number,
): Promise<Rows[T] | undefined> {
  const [found] = await sql.query<RowRecord>(READ_DELETED[table].text, [businessId, id], READ_DELETED[table].name);
  return found && (storedRow(table, found).row as Rows[T]); // The cast is safe: read from this table.
}

const READ_AFTER = statementPerTable(
  'after',
  (t) =>
    `select id, ${t.versionColumn} as version, doc from ${t.name} where ${t.businessColumn} = $1 and id > $2 and not ${t.deleted} order by id limit $3`,
);

/** Reads living rows with a greater id, by id. */
export async function readRowsAfter(
  sql: Sql,
  businessId: number,
  table: TableName,
  id: number,
  countMax: number,
): Promise<StoredRow[]> {
  const found = await sql.query<RowRecord>(READ_AFTER[table].text, [businessId, id, countMax], READ_AFTER[table].name);
  return found.map((record) => storedRow(table, record));
}

const CREATED_FROM = statementPerTable(
  'created',
  (t) =>
    `select id, ${t.versionColumn} as version, created_at_ms as "createdAtMs" from ${t.name}
    where ${t.businessColumn} = $1 and created_at_ms >= $2 and not ${t.deleted} order by created_at_ms, id limit $3`,
);

/** Reads living rows created at or after the instant, oldest first: only id, version and time. */
export async function readCreatedFrom(
  sql: Sql,
  businessId: number,
  table: TableName,
  fromMs: number,
  countMax: number,
): Promise<CreatedRow[]> {
  const { text, name } = CREATED_FROM[table];
  return await sql.query<CreatedRow>(text, [businessId, fromMs, countMax], name);
}

const WRITE = statementPerTable('write', (t) => {
  const rows = 'jsonb_array_elements($3::jsonb) as written(doc)';
  // These statements only update: businesses and users are created by calls of their own.
  if (t.name === 'business')
    return `update business set doc = written.doc, name = written.doc ->> 'name', row_version = $2 from ${rows} where business.id = $1 returning id`;
  if (t.name === 'app_user')
    return `update app_user set doc = written.doc, row_version = $2, role = written.doc ->> 'role', is_active = (written.doc ->> 'isActive')::boolean
      from ${rows} where business_id = $1 and id = (written.doc ->> 'id')::bigint returning id`;
  return `insert into ${t.name} (business_id, id, version, doc) select $1, (written.doc ->> 'id')::bigint, $2, written.doc from ${rows}
    on conflict (business_id, id) do update set version = excluded.version, deleted = false, doc = excluded.doc returning id`;
});

/** Inserts and replaces rows of one table, all with this version. */
export async function writeRows(
  sql: Sql,
  businessId: number,
  table: TableName,
  version: number,
  rows: readonly Rows[TableName][],
): Promise<void> {
  if (rows.length === 0) return;
  const docs = JSON.stringify(rows.map((row) => ({ ...row, version })));
  const written = await sql.query(WRITE[table].text, [businessId, version, docs], WRITE[table].name);
  assert(written.length === rows.length, `Every written row of ${table} has its place in the database`);
}

const DELETE: Partial<Record<TableName, Statement>> = statementPerTable(
  'delete',
  (t) =>
    `insert into ${t.name} (business_id, id, version, deleted, doc)
      select $1, leaving.id, $2, true, coalesce(leaving.doc, stood.doc)
      from jsonb_to_recordset($3::jsonb) as leaving(id bigint, doc jsonb)
      left join ${t.name} as stood on stood.business_id = $1 and stood.id = leaving.id
      where leaving.doc is not null or stood.deleted is false
      on conflict (business_id, id) do update set deleted = true, version = excluded.version, doc = excluded.doc`,
);

/**
 * Replaces each row by a tombstone of this version. The tombstone holds the row's last document (`removed`, if earlier
 * mutations of this change edited the row), because a later edit may restore the row. A row that was created and
 * removed in one change gets a tombstone too.
 */
export async function deleteRows(
  sql: Sql,
  businessId: number,
  table: TableName,
  version: number,
  leaving: readonly Pick<RowChange, 'id' | 'removed'>[],
): Promise<void> {
  if (leaving.length === 0) return;
  assert(ROW_TABLES[table].deleted === 'deleted' && DELETE[table], `Rows of ${table} do not leave by tombstone`);
  const docs = leaving.map(({ id, removed }) => (removed ? { id, doc: { ...removed, version } } : { id }));
  await sql.query(DELETE[table].text, [businessId, version, JSON.stringify(docs)], DELETE[table].name);
}

/** Larger than every id and every time. */
const LAST = Number.MAX_SAFE_INTEGER;

const pastColumns = 'id, version, doc, created_at_ms';
const past = (name: string, condition: string) =>
  `(select ${pastColumns} from ${name} where business_id = $1 and (created_at_ms, id) < ($2, $3) and ${condition} and version <= $5 and not deleted
    order by created_at_ms desc, id desc limit $6)`;

// `last_active_ms > created_at_ms` follows from the other two, and is the condition of the index.
const ACTIVE_LATER = 'created_at_ms < $4 and last_active_ms >= $4 and last_active_ms > created_at_ms';

const recentOrActive = (name: string) =>
  `${past(name, 'created_at_ms >= $4')} union all ${past(name, ACTIVE_LATER)}
    order by created_at_ms desc, id desc limit $6`;

/** Sales and purchases read two index ranges each: recent rows, and older rows that were active since (SYN-12). */
const PAST: Readonly<Record<(typeof HISTORY_TABLES)[number], Statement>> = {
  sale: { name: 'sale_past', text: recentOrActive('sale') },
  purchase: { name: 'purchase_past', text: recentOrActive('purchase') },
  stockMovement: { name: 'stock_movement_past', text: past('stock_movement', 'created_at_ms >= $4') },
  feedback: { name: 'feedback_past', text: past('feedback', 'created_at_ms >= $4') },
  cashCount: { name: 'cash_count_past', text: past('cash_count', 'created_at_ms >= $4') },
};

export interface PastBounds {
  sinceMs: number;
  versionMax: number;
}

const isHistory = (table: TableName): table is (typeof HISTORY_TABLES)[number] =>
  (HISTORY_TABLES as readonly TableName[]).includes(table);

/** Reads living rows of a history table before the place, newest first. */
export async function readPast(
  sql: Sql,
  businessId: number,
  table: TableName,
  place: { createdAtMs: number; id: number } | null,
  bounds: PastBounds,
  countMax: number,
): Promise<StoredRow[]> {
  assert(isHistory(table), `${table} is kept whole: it has no past`);
  const params = [
    businessId,
    place?.createdAtMs ?? LAST,
    place?.id ?? LAST,
    bounds.sinceMs,
    bounds.versionMax,
    countMax,
  ];
  const found = await sql.query<RowRecord>(PAST[table].text, params, PAST[table].name);
  return found.map((record) => storedRow(table, record));
}
