import { idsByTable, type RowChange } from '../mutation/overlay.ts';
import type { LocalTx } from '../ports.ts';
import type { RowKey } from '../protocol/tables.ts';
import { writeRows } from './tally.ts';

/** What waiting acts brought is under its new id at once: of one that no longer fits, no rebuild could show it again. */
export async function moveRows(
  tx: LocalTx,
  keys: readonly RowKey[],
  keyNow: (key: RowKey) => RowKey,
): Promise<RowKey[]> {
  const changes: RowChange[] = [];
  for (const [table, ids] of idsByTable(keys)) {
    for (const row of (await tx.getRows(table, ids)).filter((found) => found !== undefined)) {
      const { id } = keyNow({ table, id: row.id });
      const after =
        'itemId' in row ? { ...row, id, itemId: keyNow({ table: 'item', id: row.itemId }).id } : { ...row, id };
      changes.push({ table, id: row.id, before: row, after: undefined }, { table, id, before: undefined, after });
    }
  }
  await writeRows(tx, changes);
  return changes.filter(({ after }) => after).map(({ table, id }) => ({ table, id }));
}
