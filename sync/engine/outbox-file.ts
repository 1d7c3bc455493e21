import type { LocalDatabase } from '../local-database.ts';
import type { CallResult, Random, Transport } from '../ports.ts';
import { randomClientId } from '../protocol/act.ts';
import { type OutboxFile, writeOutboxFile } from '../protocol/outbox-file.ts';
import { isNotAccepted } from '../protocol/outcome.ts';
import { HASH_ZERO, PROTOCOL_VERSION } from '../protocol/constants.ts';
import { PUSH_MUTATIONS_MAX, type PushAnswer } from '../protocol/push.ts';
import { placedFromOne } from '../replica/new-queue.ts';
import { withinBytes } from './push-outbox.ts';

/** More entries than any outbox has. */
const ENTRIES_MAX = 1_000_000;

/** Returns all changes that no pull has confirmed as the text of a file; null if no change waits (SYN-27). */
export async function exportOutbox(database: LocalDatabase, nowMs: number): Promise<string | null> {
  const file = await database.read(async (tx): Promise<OutboxFile | null> => {
    const { businessId, userId } = await tx.meta.getState();
    const entries = await tx.outbox.pendingFrom(1, ENTRIES_MAX);
    const mutations = placedFromOne(entries).map(({ wire }) => wire);
    return entries.length === 0 ? null : { businessId, userId, writtenAtMs: nowMs, mutations };
  });
  return file && writeOutboxFile(file);
}

/**
 * 'sent': the server has decided all changes, now or earlier; it refused or quarantined `notAccepted` of them.
 * 'not_yours': only the author and admins may send them. 'stopped': the server cannot process one of them yet.
 */
export type ImportResult =
  | { kind: 'sent'; notAccepted: number }
  | { kind: 'not_yours' | 'stopped' }
  | Exclude<CallResult<PushAnswer>, { kind: 'answer' } | { kind: 'too_large' }>;

/**
 * Sends the changes of a file in their author's name, as the queue of a new client. Sending them twice is harmless: the
 * server recognises each by its act's id.
 */
export async function sendOutboxFile(
  ports: { transport: Pick<Transport, 'push'>; random: Random },
  { userId, mutations }: OutboxFile,
): Promise<ImportResult> {
  const clientId = randomClientId(ports.random);
  let [left, previousHash, countMax, notAccepted] = [mutations, HASH_ZERO, PUSH_MUTATIONS_MAX, 0];
  while (left.length > 0) {
    const batch = withinBytes(left.slice(0, countMax));
    const result = await ports.transport.push({
      protocol: PROTOCOL_VERSION,
      batchId: `${clientId}-${batch[0]?.mid ?? 0}-${ports.random.below(2 ** 32)}`,
      clientId,
      authorUserId: userId,
      previousHash,
      // The file does not contain the cookie of the device that wrote it, so none is sent.
      cookie: null,
      waitsForParents: false,
      mutations: batch,
      device: null,
    });
    if (result.kind === 'too_large' && batch.length > 1) {
      countMax = Math.ceil(batch.length / 2);
      continue;
    }
    if (result.kind === 'too_large') return { kind: 'stopped' };
    if (result.kind !== 'answer') return result;
    const { value: answer } = result;
    if (answer.result === 'not_yours') return { kind: 'not_yours' };
    const last = batch.at(-1);
    if (answer.stopped || answer.result !== 'taken' || !last || answer.lmid < last.mid) return { kind: 'stopped' };
    notAccepted += answer.outcomes.filter(isNotAccepted).length;
    previousHash = last.h;
    left = left.slice(batch.length);
  }
  return { kind: 'sent', notAccepted };
}
