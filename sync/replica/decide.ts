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
 * What a person makes of a change that the server has not accepted (SYN-5, M42). Until then it stays in view:
 *
 *   refused | quarantined ──► discarded: archived, its effects undone
 *                        └──► retried: archived, and its next attempt at the end of the queue
 *
 * Each of the two is one transaction, and the archive keeps who decided it and when.
 */

/**
 * 'gone': another tab was first, or the server has taken it meanwhile. 'undecided': the server has not decided it,
 * so there is nothing to decide here. 'undecided_dependants': it has not decided yet what depends on it.
 * 'sealed': the person has logged out.
 */
export type DecideRefusal = 'gone' | 'undecided' | 'undecided_dependants' | 'sealed';

/** `others`: how many went with it because they cannot stand without it. */
export type DecideResult = { ok: true; others: number } | { ok: false; code: DecideRefusal };

/** Whether the server has said its last word about an entry, and a person may say theirs. */
export const isDecidable = (entry: Pick<OutboxEntry, 'state'>): boolean =>
  entry.state === 'refused' || entry.state === 'quarantined';

/** What goes with a discarded entry: all that cannot stand without it. */
export const discardedWith = (entry: OutboxEntry, outbox: readonly OutboxEntry[]): OutboxEntry[] =>
  dependantsOf([entry], outbox);

/** What is retried with an entry: what it was refused for, and all that was refused because of either. */
function retriedWith(entry: OutboxEntry, outbox: readonly OutboxEntry[]): OutboxEntry[] {
  const decided = outbox.filter(isDecidable);
  const roots = [entry, ...parentsOf([entry], decided)];
  const all = new Map([...roots, ...dependantsOf(roots, decided)].map((one) => [one.seq, one]));
  all.delete(entry.seq);
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

/** Takes back what the server did not accept, with all that depends on it. Its rows become what they would be without it. */
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
 * Sends again what the server did not accept, as the next attempt of the same act (SYN-5): its time, its ids and what it
 * says stay. Where an id was another's (SYN-22) the act can never be accepted, and a new one with new ids takes its place.
 */
export async function retryAct(tx: LocalTx, seq: number, nowMs: number, acts: ActSource): Promise<DecideResult> {
  const found = await decidable(tx, seq);
  if ('code' in found) return found;
  const { state: before, entry, outbox } = found;
  const others = retriedWith(entry, outbox);
  const family = [entry, ...others].sort((a, b) => a.seq - b.seq);
  const isClashed = family.some(({ outcome }) => outcome !== null && isClash(outcome));
  const { state: placed, entries } = placedAtEnd(before, isClashed ? renewed(family, acts) : family.map(nextAttempt));
  // New ids are of this device's source now: by that its drawer knows what was paid here.
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

/** The same as new acts, under new ids. What refers to one of them refers to it under its new id. */
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

/** Every number that equals a drawn id is that id: of other numbers so large one hardly ever equals it (decisions/0055). */
function withIds(value: unknown, idsNow: ReadonlyMap<number, number>): unknown {
  if (typeof value === 'number') return idsNow.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => withIds(each, idsNow));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, idsNow)]));
}

/** As new entries at the end of the outbox and of the queue. */
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
