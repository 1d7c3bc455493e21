import type { RowChange } from '../mutation/overlay.ts';
import type { LocalTx } from '../local-database.ts';
import type { BaseRow, ReplicaState, StagedRow } from '../ports.ts';
import type { PullAnswer } from '../protocol/pull.ts';
import { type RowKey, type Rows, rowKeyText, TABLE_NAMES, type TableName } from '../protocol/tables.ts';
import { readBases } from './base.ts';
import { writeRows } from './row-counts.ts';
import { withinWindow } from './window.ts';

/*
 *              'resync' (SYN-15)                     its last page
 *   (none) ─────────────────────► staging ───────────────────────────────► (none)
 *      └──── 'restored' (SYN-21) ─► healing ─ all sent ─► staging ──┘
 *                                      ▲──── 'restored' once more ─┘
 *
 * While a new copy arrives, no page of the old copy is stored. So a row of the new copy that equals the image on disk
 * need not be stored in the staging tables as well, and the flip writes only rows that differ (docs/decisions/0014).
 */

/** Returns why a new copy must begin instead of storing this page; null if none must begin. */
export function reasonToBeginAnew(state: ReplicaState, answer: PullAnswer): 'resync' | 'restored' | null {
  if (answer.kind === 'resync' || answer.kind === 'restored') return answer.kind;
  // Without a cookie the server cannot report that its history is another one, so the device compares the epoch itself.
  const known = state.resync?.isRestored ? state.resync.epoch : state.epoch;
  const isOther = known !== null && known !== answer.epoch;
  // Within one epoch an lmid never falls. If it fell, this server was restored.
  return isOther || (answer.confirmed && answer.confirmed.lmid < state.confirmedMid) ? 'restored' : null;
}

/**
 * True if a complete new copy is older than the one it replaces. That only happens if the server was restored while the
 * copy was fetched; such a copy must not be used (SYN-15, SYN-21).
 */
export const goesBack = ({ resync, version }: ReplicaState, answer: PullAnswer): boolean =>
  resync?.isRestored === false && answer.confirmed !== null && answer.version < version;

/** Begins a new copy, or begins it again; the old one stays in use until the flip. */
export async function beginResync(
  tx: LocalTx,
  state: ReplicaState,
  reason: 'resync' | 'restored',
  serverTimeMs: number,
): Promise<void> {
  await tx.staging.clear();
  const isRestored = reason === 'restored' || state.resync?.isRestored === true;
  await tx.meta.putState({
    ...state,
    resync: {
      phase: reason === 'restored' ? 'healing' : 'staging',
      isRestored,
      epoch: reason === 'restored' ? null : (state.resync?.epoch ?? null),
      cookie: null,
      historyLeft: true,
      lostSeq: null,
      refusedSeqs: reason === 'restored' ? [] : (state.resync?.refusedSeqs ?? []),
    },
    // The restored server may also have lost entries that a dismissed user's device had sent: send them again (SYN-25).
    dismissal: state.dismissal ? { ...state.dismissal, sentMid: state.confirmedMid } : null,
    restoredAtMs: reason === 'restored' ? serverTimeMs : state.restoredAtMs,
  });
}

/** Stores the rows of one page in the staging tables, for the new copy. */
export async function stagePage(tx: LocalTx, state: ReplicaState, answer: PullAnswer): Promise<void> {
  // After a role change the server sends all rows again, so staged rows of the other role are removed (SYN-13).
  if (answer.projection !== state.projection) await tx.staging.clear();
  for (const { table, rows } of answer.pages) {
    // The cast is safe: the server keeps its tables' shapes.
    const images = rows as unknown as Rows[TableName][];
    // A changed row is stored whatever its age, because an older image of it may be on disk.
    const arrived = answer.kind === 'history' ? withinWindow(state, table, images) : images;
    const ids = arrived.map((row) => row.id);
    const bases = await readBases(
      tx,
      ids.map((id) => ({ table, id })),
    );
    const local = await tx.rows.get(table, ids);
    await tx.staging.put(
      arrived.map((row, index): StagedRow => {
        const base = bases.get(rowKeyText({ table, id: row.id }));
        const image = base ? base.row : local[index];
        return { table, id: row.id, row: isSame(image, row) ? null : row };
      }),
    );
  }
  await tx.staging.remove(answer.tombstones);
}

