import type { RowChange } from '../mutation/overlay.ts';
import type { LocalTx } from '../local-database.ts';
import type { BaseRow, ReplicaState, StagedRow } from '../ports.ts';
import type { PullAnswer } from '../protocol/pull.ts';
import { type RowKey, type Rows, rowKeyText, TABLE_NAMES, type TableName } from '../protocol/tables.ts';
import { readBases } from './base.ts';
import { writeRows } from './tally.ts';
import { withinWindow } from './window.ts';

/*
 *              'resync' (SYN-15)                     the last page of it
 *   (none) ─────────────────────► staging ───────────────────────────────► (none)
 *      └──── 'restored' (SYN-21) ─► healing ─ all sent ─► staging ──┘
 *                                      ▲──── 'restored' once more ─┘
 *
 * While a new copy arrives, no page of the old one is stored any more: so a row of the new copy that is the image which
 * is here already needs no second place on the disk, and the flip writes only what differs (docs/decisions/0014).
 */

/** Why a page cannot go on from what is here; null when it can. */
export function reasonToBeginAnew(state: ReplicaState, answer: PullAnswer): 'resync' | 'restored' | null {
  if (answer.kind === 'resync' || answer.kind === 'restored') return answer.kind;
  // A device without a cookie is not told that the history is another one: it sees it by what it remembers.
  const known = state.resync?.isRestored ? state.resync.epoch : state.epoch;
  const isOther = known !== null && known !== answer.epoch;
  // No lmid falls within an epoch: the server lost what it had confirmed.
  return isOther || (answer.confirmed && answer.confirmed.lmid < state.confirmedMid) ? 'restored' : null;
}

/**
 * A new copy that is whole is never older than the one that it replaces, unless the server went back while it travelled:
 * its cookie began after that, and proves nothing (SYN-15, SYN-21).
 */
export const goesBack = ({ resync, version }: ReplicaState, answer: PullAnswer): boolean =>
  resync?.isRestored === false && answer.confirmed !== null && !answer.historyLeft && answer.version < version;

/** A new copy begins, or begins again; the old one stays in use. */
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
    // What a dismissed user's device has sent may be lost as well (SYN-25).
    dismissal: state.dismissal ? { ...state.dismissal, sentMid: state.confirmedMid } : null,
    restoredAtMs: reason === 'restored' ? serverTimeMs : state.restoredAtMs,
  });
}

/** Keeps the rows of one page aside. */
export async function stagePage(tx: LocalTx, state: ReplicaState, answer: PullAnswer): Promise<void> {
  // Of another role everything is sent again; what this one may not see must not lie about (SYN-13).
  if (answer.projection !== state.projection) await tx.staging.clear();
  for (const { table, rows } of answer.pages) {
    // The server keeps its tables' shapes.
    const images = rows as unknown as Rows[TableName][];
    // A change is stored whatever its age: the row may be here as it was before.
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

/** The state with the new copy in the old one's place. Its version may be lower: it is another history's (rule 8). */
export const flippedState = (state: ReplicaState, answer: PullAnswer): ReplicaState => ({
  ...state,
  role: answer.projection,
  projection: answer.projection,
  cookie: answer.cookie,
  epoch: answer.epoch,
  version: answer.version,
  historyLeft: false,
  snapshotComplete: true,
  resync: null,
});

/**
 * Puts the new copy in the place of the old one: images of rows and bases; what waits is applied to them again by the
 * rebuild of the keys answered. What the restored server refused of the archive goes back into the outbox.
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

/** The new copy lacks what the server has not decided yet of what it lost: from now on that waits like anything else. */
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

/** What is here and in the new copy is not; what this device itself brought is not the server's to take away. */
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

/** Two spellings of one row may count as different, which costs a write and no more. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
