import { canonicalJson } from '../../sync/protocol/canonical-json.ts';
import { mutationHash } from '../../sync/protocol/mutation-hash.ts';
import type { Outcome } from '../../sync/protocol/outcome.ts';
import { HASH_ZERO } from '../../sync/protocol/constants.ts';
import type { DeviceReport, PushAnswer, PushRequest } from '../../sync/protocol/push.ts';
import { readCookie } from './cookie.ts';
import type { Caller, ChangeTx, ClientRow, History, ServerPorts } from './server-store.ts';
import { cookieStateOf } from './cookie-state.ts';

import { type FailedMutation, runFresh } from './run-fresh.ts';
/** A mutation that failed this often, over at least this time, is quarantined, and the queue moves on (SYN-10). */
const QUARANTINE_FAILURES = 5;
const QUARANTINE_AFTER_MS = 10 * 60_000;

/** The request is one that no build of ours sends; the route answers 400. */
export class BadPush extends Error {}

type Taken = Pick<PushAnswer, 'result' | 'lmid' | 'outcomes' | 'stopped'> & {
  epoch: string;
  version: number;
  /** The number of mutations that this push decided; repeats are not counted. */
  decided: number;
  failed: FailedMutation | null;
};

/**
 * Runs the mutations of a push in order, in one transaction; each decision is final (SYN-6, SYN-7). An error inside a
 * mutation ends the run before that mutation. Any other error (a lock, a connection) rejects the whole push and counts
 * against no mutation.
 */
export async function takePush(ports: ServerPorts, caller: Caller, request: PushRequest): Promise<PushAnswer> {
  // Runs before the business is locked, because it needs only the request and takes most of a push's computing time.
  checkChain(request);
  const taken = await takeRun(ports, caller, request);
  if (taken.failed) await recordFailure(ports, caller, request, taken.failed);
  // If nothing was decided (a repeat, or the first mutation failed), nothing is announced: it would wake every device
  // of the shop for nothing.
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
 * Runs the mutations in halves, and halves of halves, after the database refused the rows of the whole run. So the bad
 * mutation is found, and the mutations before it are committed.
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
  // A device makes the id of its client itself, so the client is new to the server at its first push.
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
 * Corrects the report's number of waiting changes. A device counts a change until a pull has proved its decision, but
 * the server knows which changes it lacks (SYN-28). So no person looks for a phone whose changes are all here.
 */
function missingHere(report: DeviceReport, lmid: number): DeviceReport {
  const { confirmedMid, pendingCount, oldestPendingAtMs } = report;
  if (confirmedMid === undefined) return report;
  const missing = Math.max(0, Math.min(pendingCount, confirmedMid + pendingCount - lmid));
  return { ...report, pendingCount: missing, oldestPendingAtMs: missing === 0 ? null : oldestPendingAtMs };
}

/**
 * True if the caller may send the author's queue. Usually both are one user. A queue may also come as a file from
 * another device (SYN-27), or from a dismissed user's device that another user has signed in to (M32, SYN-25). It then
 * counts in the author's name, so the sender needs the same role, or must be an admin.
 */
async function maySend(tx: ChangeTx, caller: Caller, authorUserId: number): Promise<boolean> {
  if (authorUserId === caller.userId) return true;
  const [sender, author] = [await tx.actor(caller.userId), await tx.actor(authorUserId)];
  if (!sender?.isActive || !author) return false;
  return sender.role === 'admin' || (author.isActive && author.role === sender.role);
}

/** Throws if the mids have holes, or if a hash does not match its mutation: then the body was damaged on its way. */
function checkChain(request: PushRequest): void {
  let previous = request.previousHash;
  request.mutations.forEach((wire, index) => {
    if (wire.mid !== (request.mutations[0]?.mid ?? 0) + index) throw new BadPush('The mids of a run have no holes');
    if (wire.h !== mutationHash(previous, wire)) throw new BadPush('A mutation does not match its hash');
    previous = wire.h;
  });
}

/**
 * True if these mutations continue the client's history on this server. Mutations of a copied profile do not (SYN-20).
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
 * True if the device has seen versions that this history lacks (SYN-21). The device does not know that yet.
 */
async function isOfLostHistory(history: History, { cookie }: PushRequest): Promise<boolean> {
  return cookie !== null && (await cookieStateOf(readCookie(cookie), history)) === 'restored';
}

/** Counts a failure in a transaction of its own. The last failure quarantines the mutation with its bytes (SYN-10). */
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
