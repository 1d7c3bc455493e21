import * as v from 'valibot';
import { assert } from '../../domain/assert.ts';
import { blockOfId, type Lease, LEASE_SIZE, takeId } from '../../domain/id.ts';
import { mayRun } from '../../domain/permission.ts';
import { nextSaleStampMs } from '../../domain/sale.ts';
import { storable } from '../../domain/storable-text.ts';
import type { MutationContext } from '../mutation/mutation.ts';
import { createOverlay, idsByTable, type Overlay } from '../mutation/overlay.ts';
import { type AnyMutation, type MutationArgs, type MutationName, mutationNamed } from '../mutation/registry.ts';
import type { Clock, LocalDatabase, LocalTx, OutboxEntry, ReplicaState } from '../ports.ts';
import { mutationHash } from '../protocol/mutation-hash.ts';
import type { RefusalCode } from '../protocol/outcome.ts';
import type { WireMutation } from '../protocol/push.ts';
import { type RowKey, rowKeyText } from '../protocol/tables.ts';
import { type Bases, markWritten, readBases } from './base.ts';
import { mintedNow } from './clash.ts';
import { rowSourceOf } from './row-source.ts';
import { writeRows } from './tally.ts';

/** What the arguments of a mutation may take from the device while they are built. */
export interface ArgumentTools {
  /** A fresh id out of this device's leases (SYN-2). */
  mintId(): number;
  /** A stamp later than every one before it on this device (C-061). */
  nextStampMs(): number;
  /** The act is what was made of this draft, which goes with it: a draft that outlived its sale would be sold twice. */
  endsDraft(key: string): void;
  readonly businessId: number;
}

export type RunRefusal =
  | { code: 'no_ids' | RefusalCode }
  | { code: 'invalid_args'; issues: { path: string; message: string }[] };

export type RunResult<Name extends MutationName> =
  | { ok: true; args: MutationArgs<Name>; mid: number }
  | { ok: false; error: RunRefusal };

/**
 * Runs one act of a person on the device: rows, outbox entry, mid and used ids are one transaction, and it resolves
 * only after that transaction is on disk (SYN-1). A refusal leaves nothing behind; a broken disk rejects.
 */
export async function runMutation<Name extends MutationName>(
  ports: { database: LocalDatabase; clock: Clock },
  name: Name,
  build: (tools: ArgumentTools) => v.InferInput<NonNullable<AnyMutation['schema']>>,
): Promise<RunResult<Name>> {
  const mutation = mutationNamed(name);
  assert(mutation, `No mutation is called ${name}`);
  const when = { atMs: ports.clock.nowMs(), offsetMinutes: ports.clock.offsetMinutes() };
  return await ports.database.write(async (tx): Promise<RunResult<Name>> => {
    let state = await tx.getState();
    // Sealed: the user has logged out, perhaps in another tab.
    if (state.sealed || !mayRun(state.role, mutation.name)) return { ok: false, error: { code: 'not_permitted' } };
    for (;;) {
      const attempt = await attemptAct<Name>(tx, state, { mutation, name, build, when });
      if (attempt.kind === 'ended') return attempt.result;
      const left = withoutBlocksOf(state, attempt.minted);
      if (left === state) return { ok: false, error: { code: 'id_clash' } };
      state = left;
    }
  });
}

interface Act {
  mutation: AnyMutation;
  name: string;
  build: (tools: ArgumentTools) => unknown;
  when: { atMs: number; offsetMinutes: number };
}

type Attempt<Name extends MutationName> =
  | { kind: 'ended'; result: RunResult<Name> }
  | { kind: 'clash'; minted: RowKey[] };

async function attemptAct<Name extends MutationName>(
  tx: LocalTx,
  state: ReplicaState,
  { mutation, name, build, when }: Act,
): Promise<Attempt<Name>> {
  const ended = (result: RunResult<Name>): Attempt<Name> => ({ kind: 'ended', result });
  const draft = draftArgs(state, build, when.atMs);
  if (!draft) return ended({ ok: false, error: { code: 'no_ids' } });
  // What the server could not store would be held up there for ever.
  const parsed = v.safeParse(mutation.schema, storable(draft.args));
  if (!parsed.success) return ended({ ok: false, error: { code: 'invalid_args', issues: issuesOf(parsed.issues) } });

  const minted = mutation.mints(parsed.output);
  const refersTo = mutation.refersTo(parsed.output);
  const overlay = createOverlay(rowSourceOf(tx));
  const bases = await fetchTogether(tx, overlay, [...refersTo, ...minted]);
  overlay.begin();
  const applied = await mutation.apply(overlay, parsed.output, deviceContext(state, when));
  if (applied.kind === 'refused' && applied.code === 'id_clash') return { kind: 'clash', minted };
  if (applied.kind === 'refused') return ended({ ok: false, error: { code: applied.code } });
  const changes = overlay.keep();

  const deps = await creatorsOf(tx, refersTo, bases, state);
  const wire = sealWire(state, { name, format: mutation.format, args: parsed.output, deps, ...when });
  const touched = changes.map(({ table, id }): RowKey => ({ table, id }));
  const entry: OutboxEntry = {
    seq: state.nextSeq,
    incarnation: state.incarnation,
    wire,
    touched,
    state: 'pending',
    outcome: null,
    unfit: null,
  };
  const next = { ...draft.state, nextSeq: state.nextSeq + 1, nextMid: state.nextMid + 1, lastHash: wire.h };
  await Promise.all([
    markWritten(tx, entry.seq, changes, bases),
    writeRows(tx, changes),
    tx.putEntries([entry]),
    tx.putState(next),
    ...draft.endedDrafts.map((key) => tx.removeDraft(key)),
  ]);
  return ended({ ok: true, args: parsed.output as MutationArgs<Name>, mid: wire.mid });
}

