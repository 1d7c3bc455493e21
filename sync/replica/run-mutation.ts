import * as v from 'valibot';
import { assert } from '../../domain/assert.ts';
import { mayRun } from '../../domain/people/permission.ts';
import { nextSaleStampMs } from '../../domain/sales/sale.ts';
import { storable } from '../../domain/text/storable-text.ts';
import { createOverlay, idsByTable, type Overlay } from '../mutation/overlay.ts';
import {
  type AnyMutation,
  type MutationArgs,
  type MutationInput,
  type MutationName,
  mutationNamed,
} from '../mutation/registry.ts';
import type { LocalDatabase, LocalTx } from '../local-database.ts';
import type { Clock, OutboxEntry, ReplicaState } from '../ports.ts';
import { type ActSource, sourceOf } from '../protocol/act.ts';
import { mutationHash } from '../protocol/mutation-hash.ts';
import type { RefusalCode } from '../protocol/outcome.ts';
import type { WireMutation } from '../protocol/push.ts';
import { type RowKey, rowKeyText } from '../protocol/tables.ts';
import { type Bases, markWritten, readBases } from './base.ts';
import { deviceContext } from './device-context.ts';
import { mintedBy } from './read-act.ts';
import { rowSourceOf } from './row-source.ts';
import { saysTheSame } from './same-act.ts';
import { writeRows } from './row-counts.ts';

/** The tools for a form's `build`: ids, stamps and facts for the arguments of a mutation. */
export interface ArgumentTools {
  /** Returns a fresh id, which follows from the act (SYN-2). */
  mintId(): number;
  /** A stamp later than every earlier stamp on this device (C-061). */
  nextStampMs(): number;
  /** Deletes this draft in the transaction of the act. A draft that outlived its sale could be sold twice. */
  endsDraft(key: string): void;
  readonly businessId: number;
}

/** Builds the arguments of one act. It is called again if a generated id is already in use. */
export type BuildArguments<Name extends MutationName> = (tools: ArgumentTools) => MutationInput<Name>;

/** 'saved_before': this opening of the form has already saved, with other values. */
export type RunRefusal =
  | { code: 'saved_before' | 'sealed' | RefusalCode }
  | { code: 'invalid_args'; issues: { path: string; message: string }[] };

export type RunResult<Name extends MutationName> =
  | {
      ok: true;
      args: MutationArgs<Name>;
      mid: number;
      /** True if somebody else had done it before, as this device knows: the act is recorded and changes nothing. */
      isSuperseded: boolean;
    }
  | { ok: false; error: RunRefusal };

/**
 * Runs one act of a person on the device. Rows, outbox entry and mid are written in one transaction, and the promise
 * resolves only after they are on disk (SYN-1). A refusal writes nothing; an error of the disk rejects.
 * @param opening identity of the form's opening. If this opening has saved already, nothing is done again and the first
 * result is returned. Null: every call is a new act.
 */
export async function runMutation<Name extends MutationName>(
  ports: { database: LocalDatabase; clock: Clock; acts: ActSource },
  name: Name,
  build: BuildArguments<Name>,
  opening: string | null = null,
): Promise<RunResult<Name>> {
  const mutation = mutationNamed(name);
  assert(mutation, `No mutation is called ${name}`);
  const when = { atMs: ports.clock.nowMs(), offsetMinutes: ports.clock.offsetMinutes() };
  return await ports.database.write(async (tx): Promise<RunResult<Name>> => {
    const [state, earlier] = await Promise.all([
      tx.meta.getState(),
      opening === null ? undefined : tx.outbox.ofOpening(opening),
    ]);
    // Sealed means that the user has logged out, perhaps in another tab, or was dismissed.
    if (state.sealed && !state.dismissal) return { ok: false, error: { code: 'sealed' } };
    if (state.sealed || !mayRun(state.role, mutation.name)) return { ok: false, error: { code: 'not_permitted' } };
    const act: Act = { mutation, name, build, when, opening, acts: ports.acts };
    if (earlier) return await answerAgain<Name>(tx, state, act, earlier);
    for (let draw = 1; ; draw += 1) {
      const result = await runDrawn<Name>(tx, state, act);
      // A generated id is already in use, which happens once in a million shops. Try again as another act, with other
      // ids.
      const isClash = !result.ok && result.error.code === 'id_clash';
      if (!isClash || draw === DRAWS_MAX) return result;
    }
  });
}

const DRAWS_MAX = 3;

interface Act {
  mutation: AnyMutation;
  name: string;
  build: (tools: ArgumentTools) => unknown;
  when: { atMs: number; offsetMinutes: number };
  opening: string | null;
  acts: ActSource;
}

