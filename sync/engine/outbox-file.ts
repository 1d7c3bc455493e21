import type { CallResult, LocalDatabase, Random, Transport } from '../ports.ts';
import { type OutboxFile, writeOutboxFile } from '../protocol/outbox-file.ts';
import { PROTOCOL_VERSION, PUSH_MUTATIONS_MAX, type PushAnswer, type WireMutation } from '../protocol/push.ts';
import { withinBytes } from './push.ts';
import type { DeviceFacts } from './step.ts';

/** More than a device ever holds. */
const ENTRIES_MAX = 1_000_000;

/** Everything that no pull has confirmed, as a file; null when nothing waits (SYN-27). */
export async function exportOutbox(
  database: LocalDatabase,
  device: Pick<DeviceFacts, 'appVersion' | 'storagePersistent'>,
  nowMs: number,
): Promise<string | null> {
  const file = await readOutbox(database, device, nowMs);
  return file && writeOutboxFile(file);
}

/** What `exportOutbox` writes down. */
export async function readOutbox(
  database: LocalDatabase,
  device: Pick<DeviceFacts, 'appVersion' | 'storagePersistent'>,
  nowMs: number,
): Promise<OutboxFile | null> {
  const storagePersistent = await device.storagePersistent();
  return await database.read(async (tx) => {
    const { businessId, userId, clientId, incarnation, confirmedMid, confirmedHash, ...state } = await tx.getState();
    const entries = await tx.outboxFrom(incarnation, confirmedMid + 1, ENTRIES_MAX);
    if (entries.length === 0) return null;
    const { count, oldestAtMs } = await tx.countPending();
    return {
      ...{ businessId, userId, clientId, incarnation, previousHash: confirmedHash, writtenAtMs: nowMs },
      device: {
        pendingCount: count,
        oldestPendingAtMs: oldestAtMs,
        appVersion: device.appVersion,
        clockOffsetMs: state.clockOffsetMs,
        storagePersistent,
      },
      mutations: entries.map((entry) => entry.wire),
    };
  });
}

/**
 * 'sent': the server has decided all of them, now or before; `notAccepted` of them it refused or set aside. 'gap': it
 * lacks earlier changes of that device. 'fork': that device has gone on otherwise. 'unknown': it does not know the
 * device, or takes its changes from nobody but their author and admins. 'stopped': it cannot do one of them yet.
 */
export type ImportResult =
  | { kind: 'sent'; notAccepted: number }
  | { kind: 'gap' | 'fork' | 'unknown' | 'stopped' }
  | Exclude<CallResult<PushAnswer>, { kind: 'answer' } | { kind: 'too_large' }>;

/**
 * Sends another device's changes as that device would: its mids and hashes, its author. Again is harmless (SYN-20).
 * `onTaken` hears of each batch that the server decided, and of its last mid.
 */
export async function sendOutboxFile(
  ports: { transport: Pick<Transport, 'push'>; random: Random },
  file: OutboxFile,
  onTaken: (answer: PushAnswer, upTo: number) => Promise<void> = async () => undefined,
): Promise<ImportResult> {
  let { mutations, previousHash } = file;
  let countMax = PUSH_MUTATIONS_MAX;
  let notAccepted = 0;
  while (mutations.length > 0) {
    const batch = withinBytes(mutations.slice(0, countMax));
    const result = await ports.transport.push(requestOf(ports.random, file, batch, previousHash, mutations));
    if (result.kind === 'too_large' && batch.length > 1) {
      countMax = Math.ceil(batch.length / 2);
      continue;
    }
    if (result.kind === 'too_large') return { kind: 'stopped' };
    if (result.kind !== 'answer') return result;
    const { value: answer } = result;
    if (answer.result === 'unknown_client') return { kind: 'unknown' };
    if (answer.result === 'gap' || answer.result === 'fork') return { kind: answer.result };
    const last = batch.at(-1);
    if (answer.stopped || answer.result !== 'taken' || !last || answer.lmid < last.mid) return { kind: 'stopped' };
    await onTaken(answer, last.mid);
    notAccepted += answer.outcomes.filter(({ kind }) => kind === 'refused' || kind === 'quarantined').length;
    previousHash = last.h;
    mutations = mutations.slice(batch.length);
  }
  return { kind: 'sent', notAccepted };
}

function requestOf(
  random: Random,
  { clientId, incarnation, device }: OutboxFile,
  batch: WireMutation[],
  previousHash: string,
  left: readonly WireMutation[],
) {
  const after = left.slice(batch.length);
  return {
    protocol: PROTOCOL_VERSION,
    batchId: `${clientId}-${incarnation}-${batch[0]?.mid ?? 0}-${random.below(2 ** 32)}`,
    clientId,
    incarnation,
    previousHash,
    // The file says nothing of the history that its device has seen.
    cookie: null,
    waitsForParents: false,
    mutations: batch,
    device: { ...device, pendingCount: after.length, oldestPendingAtMs: after[0]?.atMs ?? null },
  };
}
