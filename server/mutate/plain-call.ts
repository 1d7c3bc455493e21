import * as v from 'valibot';
import type { PermittedMutation } from '../../domain/people/permission.ts';
import { offsetMinutesAt } from '../../domain/time.ts';
import type { UserRole } from '../../domain/people/user.ts';
import type { Mutation, MutationTx } from '../../sync/mutation/mutation.ts';
import { createOverlay } from '../../sync/mutation/overlay.ts';
import { createActSource, rowIdOf } from '../../sync/protocol/act.ts';
import { mintingActFrom } from '../../sync/protocol/derived-act.ts';
import type { AnyMutation } from '../../sync/mutation/registry.ts';
import type { Outcome } from '../../sync/protocol/outcome.ts';
import { HASH_ZERO } from '../../sync/protocol/constants.ts';
import type { WireMutation } from '../../sync/protocol/push.ts';
import { changeOrNothing } from '../db/change-or-nothing.ts';
import { runOnServer } from './decide-mutation.ts';
import type { Caller, ChangeTx, ServerPorts } from './server-store.ts';

/** How long the response to a call with a key is stored and sent again (SYN-7). */
export const ANSWERS_KEPT_MS = 30 * 86_400_000;

export interface KeptAnswer {
  /** Hash of the whole request. */
  requestHash: string;
  status: number;
  body: string;
  /** When the request was answered. */
  atMs: number;
}

/** A change that also stores its response. Both are committed together or not at all. */
export interface PlainTx extends ChangeTx {
  keptAnswer(key: string, keptSinceMs: number): Promise<KeptAnswer | null>;
  keepAnswer(key: string, answer: KeptAnswer & { userId: number }): Promise<void>;
}

export interface PlainStore {
  change<T>(businessId: number, work: (tx: PlainTx) => Promise<T>): Promise<T>;
}

export type PlainPorts = Pick<ServerPorts, 'clock' | 'random' | 'announce'> & { readonly store: PlainStore };

/** Facts about a call besides its input. */
export interface PlainFacts {
  readonly caller: Caller;
  readonly role: UserRole;
  readonly nowMs: number;
}

/** A mutation that an API client asks for. Unlike a pushed mutation, no device has run it before. */
export interface PlainCall<Args> {
  readonly mutation: Mutation<PermittedMutation, Args>;
  /** The number of ids that the mutation needs for new rows (SYN-2). */
  readonly idCount: number;
  /** Returns the mutation's arguments, from the input and the present rows. Throws a refusal of the input. */
  args(rows: MutationTx, ids: readonly number[], facts: PlainFacts): Promise<Args>;
  /** Returns the response, from the rows after the mutation. */
  answer(rows: MutationTx, args: Args, facts: PlainFacts): Promise<{ status: number; body: string }>;
}

/** The caller's key for a request, and the hash by which a repeat is told from another request. */
export interface RepeatKey {
  key: string;
  requestHash: string;
}

interface Answered {
  kind: 'answered';
  status: number;
  body: string;
}

export type PlainResult =
  | Answered
  | { kind: 'refused'; code: string }
  /** The mutation's own rules refused the arguments. */
  | { kind: 'invalid'; details: { path: string; message: string }[] }
  | { kind: 'key_of_another_request' }
  /** A request with this key was decided, but its response is no longer stored. */
  | { kind: 'done_before' }
  | { kind: 'signed_out' };

interface Ended {
  result: PlainResult;
  /** The news for event streams; null when nothing changed. */
  news: { version: number; epoch: string } | null;
}

/**
 * Runs one mutation for a plain call, with the same lock, `apply` and permissions as for a device's push. A refusal
 * leaves nothing in the database, so the caller may try again with the same key.
 */