/**
 * Fetches the rows and answers their bases, all tables at once: a person waits for every further turn of the disk
 * before 'saved' is shown.
 */
async function fetchTogether(tx: LocalTx, overlay: Overlay, keys: readonly RowKey[]): Promise<Bases> {
  const perTable = [...idsByTable(keys)].map(([table, ids]) => ids.map((id): RowKey => ({ table, id })));
  const [bases] = await Promise.all([readBases(tx, keys), ...perTable.map((some) => overlay.prefetch(some))]);
  return bases;
}

/**
 * The state with the blocks of these ids given up. A fresh id that is taken was taken by a copy of this profile, which
 * mints from the same block and will go on doing so; what happened at the counter is saved all the same.
 */
function withoutBlocksOf(state: ReplicaState, minted: readonly RowKey[]): ReplicaState {
  const blocks = new Set(minted.map(({ id }) => blockOfId(id)));
  const isClashing = (lease: Lease): boolean => blocks.has(lease.block) && lease.next < LEASE_SIZE;
  if (!state.leases.some(isClashing)) return state;
  return {
    ...state,
    leases: state.leases.map((lease) => (isClashing(lease) ? { ...lease, next: LEASE_SIZE } : lease)),
  };
}

/** The arguments, and the state with the ids and stamps that they took; null when the leases are used up. */
function draftArgs(
  state: ReplicaState,
  build: (tools: ArgumentTools) => unknown,
  nowMs: number,
): { args: unknown; state: ReplicaState; endedDrafts: readonly string[] } | null {
  let { leases, lastStampMs } = state;
  const endedDrafts: string[] = [];
  let outOfIds = state.incarnation === 0;
  const args = build({
    businessId: state.businessId,
    mintId() {
      const open = leases.findIndex((lease) => takeId(lease) !== null);
      const lease = leases[open];
      const taken = lease ? takeId(lease) : null;
      if (!taken) {
        outOfIds = true;
        return 1;
      }
      leases = leases.with(open, taken.lease);
      return taken.id;
    },
    nextStampMs() {
      lastStampMs = nextSaleStampMs(lastStampMs, nowMs);
      return lastStampMs;
    },
    endsDraft: (key) => void endedDrafts.push(key),
  });
  return outOfIds ? null : { args, state: { ...state, leases, lastStampMs }, endedDrafts };
}

/** The mids that brought rows which this mutation refers to and which the server does not have yet (SYN-10). */
async function creatorsOf(
  tx: LocalTx,
  refersTo: readonly RowKey[],
  bases: Bases,
  state: ReplicaState,
): Promise<number[]> {
  const keys = new Set(refersTo.map(rowKeyText));
  const absent = [...keys].flatMap((key) => bases.get(key) ?? []).filter((base) => base.row === null);
  const creatorsAmong = async (seqs: readonly number[]): Promise<OutboxEntry[]> => {
    const entries = (await tx.getEntries([...new Set(seqs)])).filter((entry) => entry !== undefined);
    return entries.filter(
      (entry) =>
        entry.incarnation === state.incarnation && mintedNow(state, entry).some((key) => keys.has(rowKeyText(key))),
    );
  };
  // The first to write an absent row brought it, unless its base went with a logout and is only unknown here,
  const creators = await creatorsAmong(absent.flatMap(({ seqs }) => seqs.slice(0, 1)));
  const found = new Set(creators.map(({ seq }) => seq));
  // or what brought it was sent once more, and stands behind what was done to the row since (SYN-5).
  const others = absent.flatMap(({ seqs }) => (found.has(seqs[0] ?? 0) ? [] : seqs.slice(1)));
  const later = others.length > 0 ? await creatorsAmong(others) : [];
  return [...new Set([...creators, ...later].map((entry) => entry.wire.mid))].sort((a, b) => a - b);
}

function sealWire(
  state: ReplicaState,
  act: { name: string; format: number; args: unknown; deps: number[]; atMs: number; offsetMinutes: number },
): WireMutation {
  const open = { ...act, mid: state.nextMid, actorUserId: state.userId, clockOffsetMs: state.clockOffsetMs };
  return { ...open, h: mutationHash(state.lastHash, open) };
}

/** What a mutation knows on the device, now or when it is applied again over newer rows. */
export function deviceContext(state: ReplicaState, when: { atMs: number; offsetMinutes: number }): MutationContext {
  return {
    side: 'device',
    businessId: state.businessId,
    actor: { userId: state.userId, role: state.role },
    ...when,
    clockSuspect: false,
    actorDisabled: false,
    mintServerId: null,
    findTwins: null,
  };
}

const issuesOf = (issues: readonly v.BaseIssue<unknown>[]): { path: string; message: string }[] =>
  issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }));
