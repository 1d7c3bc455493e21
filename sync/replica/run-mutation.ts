import * as v from 'valibot';
import { actTime, serverTimeOnDevice } from '../../domain/act-time.ts';
import { assert } from '../../domain/assert.ts';
import { mayRun } from '../../domain/permission.ts';
import { nextSaleStampMs } from '../../domain/sale.ts';
import { storable } from '../../domain/storable-text.ts';
import type { MutationContext } from '../mutation/mutation.ts';
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
import { mintedBy } from './read-act.ts';
import { rowSourceOf } from './row-source.ts';
import { saysTheSame } from './same-act.ts';
import { writeRows } from './tally.ts';

/** What the arguments of a mutation may take from the device while they are built. */
export interface ArgumentTools {
  /** A fresh id, which follows from the act (SYN-2). */
  mintId(): number;
  /** A stamp later than every one before it on this device (C-061). */
  nextStampMs(): number;
  /** The act is what was made of this draft, which goes with it: a draft that outlived its sale would be sold twice. */
  endsDraft(key: string): void;
  readonly businessId: number;
}

/** Makes the arguments of one act; called again where an id that it took is taken already. */
export type BuildArguments<Name extends MutationName> = (tools: ArgumentTools) => MutationInput<Name>;

/** 'saved_before': this opening of the form has saved already, and the form says something else by now. */
export type RunRefusal =
  | { code: 'saved_before' | RefusalCode }
  | { code: 'invalid_args'; issues: { path: string; message: string }[] };

export type RunResult<Name extends MutationName> =
  | { ok: true; args: MutationArgs<Name>; mid: number }
  | { ok: false; error: RunRefusal };

/**
 * Runs one act of a person on the device: rows, outbox entry and mid are one transaction, and it resolves only after that
 * transaction is on disk (SYN-1). A refusal leaves nothing behind; a broken disk rejects.
 * @param opening the identity of the form's opening. What it has saved already is not done again: the answer is that of
 * the first time. Null: every call is an act of its own.
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
    // Sealed: the user has logged out, perhaps in another tab.
    if (state.sealed || !mayRun(state.role, mutation.name)) return { ok: false, error: { code: 'not_permitted' } };
    const act: Act = { mutation, name, build, when, opening, acts: ports.acts };
    if (earlier) return await answerAgain<Name>(tx, state, act, earlier);
    for (let draw = 1; ; draw += 1) {
      const result = await runDrawn<Name>(tx, state, act);
      // A fresh id that is taken: once in a million shops. Another act has other ids.
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
  // What the server could not store would be held up there for ever.
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
  return { ok: true, args: parsed.output as MutationArgs<Name>, mid: wire.mid };
}

/** What the act that is here already answered; its draft, which a save of unknown fate left behind, goes. */
async function answerAgain<Name extends MutationName>(
  tx: LocalTx,
  state: ReplicaState,
  act: Act,
  earlier: OutboxEntry,
): Promise<RunResult<Name>> {
  if (!saysTheSame(act, earlier.wire, state.businessId)) return { ok: false, error: { code: 'saved_before' } };
  for (const key of draftArgs(state, act, act.when.atMs).endedDrafts) await tx.drafts.remove(key);
  return { ok: true, args: earlier.wire.args as MutationArgs<Name>, mid: earlier.wire.mid };
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

/** The arguments, and what building them took. */
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

/** The acts that brought rows which this mutation refers to and which the server does not have yet (SYN-10). */
async function creatorsOf(tx: LocalTx, refersTo: readonly RowKey[], bases: Bases): Promise<string[]> {
  const keys = new Set(refersTo.map(rowKeyText));
  const absent = [...keys].flatMap((key) => bases.get(key) ?? []).filter((base) => base.row === null);
  const creatorsAmong = async (seqs: readonly number[]): Promise<OutboxEntry[]> => {
    const entries = (await tx.outbox.get([...new Set(seqs)])).filter((entry) => entry !== undefined);
    return entries.filter(({ wire }) => mintedBy(wire).some((key) => keys.has(rowKeyText(key))));
  };
  // The first to write an absent row brought it, unless its base went with a logout and is only unknown here,
  const creators = await creatorsAmong(absent.flatMap(({ seqs }) => seqs.slice(0, 1)));
  const found = new Set(creators.map(({ seq }) => seq));
  // or what brought it was sent once more, and stands behind what was done to the row since (SYN-5).
  const others = absent.flatMap(({ seqs }) => (found.has(seqs[0] ?? 0) ? [] : seqs.slice(1)));
  const later = others.length > 0 ? await creatorsAmong(others) : [];
  const entries = [...creators, ...later].sort((a, b) => a.seq - b.seq);
  return [...new Set(entries.map(({ wire }) => wire.act))];
}

/** The act in the next place of the queue. */
function placedWire(
  state: ReplicaState,
  act: Pick<WireMutation, 'act' | 'name' | 'format' | 'args' | 'deps' | 'atMs' | 'offsetMinutes'>,
): WireMutation {
  const { nextMid: mid, userId: actorUserId, clockOffsetMs } = state;
  const open = { ...act, attempt: 0, mid, actorUserId, clockOffsetMs };
  return { ...open, h: mutationHash(state.lastHash, open) };
}

/** What a mutation knows on the device, now or when it is applied again over newer rows. */
export function deviceContext(
  state: ReplicaState,
  { atMs: deviceAtMs, offsetMinutes, clockOffsetMs }: Pick<WireMutation, 'atMs' | 'offsetMinutes' | 'clockOffsetMs'>,
): MutationContext {
  const serverNowMs = serverTimeOnDevice({ atMs: deviceAtMs, clockOffsetMs });
  const timeOf = (atMs: number) => actTime({ atMs, clockOffsetMs }, serverNowMs);
  const time = timeOf(deviceAtMs);
  return {
    side: 'device',
    businessId: state.businessId,
    actor: { userId: state.userId, role: state.role },
    atMs: time.atMs,
    deviceAtMs: time.deviceAtMs ?? null,
    offsetMinutes,
    timeOf,
    clockSuspect: false,
    actorDisabled: false,
    mintServerId: null,
    findTwins: null,
  };
}

const issuesOf = (issues: readonly v.BaseIssue<unknown>[]): { path: string; message: string }[] =>
  issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }));
