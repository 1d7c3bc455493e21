import { assert } from '../../domain/assert.ts';
import type { Applied } from '../mutation/mutation.ts';
import { createOverlay, idsByTable, type Overlay, type RowChange } from '../mutation/overlay.ts';
import { mutationNamed } from '../mutation/registry.ts';
import type { LocalTx } from '../local-database.ts';
import type { BaseRow, OutboxEntry, ReplicaState } from '../ports.ts';
import { type RowKey, type Rows, rowKeyText, type TableName } from '../protocol/tables.ts';
import { deviceContext } from './device-context.ts';
import { readAct } from './read-act.ts';
import { writeRows } from './row-counts.ts';
import { type TiedRows, tiedTo } from './tied-rows.ts';

/**
 * Rebuilds the changed rows and all rows that are tied to them by pending mutations, and no others. The invariant: a
 * local row is its base with the row's pending mutations applied in order (SYN-3). A mutation that no longer applies
 * does not throw: it is marked as unfit, and its rows stay as they were.
 */
export async function rebuildRows(tx: LocalTx, state: ReplicaState, changedKeys: readonly RowKey[]): Promise<void> {
  if (changedKeys.length === 0) return;
  // Lost acts are not replayed: until a new copy arrives, the rows already contain their effect (SYN-21).
  const outbox = (await tx.outbox.all()).filter((entry) => !entry.isLost);
  let tied = tiedTo(changedKeys, outbox);
  let replay = await replayOver(tx, state, tied);
  // The replay may write rows that the mutation did not write before. The other writers of those rows must then be
  // replayed too.
  for (let grown = grow(tied, replay, outbox); grown; grown = grow(tied, replay, outbox)) {
    tied = grown;
    replay = await replayOver(tx, state, tied);
  }
  await store(tx, tied, replay, outbox);
}

interface Replay {
  /** Rows by key after the replay; a row that is not in this map equals its base. */
  rows: Map<string, RowChange['after']>;
  entries: OutboxEntry[];
  baseOf: Map<string, BaseRow['row']>;
  stored: Map<string, BaseRow>;
  localBefore: Map<string, RowChange['before']>;
}

async function replayOver(tx: LocalTx, state: ReplicaState, tied: TiedRows): Promise<Replay> {
  const { baseOf, stored, localBefore } = await imagesOf(tx, tied);
  const disk = watchFailures();
  /**
   * Returns the rows of a table with each row that is being rebuilt as its base. Otherwise a payment method would find
   * itself as its own duplicate.
   */
  const withBases = <T extends TableName>(table: T, rows: readonly Rows[T][]): Rows[T][] => {
    const others = rows.filter(({ id }) => !tied.keys.has(rowKeyText({ table, id })));
    const bases = [...tied.keys].filter(([, key]) => key.table === table).map(([text]) => baseOf.get(text) ?? null);
    // The cast is safe: a base stored under a key of this table is a row of this table.
    return [...others, ...(bases.filter((base) => base !== null) as Rows[T][])];
  };
  const overlay = createOverlay({
    async getMany(table, ids) {
      const rows = await disk.read(tx.rows.get(table, ids));
      return ids.map((id, index) => {
        const text = rowKeyText({ table, id });
        // The cast is safe: a base stored under a key of this table is a row of this table.
        return tied.keys.has(text) ? ((baseOf.get(text) ?? undefined) as (typeof rows)[number]) : rows[index];
      });
    },
    paymentMethods: async () => withBases('paymentMethod', await disk.read(tx.rows.paymentMethods())),
    getDeleted: () => Promise.resolve(undefined),
    isInUse: (table, id) => disk.read(tx.rows.isInUse(table, id)),
    openConflicts: async (row) => withBases('conflict', await disk.read(tx.rows.openConflicts(row))),
    suppliersNamed: async (name) => withBases('supplier', await disk.read(tx.rows.suppliersNamed(name))),
  });
  await overlay.prefetch([...tied.keys.values()]);
  const rows = new Map<string, RowChange['after']>();
  const entries: OutboxEntry[] = [];
  for (const entry of tied.entries) {
    const { changes, unfit } = await applyAgain(overlay, entry, state);
    disk.throwIfFailed();
    for (const change of changes) rows.set(rowKeyText(change), change.after);
    if (unfit === null) {
      const touched = unionOf(entry.touched, changes);
      entries.push(
        touched === entry.touched && entry.unfit === null ? entry : { ...entry, touched: [...touched], unfit: null },
      );
      continue;
    }
    // The rows of an unfit entry stay as they were, unless the server has an image of them.
    for (const key of entry.touched) {
      const text = rowKeyText(key);
      if (!rows.has(text) && (baseOf.get(text) ?? null) === null) rows.set(text, localBefore.get(text));
    }
    entries.push(entry.unfit === unfit ? entry : { ...entry, unfit });
  }
  return { rows, entries, baseOf, stored, localBefore };
}

/**
 * Remembers errors of the disk during a replay. A mutation that throws is only unfit, but an error of the disk must end
 * the transaction.
 */
function watchFailures() {
  const failures: unknown[] = [];
  return {
    read: <T>(reading: Promise<T>): Promise<T> =>
      reading.catch((error: unknown) => {
        failures.push(error);
        throw error;
      }),
    throwIfFailed() {
      if (failures.length > 0) throw failures[0];
    },
  };
}

