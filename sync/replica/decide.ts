import type { LocalTx } from '../local-database.ts';
import { type ArchivedEntry, type OutboxEntry, type ReplicaState, UNDATED_MS } from '../ports.ts';
import { type ActSource, sourceOf } from '../protocol/act.ts';
import { mutationHash } from '../protocol/mutation-hash.ts';
import { isClash } from '../protocol/outcome.ts';
import type { WireMutation } from '../protocol/push.ts';
import { dependantsOf, parentsOf } from './dependants.ts';
import { projectArchived } from './forget-admin-fields.ts';
import { mintedBy } from './read-act.ts';
import { rebuildRows } from './rebuild.ts';

/*
 * How a person resolves a change that the server refused or quarantined (SYN-5, M42). Until then the change stays
 * visible:
 *
 *   refused | quarantined ──► discarded: archived, its effects undone
 *                        └──► retried: archived, and its next attempt added at the end of the queue
 *
 * Each decision is one transaction. The archive records which decision it was, and when.
 */

/**
 * 'gone': another tab was first, or the server has accepted the entry meanwhile. 'undecided': the server has not
 * decided it yet. 'undecided_dependants': the server has not decided yet an entry that depends on it. 'sealed': the
 * user has logged out.
 */
export type DecideRefusal = 'gone' | 'undecided' | 'undecided_dependants' | 'sealed';

/** `others`: how many further entries were decided too, because they depend on this entry. */
export type DecideResult = { ok: true; others: number } | { ok: false; code: DecideRefusal };

/** True if the server did not accept the entry, so that a person may decide. */
export const isDecidable = (entry: Pick<OutboxEntry, 'state'>): boolean =>
  entry.state === 'refused' || entry.state === 'quarantined';

/** Returns the entries that are discarded together with this entry: all that depend on it. */
export const discardedWith = (entry: OutboxEntry, outbox: readonly OutboxEntry[]): OutboxEntry[] =>
  dependantsOf([entry], outbox);

/**
 * Returns the entries that are retried together with this entry: the parents that caused its refusal, and all entries
 * that were refused because of this entry or of those parents.
 */