export async function runPlainCall<Args>(
  ports: PlainPorts,
  caller: Caller,
  call: PlainCall<Args>,
  repeat: RepeatKey | null,
): Promise<PlainResult> {
  const nowMs = ports.clock.nowMs();
  const { result, news } = await changeOrNothing<Ended>((nothing) =>
    ports.store.change(caller.businessId, async (tx) => {
      const before = repeat && (await tx.keptAnswer(repeat.key, nowMs - ANSWERS_KEPT_MS));
      if (before) return nothing({ result: repeated(before, repeat), news: null });
      const act = actOf(ports, caller, repeat);
      if (repeat && (await tx.decided([act])).length > 0)
        return nothing({ result: { kind: 'done_before' }, news: null });
      const done = await runInside(tx, caller, call, { act, nowMs });
      if (done.kind !== 'answered') return nothing({ result: done, news: null });
      const { outcome, ...answer } = done;
      if (repeat) {
        // Stored as the outcome of an act, for ever, as for a device. Its client is a queue with this one mutation.
        await tx.addOutcomes(act, [{ act, attempt: 0, outcome }], nowMs);
        await tx.keepAnswer(repeat.key, {
          requestHash: repeat.requestHash,
          status: answer.status,
          body: answer.body,
          userId: caller.userId,
          atMs: nowMs,
        });
      }
      return { result: answer, news: { version: tx.version, epoch: tx.epoch } };
    }),
  );
  if (news) ports.announce(caller.businessId, news.version, news.epoch);
  return result;
}

/** The act of a call with this key: a repeat is the same act for ever (SYN-7). */
export const actOfKey = (businessId: number, key: string): string => mintingActFrom(businessId, 'key', key);

const actOf = ({ random }: PlainPorts, { businessId }: Caller, repeat: RepeatKey | null): string =>
  repeat ? actOfKey(businessId, repeat.key) : createActSource(random).draw(({ act }) => act);

function repeated(before: KeptAnswer, repeat: RepeatKey): PlainResult {
  if (before.requestHash !== repeat.requestHash) return { kind: 'key_of_another_request' };
  return { kind: 'answered', status: before.status, body: before.body };
}

async function runInside<Args>(
  tx: PlainTx,
  caller: Caller,
  call: PlainCall<Args>,
  { act, nowMs }: { act: string; nowMs: number },
): Promise<Exclude<PlainResult, { kind: 'answered' }> | (Answered & { outcome: Outcome })> {
  const actor = await tx.actor(caller.userId);
  if (!actor?.isActive) return { kind: 'signed_out' };
  const facts: PlainFacts = { caller, role: actor.role, nowMs };
  const overlay = createOverlay(tx);
  const business = await overlay.get('business', caller.businessId);
  const ids = Array.from({ length: call.idCount }, (_, nth) => rowIdOf(act, nth));
  const parsed = v.safeParse(call.mutation.schema, await call.args(overlay, ids, facts));
  if (!parsed.success)
    return {
      kind: 'invalid',
      details: parsed.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message })),
    };
  const args = parsed.output;
  const offsetMinutes = offsetMinutesAt(nowMs, business?.timeZone ?? 'UTC');
  const wire = wireOf(act, call.mutation, caller, nowMs, offsetMinutes);
  // The cast is safe: this call made the arguments for this mutation. AnyMutation only forgets their type.
  const outcome: Outcome = await runOnServer(
    overlay,
    { mutation: call.mutation as unknown as AnyMutation, args },
    wire,
    {
      businessId: caller.businessId,
      nowMs,
      actor,
      parentRefused: false,
      parentClashed: false,
      mintServerId: null,
      findDuplicates: tx.findDuplicates,
      tombstones: await tx.tombstones(call.mutation.mints(args)),
    },
  );
  if (outcome.kind === 'refused') return { kind: 'refused', code: outcome.codes[0] ?? 'invalid' };
  await tx.writeRows(overlay.writes());
  return { kind: 'answered', outcome, ...(await call.answer(overlay, args, facts)) };
}

/** Returns the mutation in a device's form, with the server's time: a plain call has no queue and no clock. */
function wireOf(
  act: string,
  mutation: Pick<Mutation<PermittedMutation, never>, 'name' | 'format'>,
  caller: Caller,
  atMs: number,
  offsetMinutes: number,
): WireMutation {
  const { name, format } = mutation;
  return {
    act,
    attempt: 0,
    mid: 1,
    name,
    format,
    args: null,
    actorUserId: caller.userId,
    atMs,
    offsetMinutes,
    clockOffsetMs: null,
    deps: [],
    h: HASH_ZERO,
  };
}
