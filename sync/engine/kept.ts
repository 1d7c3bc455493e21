import { randomClientId } from '../protocol/act.ts';
import { isNotAccepted } from '../protocol/outcome.ts';
import type { Transport } from '../ports.ts';
import { dismissReplica } from '../replica/dismissal.ts';
import { beginQueue } from '../replica/new-queue.ts';
import { countKept } from '../replica/waiting.ts';
import type { ImportResult } from './outbox-file.ts';
import { pushOutbox } from './push-outbox.ts';
import { healServer, lookForLoss } from './restored-server.ts';
import type { EnginePorts, Fork, Step, Stop } from './step.ts';

/** One round sends all. Healing a server and beginning a new queue each need one more round. */
const ROUNDS_MAX = 6;

/**
 * Sends what a dismissed user left in their database on this device, with the session of an admin (SYN-25). A restored
 * server is healed from that database first, because the user's own device may never sync again (SYN-21).
 * @param ports over the database of the dismissed user
 * @returns how many changes were not sent yet, and what became of them
 */
export async function sendKept(
  ports: EnginePorts,
  authorUserId: number,
): Promise<{ result: ImportResult; count: number }> {
  const { database, transport } = ports;
  // Dismiss the replica first: the author may have logged out before this device heard of the dismissal.
  await database.write(dismissReplica);
  const count = await database.read(countKept);
  const notAccepted = new Set<string>();
  const push: Transport['push'] = async (request) => {
    const result = await transport.push({ ...request, authorUserId });
    if (result.kind !== 'answer') return result;
    const actsByMid = new Map(request.mutations.map(({ mid, act }) => [mid, act]));
    for (const outcome of result.value.outcomes)
      if (isNotAccepted(outcome)) notAccepted.add(actsByMid.get(outcome.mid) ?? '');
    return result;
  };
  const stopped = await sendAll({ ...ports, transport: { ...transport, push } });
  return { result: stopped ?? { kind: 'sent', notAccepted: notAccepted.size }, count };
}

/** Sends everything. Returns null when all is sent, else why it stopped. */
async function sendAll(ports: EnginePorts): Promise<Exclude<ImportResult, { kind: 'sent' }> | null> {
  for (let round = 1; round <= ROUNDS_MAX && (await ports.database.read(countKept)) > 0; round += 1) {
    for (const step of [lookForLoss, healServer, pushOutbox]) {
      const result = await step(ports);
      if (result.kind === 'fork') {
        // No other device has this new queue. So if the server reports a fork again, the caller may not send these
        // changes.
        if (round > 1) return { kind: 'not_yours' };
        await ports.database.write((tx) => beginQueue(tx, randomClientId(ports.random)));
        break;
      }
      if (result.kind !== 'done') return resultOf(result);
    }
  }
  return (await ports.database.read(countKept)) > 0 ? { kind: 'stopped' } : null;
}

function resultOf(stop: Exclude<Step, Fork | { kind: 'done' }>): Exclude<ImportResult, { kind: 'sent' }> {
  switch (stop.kind) {
    case 'held':
      return { kind: 'stopped' };
    case 'offline':
      return { kind: 'unreachable' };
    case 'failed':
      return stop.status === 409
        ? { kind: 'stopped' }
        : { kind: 'retry_later', status: stop.status, retryAfterMs: stop.retryAfterMs };
    default:
      return stop satisfies Stop;
  }
}