/**
 * Returns the entry's rows with the newly written ones added. A row that an entry has written stays tied to the entry,
 * even while the row is absent: when the row comes back, the entry is applied to it (SYN-4).
 */
function unionOf(touched: readonly RowKey[], changes: readonly RowChange[]): readonly RowKey[] {
  const known = new Set(touched.map(rowKeyText));
  const added = changes.filter((change) => !known.has(rowKeyText(change)));
  return added.length === 0 ? touched : [...touched, ...added.map(({ table, id }): RowKey => ({ table, id }))];
}

async function imagesOf(tx: LocalTx, tied: TiedRows): Promise<Pick<Replay, 'baseOf' | 'stored' | 'localBefore'>> {
  const bases = await tx.bases.get([...tied.keys.keys()]);
  const stored = new Map(bases.filter((base) => base !== undefined).map((base) => [base.key, base]));
  const localBefore = new Map<string, RowChange['before']>();
  for (const [table, ids] of idsByTable(tied.keys.values())) {
    const rows = await tx.rows.get(table, ids);
    ids.forEach((id, index) => localBefore.set(rowKeyText({ table, id }), rows[index]));
  }
  const baseOf = new Map(
    [...tied.keys.keys()].map((text) => [
      text,
      stored.get(text)?.row ?? (stored.has(text) ? null : (localBefore.get(text) ?? null)),
    ]),
  );
  return { baseOf, stored, localBefore };
}

async function applyAgain(
  overlay: Overlay,
  entry: OutboxEntry,
  state: ReplicaState,
): Promise<{ changes: RowChange[]; unfit: string | null }> {
  const mutation = mutationNamed(entry.wire.name);
  if (!mutation || entry.wire.format > mutation.format) return { changes: [], unfit: 'unknown_format' };
  if (mutation.givesBackWhenRefused && (entry.state === 'refused' || entry.state === 'quarantined'))
    return { changes: [], unfit: entry.outcome?.codes[0] ?? 'invalid' };
  const act = readAct(entry.wire);
  if (!act) return { changes: [], unfit: 'invalid' };
  overlay.begin();
  const applied = await mutation
    .apply(overlay, act.args, deviceContext(state, entry.wire))
    .catch((thrown: unknown): Applied | Error => (thrown instanceof Error ? thrown : new Error(String(thrown))));
  if (applied instanceof Error || applied.kind === 'refused') {
    overlay.drop();
    return { changes: [], unfit: applied instanceof Error ? 'invalid' : applied.code };
  }
  return { changes: overlay.keep(), unfit: null };
}

/** Returns the wider closure if the replay wrote rows outside of it; null if it did not. */
function grow(tied: TiedRows, replay: Replay, outbox: readonly OutboxEntry[]): TiedRows | null {
  const outside = replay.entries.flatMap((entry) => entry.touched).filter((key) => !tied.keys.has(rowKeyText(key)));
  if (outside.length === 0) return null;
  const replayed = new Map(replay.entries.map((entry) => [entry.seq, entry]));
  const next = tiedTo(
    [...tied.keys.values(), ...outside],
    outbox.map((entry) => replayed.get(entry.seq) ?? entry),
  );
  assert(next.keys.size > tied.keys.size, 'A rebuild that grows must grow');
  return { keys: next.keys, entries: next.entries };
}

/** Writes only rows and entries that changed, because a pull affects only a few of a thousand waiting entries. */
async function store(tx: LocalTx, tied: TiedRows, replay: Replay, outbox: readonly OutboxEntry[]): Promise<void> {
  const seqsByKey = writersOf(replay.entries);
  const changes: RowChange[] = [];
  const bases: BaseRow[] = [];
  const cleanKeys: string[] = [];
  for (const [text, key] of tied.keys) {
    const known = replay.stored.get(text);
    const seqs = seqsByKey.get(text);
    const row = replay.baseOf.get(text) ?? null;
    // A row that no pending entry writes any more gets the newest image.
    const image = !seqs && known?.next ? known.next.row : row;
    const before = replay.localBefore.get(text);
    const after = replay.rows.has(text) ? replay.rows.get(text) : (image ?? undefined);
    if (!isSame(before, after)) changes.push({ ...key, before, after });
    if (!seqs) cleanKeys.push(text);
    else if (!known || !isSame(known.seqs, seqs))
      bases.push({ key: text, ...key, row, seqs, next: known?.next ?? null, staged: known?.staged ?? 0 });
  }
  await writeRows(tx, changes);
  await tx.bases.put(bases);
  await tx.bases.remove(cleanKeys);
  // Compare with the stored entries: an entry may have changed in an earlier round of the closure.
  const asStored = new Set(outbox);
  await tx.outbox.put(replay.entries.filter((entry) => !asStored.has(entry)));
}

function writersOf(entries: readonly OutboxEntry[]): Map<string, number[]> {
  const seqsByKey = new Map<string, number[]>();
  for (const entry of entries) {
    for (const key of entry.touched) {
      const text = rowKeyText(key);
      const seqs = seqsByKey.get(text);
      if (seqs) seqs.push(entry.seq);
      else seqsByKey.set(text, [entry.seq]);
    }
  }
  return seqsByKey;
}

/**
 * Compares before writing, because a write is much more expensive. Rows that differ only in the order of fields count
 * as different, which costs one write.
 */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
