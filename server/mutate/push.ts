import { createOverlay } from '../../sync/mutation/overlay.ts';
import { canonicalJson } from '../../sync/protocol/canonical-json.ts';
import { HASH_ZERO, mutationHash } from '../../sync/protocol/mutation-hash.ts';
import { isClash, type Outcome, outcomeLookup } from '../../sync/protocol/outcome.ts';
import type { PushAnswer, PushRequest, WireMutation } from '../../sync/protocol/push.ts';
import { isOfLostHistory, waitsForParent } from './heal-client.ts';
import { type ReadMutation, readMutation, rowsWanted, runOnServer } from './run-mutation.ts';
import type { Caller, ChangeTx, ClientRow, ServerPorts } from './server-store.ts';

/** After so many failures over so long a mutation is set aside and the queue moves on (SYN-10). */
const QUARANTINE_FAILURES = 5;
const QUARANTINE_AFTER_MS = 10 * 60_000;
/** Conflicts that one edit can open: one for each field group. */
const CONFLICTS_PER_MUTATION_MAX = 24;

/** A request that no build of ours sends: the route answers 400. */
export class BadPush extends Error {}

type Taken = Pick<PushAnswer, 'result' | 'lmid' | 'outcomes' | 'stopped'> & {
  epoch: string;
  version: number;
  /** How many were decided now, and not before. */
  decided: number;
  failed: FailedMutation | null;
};

interface FailedMutation {
  wire: WireMutation;
  reason: string;
}

/**
 * Takes a device's run of mutations: one transaction, in their order, each decided once for ever (SYN-6, SYN-7). What
 * goes wrong inside a mutation stops the run before it; what goes wrong around it (a lock, a connection) rejects
 * whole and counts against nobody.
 */
export async function takePush(ports: ServerPorts, caller: Caller, request: PushRequest): Promise<PushAnswer> {
  // Before the lock of the business is taken: it needs nothing but the request, and is most of a batch's arithmetic.
  checkChain(request);
  const taken = await takeRun(ports, caller, request);
  if (taken.failed) await recordFailure(ports, caller, request, taken.failed);
  // A repeat, or a run whose first mutation failed, is news to nobody: announced, it would wake every device of the shop.
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
      const client = await tx.client(request);
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
  const client = await tx.client(request);
  const nothing = {
    lmid: client?.lmid ?? 0,
    outcomes: [],
    stopped: null,
    epoch: tx.epoch,
    version: tx.version,
    decided: 0,
    failed: null,
  };
  if (await isOfLostHistory(tx, request)) return { ...nothing, result: 'restored' };
  if (!client || !(await maySend(tx, caller, client))) return { ...nothing, result: 'unknown_client' };
  const firstMid = request.mutations[0]?.mid ?? 0;
  if (firstMid > client.lmid + 1) return { ...nothing, result: 'gap' };
  const repeated = request.mutations.filter((wire) => wire.mid <= client.lmid);
  const stored = await tx.outcomes(request, [firstMid - 1, ...repeated.map((wire) => wire.mid)]);
  if (!continues(request, client, stored)) return { ...nothing, result: 'fork' };

  const fresh = request.mutations.slice(repeated.length);
  const run = await runFresh(tx, { ...caller, userId: client.userId }, request, fresh);
  const last = run.outcomes.at(-1);
  const now: ClientRow = last ? { ...client, lmid: last.mid, hash: last.h } : client;
  await tx.addOutcomes(request, run.outcomes, ports.clock.nowMs());
  await tx.putClient(now, ports.clock.nowMs(), request.device);
  return {
    result: 'taken',
    lmid: now.lmid,
    outcomes: [...(await toldAgain(tx, request, repeated, stored)), ...run.outcomes],
    stopped: run.stopped,
    epoch: tx.epoch,
    version: tx.version,
    decided: run.outcomes.length,
    failed: run.failed,
  };
}

/**
 * A queue is sent by its author. It may also come as a file out of another device (SYN-27), or from the device of a
 * dismissed one that somebody else has signed in to (M32, SYN-25): then it counts in its author's name all the same, so
 * nobody sends what they may not do themselves. An admin may do everything.
 */
