import type { TableName } from '../../sync/protocol/tables.ts';
import type { SnapshotTx } from '../mutate/server-store.ts';
import type { Sql } from './database.ts';
import type { BusinessVersion } from './queries/business.ts';
import { readChangesAfter } from './queries/changed-row.ts';
import { readClient, readDecided, readOutcomesAfter } from './queries/client.ts';
import { readNonce } from './queries/history.ts';
import { readCreatedFrom, readPast, readRows, readRowsAfter } from './queries/row.ts';
import { readActor } from './queries/user.ts';

/** Creates the reads of one snapshot. `taken` is the version of that snapshot. */
export function createSqlSnapshot(sql: Sql, businessId: number, taken: BusinessVersion): SnapshotTx {
  return {
    ...taken,
    nonceOf: async (version) => (version === taken.version ? taken.nonce : await readNonce(sql, businessId, version)),
    actor: (userId) => readActor(sql, businessId, userId),
    client: (clientId) => readClient(sql, businessId, clientId),
    outcomesAfter: (clientId, mid) => readOutcomesAfter(sql, businessId, clientId, mid),
    decided: (acts) => readDecided(sql, businessId, acts),
    changesAfter: (position, countMax) => readChangesAfter(sql, businessId, position, countMax),
    rowsAfter: (table, id, countMax) => readRowsAfter(sql, businessId, table, id, countMax),
    historyBefore: (table, place, bounds, countMax) => readPast(sql, businessId, table, place, bounds, countMax),
    createdFrom: (table, fromMs, countMax) => readCreatedFrom(sql, businessId, table, fromMs, countMax),
    async rowsOf(keys) {
      const idsByTable = new Map<TableName, number[]>();
      for (const { table, id } of keys) idsByTable.set(table, [...(idsByTable.get(table) ?? []), id]);
      const found = [];
      for (const [table, ids] of idsByTable) found.push(...(await readRows(sql, businessId, table, ids)));
      return found;
    },
  };
}
