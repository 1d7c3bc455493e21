import { assert } from '../../domain/assert.ts';
import { type Lease, takeId } from '../../domain/id.ts';
import type { BaseRow, LocalTx, OutboxEntry, ReplicaState } from '../ports.ts';
import type { RegisterClientAnswer } from '../protocol/client.ts';
import { HASH_ZERO, mutationHash } from '../protocol/mutation-hash.ts';
import { isClash, outcomeLookup } from '../protocol/outcome.ts';
import { type RowKey, rowKeyText } from '../protocol/tables.ts';
import { keyNowOf, renumberRows, wireNow } from './clash.ts';
import { isDecidable } from './decide.ts';
import { mintedBy, underNewIds } from './known-act.ts';
import { moveRows } from './move-rows.ts';
import { rebuildRows } from './rebuild.ts';

/**
 * Takes a new incarnation. The first one is simply kept. After a fork (SYN-20) what the server has of the old one is
 * 'settled' and waits for the next complete pull; what it does not have is issued again: new mids, and new ids for
 * the rows it brings, because the twin holds the same leases and may have used the same ids. Both copies' sales
 * survive; rows, references and outbox change in this one transaction.
 */
export async function adoptIncarnation(tx: LocalTx, answer: RegisterClientAnswer): Promise<{ reissued: number }> {
  const state = await tx.getState();
  const leases = answer.blocks.map((block): Lease => ({ block, next: 0 }));
  const fresh = {
    ...state,
    incarnation: answer.incarnation,
    // Another epoch is for a page to tell, and then to be healed (SYN-21).
    epoch: state.epoch ?? answer.epoch,
    leases,
    nextMid: 1,
    lastHash: HASH_ZERO,
    confirmedMid: 0,
    confirmedHash: HASH_ZERO,
  };
  if (state.incarnation === 0) {
    await tx.putState({ ...fresh, renumbered: [] });
    return { reissued: 0 };
  }
  const outbox = [...(await takeLost(tx, state, answer.commonMid)), ...(await tx.outbox())];
  const isUnsent = (entry: OutboxEntry) =>
    entry.state === 'pending' && entry.incarnation === state.incarnation && entry.wire.mid > answer.commonMid;
  const decided = outbox.filter((entry) => !isUnsent(entry) || entry.issuedAgain);
  const settled = settledBy(decided, state, answer);
  // A stranger's row stands under an id that clashed: what waits and names it means the one that stays in view (SYN-22).
  const cleared = await renumberRows(tx, { ...state, leases }, settled.filter(isUnnumberedClash(state)));
  const numbered = cleared.state;
  const touchedNow = ({ seq, touched }: OutboxEntry): RowKey[] => touched.map(keyNowOf(numbered, seq));
  const twice = await issuedTwice(tx, outbox.filter(isUnsent), answer);
  const isTwice = new Set(twice.map(({ seq }) => seq));
  // What had got new ids because of a clash (SYN-22) is issued again with these.
  const unsent = outbox
    .filter((entry) => isUnsent(entry) && !entry.issuedAgain && !isTwice.has(entry.seq))
    .map(({ clashedAs: _of, ...entry }): OutboxEntry => ({
      ...entry,
      wire: wireNow(numbered, entry),
      touched: touchedNow(entry),
    }));
  const renumbering = renumberingOf(unsent, numbered.leases);
  const { reissued, nextMid, lastHash } = issueAgain(unsent, renumbering.keyNow, answer.incarnation);
  await tx.putEntries([...settled.map((entry) => ({ ...entry, touched: touchedNow(entry) })), ...reissued, ...twice]);
  // Of what stays refused the rows keep the ids that the clash gave them.
  const isInView = twice.length > 0 || numbered.renumbered !== state.renumbered;
  const renumbered = isInView ? (numbered.renumbered ?? []) : [];
  const next = { ...fresh, renumbered, leases: renumbering.leases(), nextMid, lastHash };
  await tx.putState(next);
  const wasTouched = [...unsent, ...twice].flatMap((entry) => entry.touched);
  const moved = await moveRows(
    tx,
    unsent.flatMap((entry) => mintedBy(entry.wire)),
    renumbering.keyNow,
  );
  // Sealed: the rest comes back into view with its author (SYN-24).
  if (next.sealed) return { reissued: reissued.length };
  // The server knows of none of them under the new ids; who writes them, the rebuild finds out.
  await tx.putBases(
    moved.map((key): BaseRow => ({ ...key, key: rowKeyText(key), row: null, seqs: [], next: null, staged: 0 })),
  );
  await rebuildRows(tx, next, [...cleared.keys, ...wasTouched, ...wasTouched.map(renumbering.keyNow)]);
  return { reissued: reissued.length };
}

/** The entries as the first of an incarnation: new mids, the new ids of `keyNow`, and the hashes that follow. */
function issueAgain(unsent: readonly OutboxEntry[], keyNow: (key: RowKey) => RowKey, incarnation: number) {
  let [nextMid, lastHash] = [1, HASH_ZERO];
  const newMidOf = new Map<number, number>();
  const reissued = unsent.map((entry): OutboxEntry => {
    const mid = nextMid++;
    newMidOf.set(entry.wire.mid, mid);
    const deps = entry.wire.deps.map((dep) => newMidOf.get(dep) ?? 0).filter((dep) => dep > 0);
    const open = { ...underNewIds(entry.wire, keyNow), mid, deps };
    lastHash = mutationHash(lastHash, open);
    return { ...entry, incarnation, wire: { ...open, h: lastHash }, touched: entry.touched.map(keyNow) };
  });
  return { reissued, nextMid, lastHash };
}

