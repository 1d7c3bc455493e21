import { canonicalJson } from '../../sync/protocol/canonical-json.ts';
import { mutationHash } from '../../sync/protocol/mutation-hash.ts';
import type { Outcome } from '../../sync/protocol/outcome.ts';
import { HASH_ZERO, type DeviceReport, type PushAnswer, type PushRequest } from '../../sync/protocol/push.ts';
import { readCookie } from './cookie.ts';
import type { Caller, ChangeTx, ClientRow, History, ServerPorts } from './server-store.ts';
import { standingOf } from './standing.ts';

import { type FailedMutation, runFresh } from './run-fresh.ts';
/** After so many failures over so long a mutation is set aside and the queue moves on (SYN-10). */
const QUARANTINE_FAILURES = 5;
const QUARANTINE_AFTER_MS = 10 * 60_000;

/** A request that no build of ours sends: the route answers 400. */
export class BadPush extends Error {}

type Taken = Pick<PushAnswer, 'result' | 'lmid' | 'outcomes' | 'stopped'> & {
  epoch: string;
  version: number;
  /** How many were decided now, and not before. */
  decided: number;
  failed: FailedMutation | null;
};

/**
 * Runs the mutations of a push: in one transaction, in order, each decided once and for all (SYN-6, SYN-7). An error
 * inside a mutation ends the run before it. An error around it (a lock, a connection) rejects the whole push and counts
 * against no mutation.
 */
export async function takePush(ports: ServerPorts, caller: Caller, request: PushRequest): Promise<PushAnswer> {
  // Before the lock of the business is taken: it needs nothing but the request, and is most of a batch's arithmetic.
  checkChain(request);
  const taken = await takeRun(ports, caller, request);
  if (taken.failed) await recordFailure(ports, caller, request, taken.failed);
  // A repeat, or a run whose first mutation failed, is news to nobody: announced, it would wake every device of the
  // shop.
  if (taken.decided > 0) ports.announce(caller.businessId, taken.version, taken.epoch);
  return {
    batchId: request.batchId,
    epoch: taken.epoch,
    serverTimeMs: ports.clock.nowMs(),
    result: taken.result,
    lmid: taken.lmid,
    outcomes: taken.outcomes,
    stopped: taken.stopped,
  };
}

async function takeRun(ports: ServerPorts, caller: Caller, request: PushRequest): Promise<Taken> {
  try {
    return await ports.store.change(caller.businessId, (tx) => takeInside(tx, ports, caller, request));
  } catch (error) {
    if (!ports.isMutationsFault(error) || request.mutations.length === 0) throw error;
    return await takeInHalves(ports, caller, request, error);
  }
}

/**
 * The rows of the whole run were refused by the database: take it in halves, and those in halves again, so that the
 * bad one is known and those before it stand.
 */
async function takeInHalves(ports: ServerPorts, caller: Caller, request: PushRequest, error: unknown): Promise<Taken> {
  const [first] = request.mutations;
  if (!first) throw error;
  if (request.mutations.length === 1) {
    const reason = error instanceof Error ? error.message : String(error);
    return await ports.store.change(caller.businessId, async (tx) => {
      const client = await tx.client(request.clientId);
      return {
        result: 'taken',
        lmid: client?.lmid ?? 0,
        outcomes: [],
        stopped: { mid: first.mid, reason: 'failed' },
        epoch: tx.epoch,
        version: tx.version,
        decided: 0,
        failed: { wire: first, reason },
      };
    });
  }
  const middle = Math.ceil(request.mutations.length / 2);
  const [before, after] = [request.mutations.slice(0, middle), request.mutations.slice(middle)];
  const head = await takeRun(ports, caller, { ...request, mutations: before });
  if (head.stopped || head.result !== 'taken') return head;
  const previousHash = before.at(-1)?.h ?? request.previousHash;
  const tail = await takeRun(ports, caller, { ...request, previousHash, mutations: after });
  return { ...tail, outcomes: [...head.outcomes, ...tail.outcomes], decided: head.decided + tail.decided };
}

async function takeInside(tx: ChangeTx, ports: ServerPorts, caller: Caller, request: PushRequest): Promise<Taken> {
  const known = await tx.client(request.clientId);
  const nothing = {
    lmid: known?.lmid ?? 0,
    outcomes: [],
    stopped: null,
    epoch: tx.epoch,
    version: tx.version,
    decided: 0,
    failed: null,
  };
  if (await isOfLostHistory(tx, request)) return { ...nothing, result: 'restored' };
  // A device draws its client's id by itself: it begins with the first that it sends.
  const { clientId, authorUserId = caller.userId } = request;
  const client = known ?? { clientId, userId: authorUserId, lmid: 0, hash: HASH_ZERO };
  if (!(await maySend(tx, caller, client.userId))) return { ...nothing, result: 'not_yours' };
  const firstMid = request.mutations[0]?.mid ?? 0;
  if (firstMid > client.lmid + 1) return { ...nothing, result: 'gap' };
  const repeated = request.mutations.filter((wire) => wire.mid <= client.lmid);
  const stored = await tx.outcomes(clientId, [firstMid - 1, ...repeated.map((wire) => wire.mid)]);
  if (!continues(request, client, stored)) return { ...nothing, result: 'fork' };

  const fresh = request.mutations.slice(repeated.length);
  const nowMs = ports.clock.nowMs();
  const run = await runFresh(tx, { ...caller, userId: client.userId }, request, fresh, nowMs);
  const outcomes = run.decided.map(({ outcome }) => outcome);
  const last = outcomes.at(-1);
  const now: ClientRow = last ? { ...client, lmid: last.mid, hash: last.h } : client;
  await tx.addOutcomes(clientId, run.decided, nowMs);
  await tx.putClient(now, nowMs, request.device && missingHere(request.device, now.lmid));
  return {
    result: 'taken',
    lmid: now.lmid,
    outcomes: [...stored.filter(({ mid }) => mid >= firstMid), ...outcomes],
    stopped: run.stopped,
    epoch: tx.epoch,
    version: tx.version,
    decided: outcomes.length,
    failed: run.failed,
  };
}

