import type { LocalTx } from '../local-database.ts';
import type { ReplicaState } from '../ports.ts';
import { PROTOCOL_VERSION } from '../protocol/constants.ts';
import {
  PUSH_MUTATIONS_MAX,
  PUSH_PLAIN_BYTES_MAX,
  type PushAnswer,
  type PushRequest,
  type WireMutation,
} from '../protocol/push.ts';
import { noteSent } from '../replica/dismissal.ts';
import { sentMidOf } from '../replica/waiting.ts';
import { expireParentWait, noteRestore } from './note-restore.ts';
import { answerOf, type EnginePorts, journal, type Pending, reportOf, type Step } from './step.ts';

interface Batch {
  clientId: string;
  previousHash: string;
  mutations: WireMutation[];
  pending: Pending;
  clockOffsetMs: number | null;
  isDismissed: boolean;
  cookie: string | null;
  waitsForParents: boolean;
}

/**
 * Sends the pending entries in runs without holes (SYN-6). An answer removes nothing from the outbox (SYN-9); it only
 * says where the next run starts. If a mutation failed inside the server, the push stops and a later run tries again
 * (SYN-10).
 * @param untilMid the last mid to send; null: all
 */
export async function pushOutbox(ports: EnginePorts, untilMid: number | null = null): Promise<Step> {
  let fromMid: number | null = null;
  let countMax = PUSH_MUTATIONS_MAX;
  let progress = false;
  for (;;) {
    const batch = await readBatch(ports, fromMid, countMax);
    if (!batch || (untilMid !== null && (fromMid ?? 1) > untilMid)) return { kind: 'done', progress };
    const result = await ports.transport.push(await requestOf(ports, batch));
    if (result.kind === 'too_large' && batch.mutations.length > 1) {
      countMax = Math.ceil(batch.mutations.length / 2);
      continue;
    }
    const answer = answerOf(result);
    if (answer.kind !== 'answer') return answer;
    // The server may have decided later mutations in an earlier push. It reports their outcomes only when they are sent
    // again, so count only this batch.
    const upTo = Math.min(answer.value.lmid, batch.mutations.at(-1)?.mid ?? 0);
    if (batch.isDismissed) await ports.database.write((tx) => noteSent(tx, batch.clientId, upTo));
    const next = await nextStart(ports, batch, answer.value);
    if (typeof next !== 'number') return next;
    progress = true;
    fromMid = batch.isDismissed ? Math.min(next, upTo + 1) : next;
  }
}

async function readBatch(ports: EnginePorts, fromMid: number | null, countMax: number): Promise<Batch | null> {
  return await ports.database.read(async (tx) => {
    const state = await tx.meta.getState();
    const first = Math.max(fromMid ?? 0, state.confirmedMid + 1, sentMidOf(state) + 1);
    const entries = await tx.outbox.pendingFrom(first, countMax);
    if (entries.length === 0) return null;
    const before =
      first - 1 === state.confirmedMid ? state.confirmedHash : (await tx.outbox.pendingAt(first - 1))?.wire.h;
    // A pull of another drainer has confirmed and removed the entry before this run. The next round reads again.
    if (before === undefined) return null;
    return {
      clientId: state.clientId,
      previousHash: before,
      mutations: withinBytes(entries.map((entry) => entry.wire)),
      pending: await pendingOf(tx, state),
      clockOffsetMs: state.clockOffsetMs,
      isDismissed: Boolean(state.dismissal),
      cookie: historyCookie(state),
      waitsForParents: state.restoredAtMs !== null,
    };
  });
}

/**
 * Returns the cookie that tells the server which history this device has seen. While a restored server is healed, the
 * rows on this device belong to the lost history. Then it is the cookie that came with the list of lost acts, or null
 * before that list came.
 */
const historyCookie = ({ resync, cookie }: ReplicaState): string | null =>
  resync?.isRestored ? resync.cookie : cookie;

/** Returns how much waits on this device, for the report to the server (SYN-28). */
export const pendingOf = async (
  tx: LocalTx,
  { confirmedMid, formerClientId = null }: ReplicaState,
): Promise<Pending> => ({ ...(await tx.outbox.countPending()), confirmedMid, formerClientId });

/** Returns as many of the first mutations as fit into one request; at least one. */
export function withinBytes(mutations: readonly WireMutation[]): WireMutation[] {
  let bytes = 0;
  const fitting: WireMutation[] = [];
  for (const mutation of mutations) {
    bytes += JSON.stringify(mutation).length;
    if (bytes > PUSH_PLAIN_BYTES_MAX / 2 && fitting.length > 0) break;
    fitting.push(mutation);
  }
  return fitting;
}

async function requestOf(ports: EnginePorts, batch: Batch): Promise<PushRequest> {
  const device = await reportOf(ports, batch.pending, batch.clockOffsetMs);
  const { clientId, previousHash, mutations, cookie, waitsForParents } = batch;
  const batchId = `${clientId}-${mutations[0]?.mid ?? 0}-${ports.random.below(2 ** 32)}`;
  return {
    protocol: PROTOCOL_VERSION,
    batchId,
    clientId,
    previousHash,
    mutations,
    cookie,
    waitsForParents,
    device,
  };
}

/** Returns the mid to send next, or the step that the answer asks for. */
async function nextStart(ports: EnginePorts, batch: Batch, answer: PushAnswer): Promise<number | Step> {
  const first = batch.mutations[0]?.mid ?? 0;
  await expireParentWait(ports, answer.serverTimeMs);
  if (await isRestored(ports, batch, answer)) {
    await noteRestore(ports, answer.serverTimeMs);
    return { kind: 'done', progress: true };
  }
  if (answer.result === 'fork' || answer.result === 'not_yours') return { kind: 'fork', clientId: batch.clientId };
  if (answer.result === 'gap') {
    await journal(ports, 'gap', { sentFrom: first, lmid: answer.lmid });
    return answer.lmid + 1 < first ? { kind: 'failed', status: 409, retryAfterMs: null } : answer.lmid + 1;
  }
  if (answer.stopped) {
    await journal(ports, 'stopped', { mid: answer.stopped.mid, reason: answer.stopped.reason });
    return { kind: 'held', progress: answer.lmid >= first };
  }
  return answer.lmid >= first ? answer.lmid + 1 : { kind: 'failed', status: 409, retryAfterMs: null };
}

/**
 * True if the server says that it was restored, or if its lmid is below the lmid that it confirmed earlier. The answer
 * for a client that was replaced meanwhile proves nothing.
 */
async function isRestored(ports: EnginePorts, batch: Batch, { result, lmid }: PushAnswer): Promise<boolean> {
  const now = await ports.database.read((tx) => tx.meta.getState());
  if (now.clientId !== batch.clientId) return false;
  if (result === 'restored') return historyCookie(now) === batch.cookie;
  return lmid < now.confirmedMid || (result === 'gap' && lmid + 1 < (batch.mutations[0]?.mid ?? 0));
}
