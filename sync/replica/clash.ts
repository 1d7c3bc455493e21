import { type Lease, takeId } from '../../domain/id.ts';
import {
  type BaseRow,
  type LocalTx,
  type OutboxEntry,
  type Renumbered,
  type ReplicaState,
  UNDATED_MS,
} from '../ports.ts';
import { mutationHash } from '../protocol/mutation-hash.ts';
import type { WireMutation } from '../protocol/push.ts';
import { type RowKey, rowKeyText } from '../protocol/tables.ts';
import { knownAct, mintedBy, underNewIds } from './known-act.ts';
import { moveRows } from './move-rows.ts';

/*
 * Same id, different origin (SYN-22). The server keeps the row that it had first and refuses the newcomer, and all
 * that refers to it, with 'id_clash'. On the newcomer's device:
 *
 *   the stranger's row arrives ──► the newcomer's rows get new ids at once, and are shown under them
 *   the server's refusal arrives ─► the mutation is issued again: next mid, new ids in arguments and references
 *
 * What waits keeps its bytes until it is decided: nobody knows what of it is on its way. The number of a sale, which
 * is what was printed, stays.
 */

/** New ids are remembered for so many rows; a clash is rarer than any device lives long. */
const RENUMBERED_MAX = 500;

/** The new id of a row as this entry means it: only what was written before the clash was known means the newcomer. */
export const keyNowOf =
  ({ renumbered = [] }: Pick<ReplicaState, 'renumbered'>, seq: number) =>
  (key: RowKey): RowKey => {
    let { id } = key;
    // Oldest first: a new id that clashed as well was given another one later.
    for (const each of renumbered)
      if (each.table === key.table && each.id === id && seq < each.beforeSeq) id = each.newId;
    return id === key.id ? key : { table: key.table, id };
  };

/** What an entry says as it is meant now; what travelled, where nothing clashed. */
export function wireNow(state: ReplicaState, { seq, wire }: Pick<OutboxEntry, 'seq' | 'wire'>): WireMutation {
  return state.renumbered?.length ? underNewIds(wire, keyNowOf(state, seq)) : wire;
}

/** The rows that an entry brought, under the ids that they have now. */
export const mintedNow = (state: ReplicaState, { seq, wire }: OutboxEntry): RowKey[] =>
  mintedBy(wire).map(keyNowOf(state, seq));

/**
 * Gives new ids to the rows of waiting entries whose ids turned out to be others'. Answers the state with them, and
 * the keys to rebuild. Out of ids nothing happens: the server's refusal then waits for a person.
 */
export async function renumberRows(
  tx: LocalTx,
  state: ReplicaState,
  entries: readonly OutboxEntry[],
): Promise<{ state: ReplicaState; keys: RowKey[] }> {
  const taken = takeIds(
    state,
    entries.flatMap((entry) => mintedNow(state, entry)),
  );
  if (!taken) return { state, keys: [] };
  const next: ReplicaState = {
    ...state,
    leases: taken.leases,
    renumbered: [...(state.renumbered ?? []), ...taken.renumbered].slice(-RENUMBERED_MAX),
  };
  const newIds = new Map(taken.renumbered.map((each) => [rowKeyText(each), each.newId]));
  const keyNow = (key: RowKey): RowKey => ({ table: key.table, id: newIds.get(rowKeyText(key)) ?? key.id });
  const outbox = await tx.outbox();
  const moved = outbox.filter(({ touched }) => touched.some((key) => newIds.has(rowKeyText(key))));
  await tx.putEntries(moved.map((entry) => ({ ...entry, touched: entry.touched.map(keyNow) })));
  const rows = await moveRows(tx, taken.renumbered, keyNow);
  // Sealed: they come back into view with their author.
  if (!state.sealed)
    await tx.putBases(
      rows.map((key): BaseRow => ({ ...key, key: rowKeyText(key), row: null, seqs: [], next: null, staged: 0 })),
    );
  // What only names such a row, as a sale its customer, is told anew as well.
  const naming = outbox.filter(({ seq, wire }) =>
    refersTo(wire).some((key) => newIds.has(rowKeyText(keyNowOf(state, seq)(key)))),
  );
  const touched = [...moved, ...naming].flatMap((entry) => entry.touched);
  return { state: next, keys: [...touched, ...touched.map(keyNow)] };
}