/**
 * A device counts changes as waiting until a pull proves to it that they were decided. The server knows better which
 * ones are missing (SYN-28), so that nobody looks for a phone whose changes are all here.
 */
function missingHere(report: DeviceReport, lmid: number): DeviceReport {
  const { confirmedMid, pendingCount, oldestPendingAtMs } = report;
  if (confirmedMid === undefined) return report;
  const missing = Math.max(0, Math.min(pendingCount, confirmedMid + pendingCount - lmid));
  return { ...report, pendingCount: missing, oldestPendingAtMs: missing === 0 ? null : oldestPendingAtMs };
}

/**
 * A queue is sent by its author. It may also come as a file out of another device (SYN-27), or from the device of a
 * dismissed one that somebody else has signed in to (M32, SYN-25): then it counts in its author's name all the same, so
 * nobody sends what they may not do themselves. An admin may do everything.
 */
async function maySend(tx: ChangeTx, caller: Caller, authorUserId: number): Promise<boolean> {
  if (authorUserId === caller.userId) return true;
  const [sender, author] = [await tx.actor(caller.userId), await tx.actor(authorUserId)];
  if (!sender?.isActive || !author) return false;
  return sender.role === 'admin' || (author.isActive && author.role === sender.role);
}

/** Mids without holes, and each hash the hash of what travels: else the body was garbled on its way. */
function checkChain(request: PushRequest): void {
  let previous = request.previousHash;
  request.mutations.forEach((wire, index) => {
    if (wire.mid !== (request.mutations[0]?.mid ?? 0) + index) throw new BadPush('The mids of a run have no holes');
    if (wire.h !== mutationHash(previous, wire)) throw new BadPush('A mutation does not match its hash');
    previous = wire.h;
  });
}

/**
 * True when these mutations continue the client's history on this server; those of a copied profile do not (SYN-20).
 */
function continues(request: PushRequest, client: ClientRow, stored: readonly Outcome[]): boolean {
  const firstMid = request.mutations[0]?.mid ?? 0;
  const hashByMid = new Map(stored.map((outcome) => [outcome.mid, outcome.h]));
  hashByMid.set(0, HASH_ZERO).set(client.lmid, client.lmid === 0 ? HASH_ZERO : client.hash);
  const agrees = (mid: number, h: string) => (hashByMid.get(mid) ?? h) === h;
  const sent = request.mutations.filter(({ mid }) => mid <= client.lmid);
  return agrees(firstMid - 1, request.previousHash) && sent.every(({ mid, h }) => agrees(mid, h));
}

/**
 * True for a push from a device that has seen versions which this history lacks, and does not know that yet (SYN-21).
 */
async function isOfLostHistory(history: History, { cookie }: PushRequest): Promise<boolean> {
  return cookie !== null && (await standingOf(readCookie(cookie), history)) === 'restored';
}

/** Counts a failure in a transaction of its own; the last one sets the mutation aside, its bytes kept (SYN-10). */
async function recordFailure(
  ports: ServerPorts,
  caller: Caller,
  request: PushRequest,
  failed: FailedMutation,
): Promise<void> {
  const nowMs = ports.clock.nowMs();
  const { wire, reason } = failed;
  await ports.store.change(caller.businessId, async (tx) => {
    const { clientId, authorUserId = caller.userId } = request;
    const client = (await tx.client(clientId)) ?? { clientId, userId: authorUserId, lmid: 0, hash: HASH_ZERO };
    if (client.lmid !== wire.mid - 1) return;
    const before = await tx.failure(clientId, wire.mid);
    const failure = { count: (before?.count ?? 0) + 1, firstAtMs: before?.firstAtMs ?? nowMs };
    await tx.putFailure(clientId, wire.mid, failure, reason, nowMs);
    if (failure.count < QUARANTINE_FAILURES || nowMs - failure.firstAtMs < QUARANTINE_AFTER_MS) return;
    await tx.quarantine(clientId, wire.mid, canonicalJson(wire), reason, nowMs);
    const outcome: Outcome = { mid: wire.mid, h: wire.h, kind: 'quarantined', codes: [], detail: {} };
    await tx.addOutcomes(clientId, [{ act: wire.act, attempt: wire.attempt, outcome }], nowMs);
    await tx.putClient({ ...client, lmid: wire.mid, hash: wire.h }, nowMs, null);
  });
}