export const stagedState = (state: ReplicaState, answer: PullAnswer): ReplicaState => ({
  ...state,
  role: answer.projection,
  projection: answer.projection,
  resync: state.resync && { ...state.resync, cookie: answer.cookie, historyLeft: answer.historyLeft },
});

/**
 * Returns the state after the flip. Its version may be lower, because it belongs to another history (docs/sync.md, what
 * must hold, 8).
 */
export const flippedState = (state: ReplicaState, answer: PullAnswer): ReplicaState => ({
  ...state,
  role: answer.projection,
  projection: answer.projection,
  cookie: answer.cookie,
  epoch: answer.epoch,
  version: answer.version,
  historyLeft: answer.historyLeft,
  snapshotComplete: true,
  resync: null,
});

/**
 * Replaces the old copy's images by the new copy's, in rows and bases. Archived entries that the restored server
 * refused go back into the outbox. Returns the keys of the rows to rebuild, so that the waiting entries are applied to
 * them again.
 */
export async function flip(tx: LocalTx, state: ReplicaState): Promise<RowKey[]> {
  const bases = new Map((await tx.bases.all()).map((base) => [base.key, base]));
  const [changes, rebased] = [await arrivals(tx, bases), new Map<string, BaseRow>()];
  for (const base of bases.values()) rebased.set(base.key, { ...base, next: null, staged: 0 });
  const clean: RowChange[] = [];
  for (const change of [...changes, ...(await departures(tx, bases))]) {
    const base = rebased.get(rowKeyText(change));
    if (base) rebased.set(base.key, { ...base, row: change.after ?? null });
    else clean.push(change);
  }
  await writeRows(tx, clean);
  await tx.bases.put([...rebased.values()]);
  await tx.staging.clear();
  const refused = await takeRefused(tx, state);
  const shown = await showLost(tx);
  return [...[...rebased.values()].map(({ table, id }): RowKey => ({ table, id })), ...refused, ...shown];
}

/**
 * Makes the lost acts ordinary waiting entries, because the new copy does not contain their effect. Returns their rows.
 */
async function showLost(tx: LocalTx): Promise<RowKey[]> {
  const lost = (await tx.outbox.all()).filter((entry) => entry.isLost);
  await tx.outbox.put(lost.map(({ isLost: _isLost, ...entry }) => entry));
  return lost.flatMap(({ touched }) => touched);
}

async function arrivals(tx: LocalTx, bases: ReadonlyMap<string, BaseRow>): Promise<RowChange[]> {
  const staged = await tx.staging.changed();
  const changes: RowChange[] = [];
  for (const table of TABLE_NAMES) {
    const ofTable = staged.filter((each) => each.table === table);
    const local = await tx.rows.get(
      table,
      ofTable.map(({ id }) => id),
    );
    ofTable.forEach(({ id, row }, index) => {
      const before = bases.get(rowKeyText({ table, id }))?.row ?? local[index];
      if (row) changes.push({ table, id, before, after: row });
    });
  }
  return changes;
}

/**
 * Returns the removals of rows that are missing in the new copy, except rows that this device's waiting entries
 * created.
 */
async function departures(tx: LocalTx, bases: ReadonlyMap<string, BaseRow>): Promise<RowChange[]> {
  const changes: RowChange[] = [];
  for (const table of TABLE_NAMES) {
    const staged = new Set(await tx.staging.ids(table));
    const here = new Set(await tx.rows.ids(table));
    for (const base of bases.values()) {
      if (base.table !== table) continue;
      if (base.row) here.add(base.id);
      else here.delete(base.id);
    }
    const gone = [...here].filter((id) => !staged.has(id));
    const local = await tx.rows.get(table, gone);
    gone.forEach((id, index) => changes.push({ table, id, before: local[index], after: undefined }));
  }
  return changes;
}

async function takeRefused(tx: LocalTx, { resync }: ReplicaState): Promise<RowKey[]> {
  const seqs = new Set(resync?.refusedSeqs);
  if (seqs.size === 0) return [];
  const refused = (await tx.archive.all()).filter(({ seq }) => seqs.has(seq));
  await tx.outbox.put(
    refused.map(({ archivedAtMs: _at, proof: _proof, ...entry }) => ({
      ...entry,
      state: entry.outcome?.kind === 'quarantined' ? 'quarantined' : 'refused',
    })),
  );
  await tx.archive.remove([...seqs]);
  return refused.flatMap((entry) => entry.touched);
}

/** True if both are equal. Rows that differ only in the order of fields count as different, which costs one write. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
