import type { RowChange } from '../mutation/overlay.ts';
import type { LocalTx } from '../local-database.ts';
import type { ArchivedEntry, BaseRow, OutboxEntry, ReplicaState } from '../ports.ts';
import { HASH_ZERO } from '../protocol/constants.ts';
import type { Outcome } from '../protocol/outcome.ts';
import type { PullAnswer } from '../protocol/pull.ts';
import { type RowKey, type Rows, rowKeyText, type TableName } from '../protocol/tables.ts';
import { forgetAdminFields, projectArchived } from './forget-admin-fields.ts';
import { rebuildRows } from './rebuild.ts';
import { beginResync, flip, flippedState, goesBack, reasonToBeginAnew, stagedState, stagePage } from './resync.ts';
import { writeRows } from './row-counts.ts';
import { withinWindow } from './window.ts';

/** How long confirmed entries stay in the archive, to heal a restored server (SYN-9, SYN-21). */
const ARCHIVE_KEPT_MS = 30 * 86_400_000;

/**
 * 'stored': the whole page is on disk. 'stale': the page continues another cookie and was dropped whole. 'fork': the
 * server's history of this client is not this device's history; nothing was stored (SYN-20). 'resync': the server
 * cannot continue from this cookie; a new copy begins (SYN-15, SYN-21).
 */
export type AbsorbResult = { kind: 'stored'; decided: number } | { kind: 'stale' } | { kind: 'fork' } | Anew;
interface Anew {
  kind: 'resync';
  reason: 'resync' | 'restored';
}

/**
 * Stores one page of a pull in the given transaction: rows, tombstones, cookie and confirmations (SYN-11). If pending
 * mutations changed a row, its newer image is stored aside until a page shows which mutations it contains.
 */
export async function absorbPull(tx: LocalTx, answer: PullAnswer): Promise<AbsorbResult> {
  const state = await tx.meta.getState();
  const { resync } = state;
  const from = resync ? resync.cookie : state.cookie;
  if (answer.baseCookie !== from || state.sealed || resync?.phase === 'healing') return { kind: 'stale' };
  const reason = reasonToBeginAnew(state, answer);
  if (reason) {
    await beginResync(tx, state, reason, answer.serverTimeMs);
    return { kind: 'resync', reason };
  }
  if (answer.confirmed && (await isFork(tx, state, answer.confirmed))) return { kind: 'fork' };
  if (goesBack(state, answer)) {
    await beginResync(tx, state, 'restored', answer.serverTimeMs);
    return { kind: 'resync', reason: 'restored' };
  }

  if (answer.projection === 'staff' && state.projection !== 'staff') await forgetAdminFields(tx);
  if (resync) await stagePage(tx, state, answer);
  else await storePage(tx, state, answer);

  if (!answer.confirmed) {
    const next = resync ? stagedState(state, answer) : progressed(state, answer);
    await tx.meta.putState(next);
    if (next.role !== state.role) await rebuildRows(tx, next, unfitRows(await tx.outbox.all()));
    return { kind: 'stored', decided: 0 };
  }
  const { lmid, hash, outcomes } = answer.confirmed;
  const next = resync ? flippedState(state, answer) : progressed(state, answer);
  const staged = resync ? await flip(tx, state) : await takeStaged(tx);
  const settled = await settle(tx, next, { lmid, hash }, outcomes, answer.serverTimeMs);
  const confirmedState: ReplicaState = { ...next, confirmedMid: lmid, confirmedHash: hash };
  await tx.meta.putState(confirmedState);
  await rebuildRows(tx, confirmedState, [...staged, ...settled.keys]);
  return { kind: 'stored', decided: settled.count };
}

async function storePage(tx: LocalTx, state: ReplicaState, answer: PullAnswer): Promise<void> {
  for (const page of answer.pages) {
    // The cast is safe: the server keeps the tables' shapes. Fields that this build does not know are stored as they
    // came.
    const rows = page.rows as unknown as Rows[TableName][];
    const kept = answer.kind === 'history' ? withinWindow(state, page.table, rows) : rows;
    await storeImages(tx, page.table, kept, answer.kind);
  }
  for (const { table, id, version } of answer.tombstones) await storeTombstone(tx, table, id, version);
}

/**
 * True if the device's own hash at the server's lmid is not the server's hash: then their histories differ (SYN-9,
 * SYN-20).
 */
async function isFork(tx: LocalTx, state: ReplicaState, confirmed: { lmid: number; hash: string }): Promise<boolean> {
  if (confirmed.lmid >= state.nextMid || confirmed.lmid < state.confirmedMid) return true;
  if (confirmed.lmid === 0) return confirmed.hash !== HASH_ZERO;
  if (confirmed.lmid === state.confirmedMid) return confirmed.hash !== state.confirmedHash;
  const entry = await tx.outbox.pendingAt(confirmed.lmid);
  return entry?.wire.h !== confirmed.hash;
}