/**
 * Issues again what the server refused because of a clash, in the old order. The old form goes to the archive; where
 * only a push has told the refusal, it stays in the outbox until a pull proves it (SYN-9).
 */
export async function reissueClashed(
  tx: LocalTx,
  before: ReplicaState,
  clashed: readonly OutboxEntry[],
  nowMs: number,
): Promise<{ state: ReplicaState; keys: RowKey[] }> {
  const isNumbered = ({ seq, wire }: OutboxEntry) =>
    mintedBy(wire).every((key) => keyNowOf(before, seq)(key).id !== key.id);
  const moved = await renumberRows(
    tx,
    before,
    clashed.filter((entry) => !isNumbered(entry)),
  );
  const { state } = moved;
  const isOutOfIds = clashed.some(({ seq, wire }) =>
    mintedBy(wire).some((key) => keyNowOf(state, seq)(key).id === key.id),
  );
  if (isOutOfIds) return moved;
  let { nextMid, nextSeq, lastHash } = state;
  const creators = await waitingCreators(tx, state);
  const old = (await tx.getEntries(clashed.map(({ seq }) => seq))).filter((entry) => entry !== undefined);
  const again: OutboxEntry[] = [];
  for (const entry of old) {
    const mid = nextMid++;
    const wire = underNewIds(entry.wire, keyNowOf(state, entry.seq));
    const open = { ...wire, mid, deps: depsOf(wire, creators) };
    lastHash = mutationHash(lastHash, open);
    for (const key of mintedNow(state, entry)) creators.set(rowKeyText(key), mid);
    const { incarnation } = state;
    again.push({
      ...entry,
      incarnation,
      wire: { ...open, h: lastHash },
      state: 'pending',
      outcome: null,
      unfit: null,
      clashedAs: entry.wire.mid,
    });
  }
  const proof = { lmid: state.confirmedMid, hash: state.confirmedHash };
  const left = old.map((entry): OutboxEntry => ({ ...entry, seq: nextSeq++, issuedAgain: true }));
  const isProved = ({ wire }: OutboxEntry) => wire.mid <= proof.lmid;
  await tx.putArchive(left.filter(isProved).map((entry) => ({ ...entry, archivedAtMs: UNDATED_MS, proof })));
  const unproved = left.filter((entry) => !isProved(entry));
  await tx.putEntries(unproved.map((entry): OutboxEntry => ({ ...entry, touched: [] })));
  await tx.putEntries(again);
  const detail = { count: again.length, name: again[0]?.wire.name ?? null };
  await tx.appendJournal({ atMs: nowMs, what: 'id_clash', detail });
  return {
    state: { ...state, nextMid, nextSeq, lastHash },
    keys: [...moved.keys, ...again.flatMap((entry) => entry.touched)],
  };
}

function takeIds(state: ReplicaState, keys: readonly RowKey[]): { leases: Lease[]; renumbered: Renumbered[] } | null {
  let leases: readonly Lease[] = state.leases;
  const renumbered: Renumbered[] = [];
  for (const key of keys) {
    const open = leases.findIndex((lease) => takeId(lease) !== null);
    const lease = leases[open];
    const taken = lease ? takeId(lease) : null;
    if (!taken) return null;
    leases = leases.with(open, taken.lease);
    renumbered.push({ ...key, newId: taken.id, beforeSeq: state.nextSeq });
  }
  return { leases: [...leases], renumbered };
}

function refersTo(wire: WireMutation): RowKey[] {
  const act = knownAct(wire);
  return act ? act.mutation.refersTo(act.args) : [];
}

/** The mids of what waits, by the rows that it brings. */
async function waitingCreators(tx: LocalTx, state: ReplicaState): Promise<Map<string, number>> {
  const waiting = (await tx.outbox()).filter(
    (entry) => entry.state === 'pending' && !entry.issuedAgain && entry.incarnation === state.incarnation,
  );
  return new Map(
    waiting.flatMap((entry) =>
      mintedNow(state, entry).map((key): [string, number] => [rowKeyText(key), entry.wire.mid]),
    ),
  );
}

function depsOf(wire: WireMutation, creators: ReadonlyMap<string, number>): number[] {
  const mids = refersTo(wire).flatMap((key) => creators.get(rowKeyText(key)) ?? []);
  return [...new Set(mids)].sort((a, b) => a - b);
}
