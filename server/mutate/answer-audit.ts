import type { UserRole } from '../../domain/people/user.ts';
import { AUDIT_ROWS_MAX, type AuditAnswer, type AuditPart, type AuditRequest } from '../../sync/protocol/audit.ts';
import { digestOf } from '../../sync/protocol/digest.ts';
import { isVisible, projectRow } from '../../sync/protocol/projection.ts';
import {
  HISTORY_MONTHS,
  HISTORY_TABLES,
  isInTableSet,
  TABLE_NAMES,
  type TableName,
} from '../../sync/protocol/tables.ts';
import { MayNotRead } from './answer-pull.ts';
import type { Caller, CreatedRow, ServerPorts, SnapshotTx } from './server-store.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * The age of the oldest audited row, for a device that does not say where its window begins. It is a month shorter than
 * every window, so the device holds all compared rows.
 */
const AUDITED_MS = (HISTORY_MONTHS - 1) * 28 * DAY_MS;
const END_MS = Number.MAX_SAFE_INTEGER;

const isHistory = (table: TableName): boolean => (HISTORY_TABLES as readonly TableName[]).includes(table);

/**
 * Answers an audit from one snapshot (SYN-14): with digests of at most AUDIT_ROWS_MAX rows from the given place on,
 * table after table, or with the rows of one part. Reads at most that many index entries.
 */
export async function answerAudit(ports: ServerPorts, caller: Caller, request: AuditRequest): Promise<AuditAnswer> {
  const sinceMs = request.historyFromMs ?? ports.clock.nowMs() - AUDITED_MS;
  return await ports.store.snapshot(caller.businessId, async (tx) => {
    const actor = await tx.actor(caller.userId);
    if (!actor?.isActive) throw new MayNotRead('This account may not read this shop');
    const { epoch, version } = tx;
    const common = { epoch, version, projection: actor.role };
    const { table, fromMs, toMs, tableSet } = request;
    const view = { role: actor.role, tableSet };
    if (toMs === null) return { ...common, rows: [], ...(await digests(tx, { table, fromMs }, sinceMs, view)) };
    const within = (await tx.createdFrom(table, fromMs, AUDIT_ROWS_MAX)).filter((row) => row.createdAtMs < toMs);
    const created = await visibleOf(tx, table, within, actor.role);
    const stored = await tx.rowsOf(created.map(({ id }) => ({ table, id })));
    const rows = stored.flatMap((each) =>
      // The cast is safe: the row was read from this table.
      each.row ? [{ ...projectRow(table, each.row as never, actor.role), version: each.version } as object] : [],
    );
    const part = { table, fromMs, toMs, ...digestOf(created) };
    return { ...common, parts: [part], rows: rows as Record<string, unknown>[], next: null };
  });
}

async function digests(
  tx: SnapshotTx,
  place: { table: TableName; fromMs: number },
  sinceMs: number,
  { role, tableSet }: { role: UserRole; tableSet: number | undefined },
): Promise<Pick<AuditAnswer, 'parts' | 'next'>> {
  const parts: AuditPart[] = [];
  let left = AUDIT_ROWS_MAX;
  for (const table of TABLE_NAMES.slice(TABLE_NAMES.indexOf(place.table))) {
    if (!isInTableSet(table, tableSet)) continue;
    const beginMs = isHistory(table) ? Math.max(0, sinceMs) : 0;
    const fromMs = table === place.table ? Math.max(place.fromMs, beginMs) : beginMs;
    if (left === 0) return { parts, next: { table, fromMs } };
    const { rows, toMs } = wholeInstants(await tx.createdFrom(table, fromMs, left), left);
    if (toMs > fromMs) parts.push({ table, fromMs, toMs, ...digestOf(await visibleOf(tx, table, rows, role)) });
    if (toMs < END_MS) return { parts, next: { table, fromMs: toMs } };
    left -= rows.length;
  }
  return { parts, next: null };
}

/** Returns the rows that devices of the role may see. Only the table of conflicts has rows for some roles (SYN-13). */
async function visibleOf(
  tx: SnapshotTx,
  table: TableName,
  rows: readonly CreatedRow[],
  role: UserRole,
): Promise<readonly CreatedRow[]> {
  if (role === 'admin' || table !== 'conflict') return rows;
  const stored = await tx.rowsOf(rows.map(({ id }) => ({ table, id })));
  const seen = new Set(stored.filter(({ row }) => row && isVisible<TableName>(table, row, role)).map(({ id }) => id));
  return rows.filter(({ id }) => seen.has(id));
}

/** Drops the rows of the last instant if more rows may follow, because the part may hold only some of that instant. */
function wholeInstants(rows: readonly CreatedRow[], countMax: number): { rows: readonly CreatedRow[]; toMs: number } {
  const last = rows.at(-1);
  if (!last || rows.length < countMax) return { rows, toMs: END_MS };
  return { rows: rows.filter(({ createdAtMs }) => createdAtMs < last.createdAtMs), toMs: last.createdAtMs };
}
