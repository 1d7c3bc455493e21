import type { Item } from '../../domain/items/item.ts';
import type { RowChange } from '../mutation/overlay.ts';
import type { LocalTx } from '../local-database.ts';
import type { AuditState, BaseRow, ReplicaState } from '../ports.ts';
import type { AuditAnswer, AuditPart } from '../protocol/audit.ts';
import { digestOf } from '../protocol/digest.ts';
import type { RowKey, Rows, TableName } from '../protocol/tables.ts';
import { rebuildRows } from './rebuild.ts';
import { COUNT_KEYS, countKeysOf, writeRows } from './row-counts.ts';

/**
 * True if this copy must equal the server's data at the time of the answer: both have the same version, and no page is
 * still to come (SYN-14).
 */
export function isComparable(
  state: ReplicaState,
  answer: Pick<AuditAnswer, 'epoch' | 'version' | 'projection'>,
): boolean {
  // While a new copy arrives, the old copy gets no new rows, so it cannot be compared (SYN-15).
  const isWhole = state.snapshotComplete && !state.historyLeft && !state.sealed && !state.resync;
  const isSame = state.version === answer.version && state.epoch === answer.epoch;
  return isWhole && isSame && state.projection === answer.projection;
}

/** Returns the parts whose images differ from the server's; null if the two copies cannot be compared. */
export async function differingParts(tx: LocalTx, answer: AuditAnswer): Promise<AuditPart[] | null> {
  if (!isComparable(await tx.meta.getState(), answer)) return null;
  const bases = await tx.bases.all();
  const differing: AuditPart[] = [];
  for (const part of answer.parts) {
    const { count, xor } = digestOf((await imagesOf(tx, part, bases)).values());
    if (count !== part.count || xor !== part.xor) differing.push(part);
  }
  return differing;
}

/**
 * Replaces a part by the server's rows. Only images are replaced: the outbox stays, and its changes are replayed over
 * them. Returns how many rows were wrong; null if the copy has changed meanwhile.
 */
export async function repairPart(tx: LocalTx, answer: AuditAnswer, part: AuditPart): Promise<number | null> {
  const state = await tx.meta.getState();
  if (!isComparable(state, answer)) return null;
  const { table } = part;
  const bases = await tx.bases.all();
  const baseById = new Map(bases.filter((base) => base.table === table).map((base) => [base.id, base]));
  // The cast is safe: the server keeps the tables' shapes. Fields that this build does not know are stored as they
  // came.
  const byServer = new Map((answer.rows as unknown as Rows[TableName][]).map((row) => [row.id, row]));
  const images = await imagesOf(tx, part, bases);
  const changes: RowChange[] = [];
  const rebased: BaseRow[] = [];
  const ids = [...new Set([...byServer.keys(), ...images.keys()])];
  const locals = await tx.rows.get(table, ids);
  ids.forEach((id, index) => {
    const [after, base] = [byServer.get(id), baseById.get(id)];
    if (isSame(images.get(id), after)) return;
    if (base) rebased.push({ ...base, row: after ?? null });
    else changes.push({ table, id, before: locals[index], after });
  });
  await writeRows(tx, changes);
  await tx.bases.put(rebased);
  await rebuildRows(
    tx,
    state,
    rebased.map((base): RowKey => ({ table, id: base.id })),
  );
  return changes.length + rebased.length;
}

/** Stores where the comparison continues. At the end of a round it counts all rows again. */
export async function endAudit(tx: LocalTx, next: AuditState['place'], atMs: number): Promise<void> {
  const state = await tx.meta.getState();
  const rounds = (state.audit?.rounds ?? 0) + (next === null ? 1 : 0);
  await tx.meta.putState({ ...state, audit: { place: next, atMs, rounds } });
  if (next === null && state.snapshotComplete && !state.sealed) await recount(tx);
}

/** Returns this device's copies of the server's images of the rows of a part. */
async function imagesOf(
  tx: LocalTx,
  { table, fromMs, toMs }: AuditPart,
  bases: readonly BaseRow[],
): Promise<Map<number, Rows[TableName]>> {
  const rows: Rows[TableName][] = await tx.rows.created(table, fromMs, toMs);
  const images = new Map(rows.map((row) => [row.id, row]));
  for (const base of bases) {
    if (base.table !== table) continue;
    const isIn = base.row !== null && base.row.createdAtMs >= fromMs && base.row.createdAtMs < toMs;
    if (base.row && isIn) images.set(base.id, base.row);
    else images.delete(base.id);
  }
  return images;
}

/** Computes the stored counts from the rows. A stored count may still include rows that the disk has lost. */
async function recount(tx: LocalTx): Promise<void> {
  const counts = new Map<string, number>(Object.values(COUNT_KEYS).map((key) => [key, 0]));
  const items: Item[] = await tx.rows.created('item', 0, Number.MAX_SAFE_INTEGER);
  for (const key of items.flatMap((item) => countKeysOf('item', item))) counts.set(key, (counts.get(key) ?? 0) + 1);
  counts.set(COUNT_KEYS.sales, await tx.rows.count('sale'));
  counts.set(COUNT_KEYS.orders, await tx.rows.count('order'));
  await tx.meta.setCounts(counts);
}

/**
 * True if both are equal. Rows that differ only in the order of fields count as different: they are written again,
 * which is harmless.
 */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
