import type { Purchase } from '../../domain/purchase.ts';
import { needsSettling, type Sale } from '../../domain/sale.ts';
import type { LocalTx } from '../local-database.ts';
import type { KeptWindow, ReplicaState } from '../ports.ts';
import type { HistoryPlace } from '../protocol/pull.ts';
import {
  HISTORY_MONTH_MS,
  HISTORY_MONTHS,
  HISTORY_TABLES,
  type HistoryTable,
  type Rows,
  rowKeyText,
  type TableName,
} from '../protocol/tables.ts';
import { writeRows } from './tally.ts';

/*
 * How much of the past a device keeps (SYN-12): what leaves the window leaves this device and no other, and can be
 * fetched again. When space runs out the window grows shorter (SYN-26).
 *
 *   13 months ── no space ──► 6 ── no space ──► 3 ── no space ──► 1
 */

const MONTHS_STEPS: readonly number[] = [HISTORY_MONTHS, 6, 3, 1];
/** The past is looked at so often: what left since is a day's sales at most. */
const LOOKED_AT_EVERY_MS = 24 * 60 * 60_000;
/** Looked at in one transaction, so that a sale never waits long for it. */
const ROWS_AT_A_TIME = 500;

export type EvictionPlace = readonly number[];

const monthsOf = ({ window }: ReplicaState): number => window?.months ?? HISTORY_MONTHS;

/** The window that this device should have by now; null while the one it has will do. By the server's clock alone (SYN-23). */
export function dueWindow(state: ReplicaState): KeptWindow | null {
  const { serverTimeMs, window } = state;
  if (serverTimeMs === undefined || state.sealed || !state.snapshotComplete || state.historyLeft) return null;
  const months = monthsOf(state);
  const sinceMs = serverTimeMs - months * HISTORY_MONTH_MS;
  if (window && sinceMs - window.sinceMs < LOOKED_AT_EVERY_MS) return null;
  return { sinceMs, months, older: {} };
}

/** The next shorter window; null when there is none, or when it would be measured by a clock that nobody told. */
export function shorterWindow(state: ReplicaState): KeptWindow | null {
  const { serverTimeMs } = state;
  const months = MONTHS_STEPS.find((step) => step < monthsOf(state));
  if (serverTimeMs === undefined || months === undefined || state.sealed) return null;
  return { sinceMs: serverTimeMs - months * HISTORY_MONTH_MS, months, older: {} };
}

/**
 * Takes some of the rows of a table that were created before the instant off this device, and answers how many left
 * and where to go on; null at the end. What is unpaid, waits to be sent, is in conflict or was written here in the days
 * that a restored server is healed from stays, whatever its age.
 */
export async function leaveSome(
  tx: LocalTx,
  table: HistoryTable,
  beforeMs: number,
  place: EvictionPlace | null,
): Promise<{ count: number; next: EvictionPlace | null }> {
  const { rows, next } = await tx.rows.before(table, beforeMs, place, ROWS_AT_A_TIME);
  const settled = rows.filter((row) => !isOpen(table, row));
  if (settled.length === 0) return { count: 0, next };
  const written = await writtenHere(tx);
  const leaving: Rows[TableName][] = [];
  for (const row of settled) {
    const key = { table, id: row.id };
    if (!written.has(rowKeyText(key)) && (await tx.rows.openConflicts(key)).length === 0) leaving.push(row);
  }
  await writeRows(
    tx,
    leaving.map((row) => ({ table, id: row.id, before: row, after: undefined })),
  );
  return { count: leaving.length, next };
}

/** Of a page of the past what this device has room for. A window that space made shorter is not filled again. */
export function withinWindow(state: ReplicaState, table: TableName, rows: Rows[TableName][]): Rows[TableName][] {
  const { window } = state;
  if (!window || window.months === HISTORY_MONTHS || !isHistoryTable(table)) return rows;
  return rows.filter((row) => row.createdAtMs >= window.sinceMs || isOpen(table, row));
}

/** Where the past of a table ends on this device; null when all of it is here, or when that is not known yet. */
export function endOfPast({ window }: ReplicaState, table: HistoryTable): HistoryPlace | null {
  const fetched = window?.older[table];
  if (!window || fetched === 'all') return null;
  return fetched ?? { createdAtMs: window.sinceMs, id: 0 };
}

/** The rows that this device wrote and that are not decided, or were within the days of the archive. */
async function writtenHere(tx: LocalTx): Promise<ReadonlySet<string>> {
  const entries = [...(await tx.outbox.all()), ...(await tx.archive.all())];
  const bases = await tx.bases.all();
  return new Set([...entries.flatMap(({ touched }) => touched.map(rowKeyText)), ...bases.map(({ key }) => key)]);
}

/** A sale or purchase about whose money, or goods, something is left to do. */
const isOpen = (table: TableName, row: Rows[TableName]): boolean =>
  (table === 'sale' && ((row as Sale).status === 'pending' || needsSettling(row as Sale))) ||
  (table === 'purchase' && ((row as Purchase).paymentStatus !== 'paid' || (row as Purchase).status === 'pending'));

const isHistoryTable = (table: TableName): table is HistoryTable =>
  (HISTORY_TABLES as readonly TableName[]).includes(table);
