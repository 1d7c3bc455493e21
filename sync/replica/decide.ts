import { type ArchivedEntry, type LocalTx, type OutboxEntry, type ReplicaState, UNDATED_MS } from '../ports.ts';
import { mutationHash } from '../protocol/mutation-hash.ts';
import { rowKeyText } from '../protocol/tables.ts';
import { keyNowOf, mintedNow, wireNow } from './clash.ts';
import { dependantsOf, parentsOf } from './dependants.ts';
import { projectArchived } from './forget-admin-fields.ts';
import { knownAct } from './known-act.ts';
import { rebuildRows } from './rebuild.ts';

/*
 * What a person makes of a change that the server has not accepted (SYN-5, M42). Until then it stays in view:
 *
 *   refused | quarantined ──► discarded: archived, its effects undone
 *                        └──► retried: archived, and a new mutation with a new mid in its place
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
export const discardedWith = (
  entry: OutboxEntry,
  outbox: readonly OutboxEntry[],
  state: Pick<ReplicaState, 'renumbered'>,
): OutboxEntry[] => dependantsOf([entry], outbox, state);

/** What is retried with an entry: what it was refused for, and all that was refused because of either. */
function retriedWith(entry: OutboxEntry, outbox: readonly OutboxEntry[], state: ReplicaState): OutboxEntry[] {
  const decided = outbox.filter(isDecidable);
  const roots = [entry, ...parentsOf([entry], decided, state)];
  const all = new Map([...roots, ...dependantsOf(roots, decided, state)].map((one) => [one.seq, one]));
  all.delete(entry.seq);
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

/** Takes back what the server did not accept, with all that depends on it. Its rows become what they would be without it. */
export async function discardAct(tx: LocalTx, seq: number, nowMs: number): Promise<DecideResult> {
  const found = await decidable(tx, seq);
  if ('code' in found) return found;
  const { state, entry, outbox } = found;
  const others = discardedWith(entry, outbox, state);
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
 * Sends again what the server did not accept, as a new mutation: the time of the act and the ids that it brought stay
 * (SYN-2). Ids that are another's by now are changed by themselves (SYN-22).
 */
export async function retryAct(tx: LocalTx, seq: number, nowMs: number): Promise<DecideResult> {
  const found = await decidable(tx, seq);
  if ('code' in found) return found;
  const { state: before, entry, outbox } = found;
  const others = retriedWith(entry, outbox, before);
  const family = [entry, ...others].sort((a, b) => a.seq - b.seq);
  const left = new Set(family.map((one) => one.seq));
  const stays = outbox.filter((one) => !left.has(one.seq));
  const { state, entries } = sealAgain(before, family, stays);
  await archiveDecided(tx, state, family, 'retried', nowMs);
  await tx.putEntries(entries);
  await tx.putState(state);
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
  const state = await tx.getState();
  if (state.sealed) return { ok: false, code: 'sealed' };
  const outbox = await tx.outbox();
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
  await tx.putArchive(
    entries.map((entry): ArchivedEntry => projectArchived({ ...entry, archivedAtMs: UNDATED_MS, proof }, state.role)),
  );
  await tx.removeEntries(entries.map((entry) => entry.seq));
}

/** The entries as new ones at the end of the outbox, each naming those that it now depends on (SYN-10, SYN-20). */
function sealAgain(
  before: ReplicaState,
  family: readonly OutboxEntry[],
  stays: readonly OutboxEntry[],
): { state: ReplicaState; entries: OutboxEntry[] } {
  let { nextSeq, nextMid, lastHash } = before;
  const creators = new Map<string, number>();
  const brings = (entry: OutboxEntry, mid: number) => {
    for (const key of mintedNow(before, entry)) creators.set(rowKeyText(key), mid);
  };
  for (const one of stays)
    if (one.state === 'pending' && !one.issuedAgain && one.incarnation === before.incarnation)
      brings(one, one.wire.mid);
  const entries = family.map((old): OutboxEntry => {
    const act = knownAct(old.wire);
    const refersTo = act ? act.mutation.refersTo(act.args).map(keyNowOf(before, old.seq)) : [];
    const deps = [...new Set(refersTo.flatMap((key) => creators.get(rowKeyText(key)) ?? []))].sort((a, b) => a - b);
    const open = { ...wireNow(before, old), mid: nextMid++, deps };
    lastHash = mutationHash(lastHash, open);
    brings(old, open.mid);
    return {
      seq: nextSeq++,
      incarnation: before.incarnation,
      wire: { ...open, h: lastHash },
      touched: old.touched,
      state: 'pending',
      outcome: null,
      unfit: null,
    };
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
  await tx.appendJournal({ atMs, what, detail: { name: wire.name, mid: wire.mid, others } });
}
