import type { LocalTx } from '../local-database.ts';
import type { KeptWindow, ReplicaState } from '../ports.ts';
import { lastActiveMs } from '../protocol/last-active.ts';
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
import { writeRows } from './row-counts.ts';

/*
 * How much of the past a device stores (SYN-12). Rows that leave the window leave only this device, and can be fetched
 * again. If space runs out, the window becomes shorter (SYN-26).
 *
 *   13 months ── no space ──► 6 ── no space ──► 3 ── no space ──► 1
 */

const MONTHS_STEPS: readonly number[] = [HISTORY_MONTHS, 6, 3, 1];
/** How often rows are checked against the window. At most one day's sales leave at a time. */
const LOOKED_AT_EVERY_MS = 24 * 60 * 60_000;
/** Rows checked in one transaction: few, so that a sale never waits long for this check. */
const ROWS_AT_A_TIME = 500;

export type EvictionPlace = readonly number[];

const monthsOf = ({ window }: ReplicaState): number => window?.months ?? HISTORY_MONTHS;

/** Returns the window that is due by the server's clock (SYN-23); null if the current one is still good. */
export function dueWindow(state: ReplicaState): KeptWindow | null {
  const { serverTimeMs, window } = state;
  if (serverTimeMs === undefined || state.sealed || !state.snapshotComplete || state.historyLeft) return null;
  const months = monthsOf(state);
  const sinceMs = serverTimeMs - months * HISTORY_MONTH_MS;
  if (window && sinceMs - window.sinceMs < LOOKED_AT_EVERY_MS) return null;
  return { sinceMs, months, older: {} };
}

/** Returns the next shorter window; null if there is none, or if the server's time is not known. */
export function shorterWindow(state: ReplicaState): KeptWindow | null {
  const { serverTimeMs } = state;
  const months = MONTHS_STEPS.find((step) => step < monthsOf(state));
  if (serverTimeMs === undefined || months === undefined || state.sealed) return null;
  return { sinceMs: serverTimeMs - months * HISTORY_MONTH_MS, months, older: {} };
}

/**
 * Removes some rows of a table that were last active before the instant. Returns how many rows left and where to
 * continue, null at the end. These rows stay, whatever their age: open ones, rows of waiting entries, rows in conflict,
 * and rows of archived entries, from which a restored server is healed.
 */
export async function leaveSome(
  tx: LocalTx,
  table: HistoryTable,
  beforeMs: number,
  place: EvictionPlace | null,
): Promise<{ count: number; next: EvictionPlace | null }> {
  const { rows, next } = await tx.rows.before(table, beforeMs, place, ROWS_AT_A_TIME);
  const past = rows.filter((row) => lastActiveMs(table, row) < beforeMs);
  if (past.length === 0) return { count: 0, next };
  const written = await writtenHere(tx);
  const leaving: Rows[TableName][] = [];
  for (const row of past) {
    const key = { table, id: row.id };
    if (!written.has(rowKeyText(key)) && (await tx.rows.openConflicts(key)).length === 0) leaving.push(row);
  }
  await writeRows(
    tx,
    leaving.map((row) => ({ table, id: row.id, before: row, after: undefined })),
  );
  return { count: leaving.length, next };
}

/**
 * Returns the rows of a history page that lie within the window. A window that was shortened for lack of space must not
 * be filled again.
 */
export function withinWindow(state: ReplicaState, table: TableName, rows: Rows[TableName][]): Rows[TableName][] {
  const { window } = state;
  if (!window || window.months === HISTORY_MONTHS || !isHistoryTable(table)) return rows;
  return rows.filter((row) => lastActiveMs(table, row) >= window.sinceMs);
}

/**
 * Returns the oldest place of a table's history on this device; null if all of it is here, or if it is not known yet.
 */
export function endOfPast({ window }: ReplicaState, table: HistoryTable): HistoryPlace | null {
  const fetched = window?.older[table];
  if (!window || fetched === 'all') return null;
  return fetched ?? { createdAtMs: window.sinceMs, id: 0 };
}

/** Returns the keys of the rows that entries of this device's outbox or archive wrote. */
async function writtenHere(tx: LocalTx): Promise<ReadonlySet<string>> {
  const entries = [...(await tx.outbox.all()), ...(await tx.archive.all())];
  const bases = await tx.bases.all();
  return new Set([...entries.flatMap(({ touched }) => touched.map(rowKeyText)), ...bases.map(({ key }) => key)]);
}

const isHistoryTable = (table: TableName): table is HistoryTable =>
  (HISTORY_TABLES as readonly TableName[]).includes(table);