function progressed(state: ReplicaState, answer: PullAnswer): ReplicaState {
  return {
    ...state,
    cookie: answer.cookie,
    epoch: answer.epoch,
    version: Math.max(state.version, answer.version),
    projection: answer.projection,
    role: answer.projection,
    historyLeft: answer.historyLeft,
    // The snapshot is complete with the page that confirms this device's own acts: until then waiting acts may be
    // invisible.
    snapshotComplete: state.snapshotComplete || answer.confirmed !== null,
  };
}

async function storeImages(
  tx: LocalTx,
  table: TableName,
  rows: readonly Rows[TableName][],
  kind: PullAnswer['kind'],
): Promise<void> {
  const [existing, bases] = [
    await tx.rows.get(
      table,
      rows.map((row) => row.id),
    ),
    await tx.bases.get(rows.map((row) => rowKeyText({ table, id: row.id }))),
  ];
  const isPast = kind === 'history' || kind === 'older';
  const isNewer = (row: Rows[TableName], known: Rows[TableName] | null | undefined) =>
    !known || row.version > known.version || (row.version === known.version && (!isPast || tellsMore(row, known)));
  const staged: BaseRow[] = [];
  const changes: RowChange[] = [];
  rows.forEach((row, index) => {
    const [base, local] = [bases[index], existing[index]];
    if (!base) {
      if (isNewer(row, local)) changes.push({ table, id: row.id, before: local, after: row });
    } else if (isNewer(row, base.next ? base.next.row : base.row)) {
      staged.push({ ...base, next: { row }, staged: 1 });
    }
  });
  await writeRows(tx, changes);
  await tx.bases.put(staged);
}

/** True if a row of the same version has more fields. That happens after a person became an admin (SYN-13). */
const tellsMore = (row: object, known: object): boolean => Object.keys(row).some((field) => !(field in known));

async function storeTombstone(tx: LocalTx, table: TableName, id: number, version: number): Promise<void> {
  const [[local], [base]] = [await tx.rows.get(table, [id]), await tx.bases.get([rowKeyText({ table, id })])];
  if (base) {
    if ((base.row?.version ?? 0) <= version) await tx.bases.put([{ ...base, next: { row: null }, staged: 1 }]);
  } else if (local && local.version <= version) {
    await writeRows(tx, [{ table, id, before: local, after: undefined }]);
  }
}

/**
 * Turns the images that were stored aside into the rows' bases. Returns the keys of these rows: they changed under
 * pending mutations and must be rebuilt.
 */
async function takeStaged(tx: LocalTx): Promise<RowKey[]> {
  const staged = await tx.bases.staged();
  await tx.bases.put(
    staged.map((base) => ({ ...base, row: base.next ? base.next.row : base.row, next: null, staged: 0 })),
  );
  return staged.map(({ table, id }) => ({ table, id }));
}

/**
 * Moves the entries that this page proves to be decided from the outbox to the archive, with the proof (SYN-9). Refused
 * and quarantined entries stay in the outbox: their author decides (SYN-5).
 */
async function settle(
  tx: LocalTx,
  state: ReplicaState,
  proof: ArchivedEntry['proof'],
  outcomes: readonly Outcome[],
  serverTimeMs: number,
): Promise<{ keys: RowKey[]; count: number }> {
  const outcomesByMid = new Map(outcomes.map((outcome) => [outcome.mid, outcome]));
  const leaving: ArchivedEntry[] = [];
  const staying: OutboxEntry[] = [];
  const outbox = await tx.outbox.all();
  for (const entry of outbox) {
    if (entry.state !== 'pending' || entry.wire.mid > proof.lmid) continue;
    const outcome = outcomesByMid.get(entry.wire.mid) ?? null;
    if (outcome?.kind === 'refused' || outcome?.kind === 'quarantined')
      staying.push({ ...entry, state: outcome.kind, outcome });
    else leaving.push(projectArchived({ ...entry, outcome, archivedAtMs: serverTimeMs, proof }, state.role));
  }
  await tx.outbox.put(staying);
  await tx.archive.put(leaving);
  await tx.archive.date(serverTimeMs);
  await tx.archive.prune(serverTimeMs - ARCHIVE_KEPT_MS);
  await tx.outbox.remove(leaving.map((entry) => entry.seq));
  const moved = [...leaving, ...staying, ...followersOfMerged(leaving, outbox)].flatMap((entry) => entry.touched);
  return { keys: [...moved, ...unfitRows(outbox)], count: leaving.length + staying.length };
}

/**
 * Returns the rows of entries that did not fit. These entries are replayed with every page, because the rows that they
 * only read, and the role, may have changed (SYN-3, SYN-13).
 */
const unfitRows = (outbox: readonly OutboxEntry[]): RowKey[] =>
  outbox.filter((entry) => entry.unfit !== null).flatMap((entry) => entry.touched);

/**
 * Returns the waiting entries that refer to a row that was merged into another row. They must be replayed, because they
 * now mean that other row (M18, M28).
 */
function followersOfMerged(leaving: readonly ArchivedEntry[], outbox: readonly OutboxEntry[]): OutboxEntry[] {
  const merged = new Set(leaving.filter(({ outcome }) => outcome?.kind === 'merged').map(({ wire }) => wire.act));
  return merged.size === 0 ? [] : outbox.filter(({ wire }) => wire.deps.some((act) => merged.has(act)));
}
