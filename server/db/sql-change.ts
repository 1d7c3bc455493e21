import { assert } from '../../domain/assert.ts';
import type { PaymentMethod } from '../../domain/sales/payment-method.ts';
import { idsByTable, type RowChange } from '../../sync/mutation/overlay.ts';
import { type RowKey, rowKeyText, type Rows, type TableName } from '../../sync/protocol/tables.ts';
import type { PlainTx } from '../mutate/plain-call.ts';
import type { Sql } from './database.ts';
import type { BusinessVersion } from './queries/business.ts';
import * as client from './queries/client.ts';
import { readNonce } from './queries/history.ts';
import { readKeptAnswer, writeKeptAnswer } from './queries/kept-answer.ts';
import { readOpenConflicts, readSuppliersNamed, readUse } from './queries/look-up.ts';
import { deleteRows, readDeletedRow, readRows, writeRows } from './queries/row.ts';
import { readDuplicates } from './queries/duplicate.ts';
import { readActor } from './queries/user.ts';

/** Creates the port of one transaction that has locked its business and taken the next version. */
export function createSqlChange(sql: Sql, businessId: number, { version, epoch, horizon }: BusinessVersion): PlainTx {
  return {
    version,
    epoch,
    horizon,
    nonceOf: (of) => readNonce(sql, businessId, of),
    actor: (userId) => readActor(sql, businessId, userId),
    async getMany<T extends TableName>(table: T, ids: readonly number[]) {
      const found = await readRows(sql, businessId, table, ids);
      const rowsById = new Map(found.map((stored) => [stored.id, stored.row ?? undefined]));
      return ids.map((id) => rowsById.get(id) as Rows[T] | undefined); // The cast is safe: read from this table.
    },
    paymentMethods: () => readPaymentMethods(sql, businessId),
    findDuplicates: (kind, value) => readDuplicates(sql, businessId, kind, value),
    tombstones: (keys) => readTombstones(sql, businessId, keys),
    getDeleted: (table, id) => readDeletedRow(sql, businessId, table, id),
    isInUse: (table, id) => readUse(sql, businessId, table, id),
    openConflicts: (row) => readOpenConflicts(sql, businessId, row),
    suppliersNamed: (name) => readSuppliersNamed(sql, businessId, name),
    writeRows: (changes) => writeChanges(sql, businessId, version, changes),

    client: (clientId) => client.readClient(sql, businessId, clientId),
    putClient: (row, seenAtMs, report) => client.writeClient(sql, businessId, row, seenAtMs, report),
    outcomes: (clientId, mids) => client.readOutcomes(sql, businessId, clientId, mids),
    decided: (acts) => client.readDecided(sql, businessId, acts),
    addOutcomes: (clientId, decided, atMs) =>
      client.insertOutcomes(sql, businessId, clientId, decided, { version, atMs }),

    failure: (clientId, mid) => client.readFailure(sql, businessId, clientId, mid),
    putFailure: (clientId, mid, failure, reason, atMs) =>
      client.writeFailure(sql, businessId, clientId, mid, { ...failure, reason, atMs }),
    quarantine: (clientId, mid, raw, reason, atMs) =>
      client.insertQuarantined(sql, businessId, clientId, mid, { raw, reason, atMs }),

    keptAnswer: (key, keptSinceMs) => readKeptAnswer(sql, businessId, key, keptSinceMs),
    keepAnswer: (key, answer) => writeKeptAnswer(sql, businessId, key, answer),
  };
}

async function readTombstones(sql: Sql, businessId: number, keys: readonly RowKey[]): Promise<ReadonlySet<string>> {
  const found = [];
  for (const [table, ids] of idsByTable(keys)) found.push(...(await readRows(sql, businessId, table, ids)));
  return new Set(found.flatMap((stored) => (stored.row === null ? [rowKeyText(stored)] : [])));
}

async function readPaymentMethods(sql: Sql, businessId: number): Promise<PaymentMethod[]> {
  const found = await sql.query<{ version: number; doc: PaymentMethod }>(
    'select version, doc from payment_method where business_id = $1 and not deleted order by id',
    [businessId],
    'payment_method_all',
  );
  return found.map(({ version, doc }) => ({ ...doc, version }));
}

/** Writes the changes with one statement for each table of written rows, and one for each table of removed rows. */
async function writeChanges(
  sql: Sql,
  businessId: number,
  version: number,
  changes: readonly RowChange[],
): Promise<void> {
  for (const table of new Set(changes.map((change) => change.table))) {
    const ofTable = changes.filter((change) => change.table === table);
    const kept = ofTable.flatMap(({ after }) => (after === undefined ? [] : [after]));
    assert(table !== 'business' || kept.every((row) => row.id === businessId), 'A business writes no other business');
    await deleteRows(
      sql,
      businessId,
      table,
      version,
      ofTable.filter(({ after }) => after === undefined),
    );
    await writeRows(sql, businessId, table, version, kept);
  }
}