/** What was refused because of its id, and has no other id here yet. */
const isUnnumberedClash =
  (state: ReplicaState) =>
  ({ outcome, issuedAgain, seq, wire }: OutboxEntry): boolean =>
    outcome !== null &&
    isClash(outcome) &&
    !issuedAgain &&
    mintedBy(wire).some((key) => keyNowOf(state, seq)(key).id === key.id);

/** What the server has decided of the incarnation that is left, also of what was refused in a history that is gone. */
function settledBy(
  entries: readonly OutboxEntry[],
  state: ReplicaState,
  { commonMid, refusals }: RegisterClientAnswer,
): OutboxEntry[] {
  const outcomeOf = outcomeLookup(refusals ?? []);
  // Refused before a restore, and brought by a copy of this profile since: it is there.
  const isTaken = ({ incarnation, wire }: OutboxEntry) =>
    incarnation === state.incarnation && wire.mid <= commonMid && refusals !== undefined && !outcomeOf(wire);
  return entries
    .filter((entry) => entry.state === 'pending' || (isDecidable(entry) && isTaken(entry)))
    .map((entry): OutboxEntry => ({
      ...entry,
      state: 'settled',
      outcome: outcomeOf(entry.wire),
      // The next page speaks of another incarnation.
      ...(entry.incarnation === state.incarnation &&
        entry.wire.mid === state.confirmedMid + 1 && { previousHash: state.confirmedHash }),
    }));
}

/**
 * What clashed where both copies have it (SYN-22), and was issued again here: the copy that stays in the incarnation
 * issues it too, and from here it would be doubled. It is refused as it was, in view, and its author decides (SYN-5).
 */
async function issuedTwice(
  tx: LocalTx,
  unsent: readonly OutboxEntry[],
  { commonMid, refusals }: RegisterClientAnswer,
): Promise<OutboxEntry[]> {
  const again = unsent.filter(({ clashedAs, issuedAgain }) => !issuedAgain && (clashedAs ?? Infinity) <= commonMid);
  if (again.length === 0) return [];
  const known = [...(await tx.archive()), ...(await tx.outbox())];
  return again.flatMap(({ clashedAs, ...entry }) => {
    const old = known.find(({ incarnation, wire }) => incarnation === entry.incarnation && wire.mid === clashedAs);
    // Of a dismissed user's device no pull has told the refusal.
    const outcome = old?.outcome ?? refusals?.find(({ mid, h }) => mid === clashedAs && h === old?.wire.h);
    return old && outcome ? [{ ...entry, wire: old.wire, state: 'refused' as const, outcome }] : [];
  });
}

/**
 * What a restored server lost of this incarnation and can take under it no more, because a twin went on first: out of
 * the archive, to be issued again (SYN-20, SYN-21). Less in common than it had confirmed tells of a restore as well.
 */
async function takeLost(tx: LocalTx, state: ReplicaState, commonMid: number): Promise<OutboxEntry[]> {
  if (state.resync?.phase !== 'healing' && commonMid >= state.confirmedMid) return [];
  const lost = (await tx.archive()).filter(
    ({ incarnation, wire, state: left }) =>
      incarnation === state.incarnation &&
      wire.mid > commonMid &&
      wire.args !== null &&
      left !== 'refused' &&
      left !== 'quarantined',
  );
  await tx.removeArchive(lost.map(({ seq }) => seq));
  return lost.map(({ archivedAtMs: _at, proof: _proof, previousHash: _previous, ...entry }) => ({
    ...entry,
    state: 'pending',
    outcome: null,
  }));
}

/** New ids for the rows that these entries bring into the world, taken from the new leases. */
function renumberingOf(entries: readonly OutboxEntry[], blocks: readonly Lease[]) {
  let leases: readonly Lease[] = blocks;
  const newIds = new Map<string, number>();
  for (const entry of entries) {
    for (const key of mintedBy(entry.wire)) {
      const open = leases.findIndex((lease) => takeId(lease) !== null);
      const lease = leases[open];
      const taken = lease ? takeId(lease) : null;
      assert(taken, 'A new incarnation comes with leases');
      leases = leases.with(open, taken.lease);
      newIds.set(rowKeyText(key), taken.id);
    }
  }
  const keyNow = (key: RowKey): RowKey => ({ table: key.table, id: newIds.get(rowKeyText(key)) ?? key.id });
  return {
    keyNow,
    leases: () => [...leases],
  };
}

/** Stays in the incarnation that the server has taken up again: what it lost of it is sent as it was (SYN-21). */
export async function keepIncarnation(tx: LocalTx, answer: RegisterClientAnswer): Promise<void> {
  await addLeases(tx, answer.incarnation, answer.blocks);
  const { dismissal, ...state } = await tx.getState();
  if (dismissal?.incarnation !== answer.incarnation) return;
  const sentMid = Math.min(dismissal.sentMid, answer.commonMid);
  await tx.putState({ ...state, dismissal: { ...dismissal, sentMid } });
}

/** More blocks of ids for the incarnation that asked; another one's are dropped (SYN-2). */
export async function addLeases(tx: LocalTx, incarnation: number, blocks: readonly number[]): Promise<void> {
  const state = await tx.getState();
  if (state.incarnation !== incarnation) return;
  const open = state.leases.filter((lease) => takeId(lease) !== null);
  // A block that came twice would be minted from twice.
  const known = new Set(state.leases.map((lease) => lease.block));
  const added = blocks.filter((block) => !known.has(block)).map((block): Lease => ({ block, next: 0 }));
  await tx.putState({ ...state, leases: [...open, ...added] });
}