async function maySend(tx: ChangeTx, caller: Caller, client: ClientRow): Promise<boolean> {
  if (client.userId === caller.userId) return true;
  const [sender, author] = [await tx.actor(caller.userId), await tx.actor(client.userId)];
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
 * Whether the run is of the history that this server knows of the client, and no twin's (SYN-20). A mid that was passed
 * over together with a later one has no hash here (SYN-21): the later one's tells.
 */
function continues(request: PushRequest, client: ClientRow, stored: readonly Outcome[]): boolean {
  const firstMid = request.mutations[0]?.mid ?? 0;
  const hashByMid = new Map(stored.map((outcome) => [outcome.mid, outcome.h]));
  hashByMid.set(0, HASH_ZERO).set(client.lmid, client.lmid === 0 ? HASH_ZERO : client.hash);
  const agrees = (mid: number, h: string) => (hashByMid.get(mid) ?? h) === h;
  const sent = request.mutations.filter(({ mid }) => mid <= client.lmid);
  return agrees(firstMid - 1, request.previousHash) && sent.every(({ mid, h }) => agrees(mid, h));
}

/** What was decided before. A mid that was passed over together with a later one is as little accepted as that (SYN-21). */
async function toldAgain(
  tx: ChangeTx,
  request: PushRequest,
  repeated: readonly WireMutation[],
  stored: readonly Outcome[],
): Promise<Outcome[]> {
  const mids = new Set(stored.map(({ mid }) => mid));
  const isWhole = repeated.every(({ mid }) => mids.has(mid));
  const outcomeOf = outcomeLookup(isWhole ? stored : [...stored, ...(await tx.refusals(request))]);
  return repeated.flatMap((wire) => outcomeOf(wire) ?? []);
}

interface FreshRun {
  outcomes: Outcome[];
  stopped: PushAnswer['stopped'];
  failed: FailedMutation | null;
}

async function runFresh(
  tx: ChangeTx,
  caller: Caller,
  request: PushRequest,
  fresh: readonly WireMutation[],
): Promise<FreshRun> {
  const actor = await tx.actor(caller.userId);
  if (fresh.length === 0 || !actor) return { outcomes: [], stopped: null, failed: null };
  const overlay = createOverlay(tx);
  const { reads, stop } = readAll(fresh);
  await overlay.prefetch(reads.flatMap(({ read }) => rowsWanted(read)));
  const tombstones = await tx.tombstones(reads.flatMap(({ read }) => read.mutation.mints(read.args)));
  const refusedByMid = await refusedAmong(tx, request, fresh);
  const serverIds = await idsForConflicts(tx, reads);
  const outcomes: Outcome[] = [];
  let ended = stop;
  for (const { wire, read } of reads) {
    try {
      const refusedParents = wire.deps.flatMap((dep) => refusedByMid.get(dep) ?? []);
      const isOrphan = refusedParents.length > 0;
      if (!isOrphan && (await waitsForParent(overlay, read, request))) {
        ended = { stopped: { mid: wire.mid, reason: 'parent_missing' }, failed: null };
        break;
      }
      const outcome = await runOnServer(overlay, read, wire, {
        businessId: caller.businessId,
        actor,
        parentRefused: isOrphan,
        parentClashed: refusedParents.some(isClash),
        mintServerId: serverIds,
        findTwins: tx.findTwins,
        tombstones,
      });
      if (outcome.kind === 'refused') refusedByMid.set(outcome.mid, outcome);
      outcomes.push(outcome);
    } catch (error) {
      ended = {
        stopped: { mid: wire.mid, reason: 'failed' },
        failed: { wire, reason: error instanceof Error ? error.message : String(error) },
      };
      break;
    }
  }
  await tx.writeRows(overlay.writes());
  return { outcomes, ...ended };
}

/** The mutations up to the first that cannot be read, and what that one means. */
function readAll(fresh: readonly WireMutation[]): {
  reads: { wire: WireMutation; read: ReadMutation }[];
  stop: Omit<FreshRun, 'outcomes'>;
} {
  const reads: { wire: WireMutation; read: ReadMutation }[] = [];
  for (const wire of fresh) {
    try {
      const read = readMutation(wire);
      if (!read) return { reads, stop: { stopped: { mid: wire.mid, reason: 'format_newer' }, failed: null } };
      reads.push({ wire, read });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { reads, stop: { stopped: { mid: wire.mid, reason: 'failed' }, failed: { wire, reason } } };
    }
  }
  return { reads, stop: { stopped: null, failed: null } };
}

/** What these mutations depend on and what was refused of it before this run, by mid. */
async function refusedAmong(
  tx: ChangeTx,
  request: PushRequest,
  fresh: readonly WireMutation[],
): Promise<Map<number, Outcome>> {
  const deps = [...new Set(fresh.flatMap((wire) => wire.deps))];
  const known = deps.length > 0 ? await tx.outcomes(request, deps) : [];
  return new Map(
    known
      .filter((outcome) => outcome.kind === 'refused' || outcome.kind === 'quarantined')
      .map((outcome) => [outcome.mid, outcome]),
  );
}

async function idsForConflicts(tx: ChangeTx, reads: readonly { read: ReadMutation }[]): Promise<() => number> {
  const edits = reads.filter(({ read }) => read.mutation.class === 'edit' || read.mutation.mayConflict).length;
  const ids = edits > 0 ? await tx.mintIds(edits * CONFLICTS_PER_MUTATION_MAX) : [];
  return () => {
    const id = ids.pop();
    if (id === undefined) throw new Error('An edit opened more conflicts than it has field groups');
    return id;
  };
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
    const client = await tx.client(request);
    if (client?.lmid !== wire.mid - 1) return;
    const before = await tx.failure(request, wire.mid);
    const failure = { count: (before?.count ?? 0) + 1, firstAtMs: before?.firstAtMs ?? nowMs };
    await tx.putFailure(request, wire.mid, failure, reason, nowMs);
    if (failure.count < QUARANTINE_FAILURES || nowMs - failure.firstAtMs < QUARANTINE_AFTER_MS) return;
    await tx.quarantine(request, wire.mid, canonicalJson(wire), reason, nowMs);
    await tx.addOutcomes(request, [{ mid: wire.mid, h: wire.h, kind: 'quarantined', codes: [], detail: {} }], nowMs);
    await tx.putClient({ ...client, lmid: wire.mid, hash: wire.h }, nowMs, null);
  });
}