async function runDrawn<Name extends MutationName>(
  tx: LocalTx,
  state: ReplicaState,
  { mutation, name, build, when, opening, acts }: Act,
): Promise<RunResult<Name>> {
  const draft = draftArgs(state, { build, acts }, when.atMs);
  // Arguments that the server could not store would block the queue for ever.
  const parsed = v.safeParse(mutation.schema, storable(draft.args));
  if (!parsed.success) return { ok: false, error: { code: 'invalid_args', issues: issuesOf(parsed.issues) } };

  const minted = mutation.mints(parsed.output);
  const refersTo = mutation.refersTo(parsed.output);
  const overlay = createOverlay(rowSourceOf(tx));
  const bases = await fetchTogether(tx, overlay, [...refersTo, ...minted]);
  overlay.begin();
  const applied = await mutation.apply(
    overlay,
    parsed.output,
    deviceContext(state, { ...when, clockOffsetMs: state.clockOffsetMs }),
  );
  if (applied.kind === 'refused') return { ok: false, error: { code: applied.code } };
  const changes = overlay.keep();

  const deps = await creatorsOf(tx, refersTo, bases);
  const open = { act: draft.act, name, format: mutation.format, args: parsed.output, deps, ...when };
  const wire = placedWire(state, open);
  const touched = changes.map(({ table, id }): RowKey => ({ table, id }));
  const entry: OutboxEntry = {
    seq: state.nextSeq,
    ...(opening !== null && { opening }),
    wire,
    touched,
    state: 'pending',
    outcome: null,
    unfit: null,
  };
  const source = sourceOf(draft.act);
  const next = {
    ...state,
    source,
    lastStampMs: draft.lastStampMs,
    nextSeq: state.nextSeq + 1,
    nextMid: state.nextMid + 1,
    lastHash: wire.h,
  };
  await Promise.all([
    markWritten(tx, entry.seq, changes, bases),
    writeRows(tx, changes),
    tx.outbox.put([entry]),
    tx.meta.putState(next),
    ...(source === state.source ? [] : [tx.meta.addSource(source)]),
    ...draft.endedDrafts.map((key) => tx.drafts.remove(key)),
  ]);
  const isSuperseded = applied.kind === 'superseded';
  return { ok: true, args: parsed.output as MutationArgs<Name>, mid: wire.mid, isSuperseded };
}

/**
 * Returns the result of an act that was saved before. Deletes its draft, which may still exist if the outcome of the
 * save was unknown.
 */
async function answerAgain<Name extends MutationName>(
  tx: LocalTx,
  state: ReplicaState,
  act: Act,
  earlier: OutboxEntry,
): Promise<RunResult<Name>> {
  if (!saysTheSame(act, earlier.wire, state.businessId)) return { ok: false, error: { code: 'saved_before' } };
  for (const key of draftArgs(state, act, act.when.atMs).endedDrafts) await tx.drafts.remove(key);
  const { args, mid } = earlier.wire;
  return { ok: true, args: args as MutationArgs<Name>, mid, isSuperseded: false };
}

/**
 * Reads the rows and their bases together: a person waits for every further read of the disk before the form shows
 * 'saved'.
 */
async function fetchTogether(tx: LocalTx, overlay: Overlay, keys: readonly RowKey[]): Promise<Bases> {
  const perTable = [...idsByTable(keys)].map(([table, ids]) => ids.map((id): RowKey => ({ table, id })));
  const [bases] = await Promise.all([readBases(tx, keys), ...perTable.map((some) => overlay.prefetch(some))]);
  return bases;
}

/** Builds the arguments, and notes the ids and the drafts that the build used. */
function draftArgs(
  state: ReplicaState,
  { build, acts }: Pick<Act, 'build' | 'acts'>,
  nowMs: number,
): { act: string; args: unknown; lastStampMs: number; endedDrafts: readonly string[] } {
  let { lastStampMs } = state;
  const endedDrafts: string[] = [];
  const { act, args } = acts.draw((open) => ({
    act: open.act,
    args: build({
      businessId: state.businessId,
      mintId: () => open.mintId(),
      nextStampMs() {
        lastStampMs = nextSaleStampMs(lastStampMs, nowMs);
        return lastStampMs;
      },
      endsDraft: (key) => void endedDrafts.push(key),
    }),
  }));
  return { act, args, lastStampMs, endedDrafts };
}

/**
 * Returns the acts that created the rows that this mutation refers to, if the server does not have these rows yet
 * (SYN-10).
 */
async function creatorsOf(tx: LocalTx, refersTo: readonly RowKey[], bases: Bases): Promise<string[]> {
  const keys = new Set(refersTo.map(rowKeyText));
  const absent = [...keys].flatMap((key) => bases.get(key) ?? []).filter((base) => base.row === null);
  const creatorsAmong = async (seqs: readonly number[]): Promise<OutboxEntry[]> => {
    const entries = (await tx.outbox.get([...new Set(seqs)])).filter((entry) => entry !== undefined);
    return entries.filter(({ wire }) => mintedBy(wire).some((key) => keys.has(rowKeyText(key))));
  };
  // Usually the first writer of a row that the server lacks has created the row.
  const creators = await creatorsAmong(absent.flatMap(({ seqs }) => seqs.slice(0, 1)));
  const found = new Set(creators.map(({ seq }) => seq));
  // Otherwise search the later writers: the row's base was removed at a logout, or its creator was retried and now
  // stands behind later changes of the row (SYN-5).
  const others = absent.flatMap(({ seqs }) => (found.has(seqs[0] ?? 0) ? [] : seqs.slice(1)));
  const later = others.length > 0 ? await creatorsAmong(others) : [];
  const entries = [...creators, ...later].sort((a, b) => a.seq - b.seq);
  return [...new Set(entries.map(({ wire }) => wire.act))];
}

/** Returns the mutation, placed at the end of the queue. */
function placedWire(
  state: ReplicaState,
  act: Pick<WireMutation, 'act' | 'name' | 'format' | 'args' | 'deps' | 'atMs' | 'offsetMinutes'>,
): WireMutation {
  const { nextMid: mid, userId: actorUserId, clockOffsetMs } = state;
  const open = { ...act, attempt: 0, mid, actorUserId, clockOffsetMs };
  return { ...open, h: mutationHash(state.lastHash, open) };
}

const issuesOf = (issues: readonly v.BaseIssue<unknown>[]): { path: string; message: string }[] =>
  issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }));