function retriedWith(entry: OutboxEntry, outbox: readonly OutboxEntry[]): OutboxEntry[] {
  const decided = outbox.filter(isDecidable);
  const roots = [entry, ...parentsOf([entry], decided)];
  const all = new Map([...roots, ...dependantsOf(roots, decided)].map((one) => [one.seq, one]));
  all.delete(entry.seq);
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * Discards an entry that was not accepted, and all entries that depend on it. The rows become what they would be
 * without these entries.
 */
export async function discardAct(tx: LocalTx, seq: number, nowMs: number): Promise<DecideResult> {
  const found = await decidable(tx, seq);
  if ('code' in found) return found;
  const { state, entry, outbox } = found;
  const others = discardedWith(entry, outbox);
  if (!others.every(isDecidable)) return { ok: false, code: 'undecided_dependants' };
  const leaving = [entry, ...others];
  await archiveDecided(tx, state, leaving, 'discarded', nowMs);
  await rebuildRows(
    tx,
    state,
    leaving.flatMap((left) => left.touched),
  );
  await tellJournal(tx, 'discarded', entry, others.length, nowMs);
  return { ok: true, others: others.length };
}

/**
 * Sends an entry again that was not accepted, as the next attempt of the same act (SYN-5). Time, ids and arguments
 * stay. After an id clash (SYN-22) the act can never be accepted, so a new act with new ids replaces it.
 */
export async function retryAct(tx: LocalTx, seq: number, nowMs: number, acts: ActSource): Promise<DecideResult> {
  const found = await decidable(tx, seq);
  if ('code' in found) return found;
  const { state: before, entry, outbox } = found;
  const others = retriedWith(entry, outbox);
  const family = [entry, ...others].sort((a, b) => a.seq - b.seq);
  const isClashed = family.some(({ outcome }) => outcome !== null && isClash(outcome));
  const { state: placed, entries } = placedAtEnd(before, isClashed ? renewed(family, acts) : family.map(nextAttempt));
  // The new ids belong to this device's newest source. The drawer recognises by the source what was paid on this
  // device.
  const drawn = isClashed ? entries[0] : undefined;
  const state = drawn ? { ...placed, source: sourceOf(drawn.wire.act) } : placed;
  if (drawn && state.source !== before.source) await tx.meta.addSource(sourceOf(drawn.wire.act));
  await archiveDecided(tx, before, family, 'retried', nowMs);
  await tx.outbox.put(entries);
  await tx.meta.putState(state);
  await rebuildRows(
    tx,
    state,
    [...family, ...entries].flatMap((one) => one.touched),
  );
  await tellJournal(tx, 'retried', entry, others.length, nowMs);
  return { ok: true, others: others.length };
}

type Found = { state: ReplicaState; entry: OutboxEntry; outbox: OutboxEntry[] };

async function decidable(tx: LocalTx, seq: number): Promise<Found | { ok: false; code: DecideRefusal }> {
  const state = await tx.meta.getState();
  if (state.sealed) return { ok: false, code: 'sealed' };
  const outbox = await tx.outbox.all();
  const entry = outbox.find((one) => one.seq === seq);
  if (!entry) return { ok: false, code: 'gone' };
  return isDecidable(entry) ? { state, entry, outbox } : { ok: false, code: 'undecided' };
}

async function archiveDecided(
  tx: LocalTx,
  state: ReplicaState,
  entries: readonly OutboxEntry[],
  kind: 'discarded' | 'retried',
  nowMs: number,
): Promise<void> {
  const decided = { kind, byUserId: state.userId, atMs: nowMs };
  const proof = { lmid: state.confirmedMid, hash: state.confirmedHash, decided };
  await tx.archive.put(
    entries.map((entry): ArchivedEntry => projectArchived({ ...entry, archivedAtMs: UNDATED_MS, proof }, state.role)),
  );
  await tx.outbox.remove(entries.map((entry) => entry.seq));
}

type Retried = Pick<OutboxEntry, 'wire' | 'touched'>;

const nextAttempt = ({ wire, touched }: OutboxEntry): Retried => ({
  wire: { ...wire, attempt: wire.attempt + 1 },
  touched,
});

/** Returns the same entries as new acts with new ids; references among the entries get the new ids. */
function renewed(family: readonly OutboxEntry[], acts: ActSource): Retried[] {
  const idsNow = new Map<number, number>();
  const actsNow = new Map<string, string>();
  for (const { wire } of family)
    acts.draw(({ act, mintId }) => {
      actsNow.set(wire.act, act);
      for (const { id } of mintedBy(wire)) idsNow.set(id, mintId());
    });
  return family.map(({ wire, touched }) => ({
    wire: {
      ...wire,
      act: actsNow.get(wire.act) ?? wire.act,
      attempt: 0,
      args: withIds(wire.args, idsNow),
      deps: wire.deps.map((dep) => actsNow.get(dep) ?? dep),
    },
    touched: touched.map(({ table, id }) => ({ table, id: idsNow.get(id) ?? id })),
  }));
}

/**
 * Returns the value with every number that equals an old id replaced. Ids have 53 random bits, so another number hardly
 * ever equals one (decisions/0055).
 */
function withIds(value: unknown, idsNow: ReadonlyMap<number, number>): unknown {
  if (typeof value === 'number') return idsNow.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => withIds(each, idsNow));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, idsNow)]));
}

/** Adds the retried mutations as new entries at the end of the outbox and of the queue. */
function placedAtEnd(
  before: ReplicaState,
  retried: readonly Retried[],
): { state: ReplicaState; entries: OutboxEntry[] } {
  let { nextSeq, nextMid, lastHash } = before;
  const entries = retried.map(({ wire, touched }): OutboxEntry => {
    const open: WireMutation = { ...wire, mid: nextMid++ };
    lastHash = mutationHash(lastHash, open);
    return { seq: nextSeq++, wire: { ...open, h: lastHash }, touched, state: 'pending', outcome: null, unfit: null };
  });
  return { state: { ...before, nextSeq, nextMid, lastHash }, entries };
}

async function tellJournal(
  tx: LocalTx,
  what: 'discarded' | 'retried',
  { wire }: OutboxEntry,
  others: number,
  atMs: number,
): Promise<void> {
  await tx.meta.appendJournal({ atMs, what, detail: { name: wire.name, mid: wire.mid, others } });
}
