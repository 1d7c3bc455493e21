import type { Transport } from '../ports.ts';
import { PROTOCOL_VERSION } from '../protocol/push.ts';
import { dismissReplica, noteSent } from '../replica/dismissal.ts';
import { countKept } from '../replica/waiting.ts';
import { healServer } from './heal.ts';
import { type ImportResult, readOutbox, sendOutboxFile } from './outbox-file.ts';
import { meetRestoredServer } from './restored-server.ts';
import { answerOf, type EnginePorts, type Fork, type Stop } from './step.ts';

/** What is renumbered because of a clash is sent in the next round (SYN-22), and so is what waited for a healing. */
const ROUNDS_MAX = 4;

const NOTHING: ImportResult = { kind: 'sent', notAccepted: 0 };

/**
 * Sends what a dismissed person left in their database, with the session of an admin (SYN-25). A server that was
 * restored to before it gets back what it lacks first: their own device may never come again (SYN-21).
 * @param ports over their database; answers how many changes there were, and what became of them
 */
export async function sendKept(
  ports: EnginePorts,
  authorUserId: number,
): Promise<{ result: ImportResult; count: number }> {
  const { database, transport, random, clock, device } = ports;
  // The author may have logged out before this device heard of the dismissal.
  await database.write(dismissReplica);
  const count = await database.read(countKept);
  let result = NOTHING;
  let isHealed = false;
  for (let round = 1; round <= ROUNDS_MAX && (await database.read(countKept)) > 0; round += 1) {
    const nowMs = clock.nowMs();
    const file = await readOutbox(database, device, nowMs);
    if (!file) break;
    const { incarnation } = file;
    result = await sendOutboxFile({ transport, random }, file, ({ lmid, outcomes }, upTo) =>
      database.write((tx) => noteSent(tx, { incarnation, lmid, upTo, outcomes, nowMs })),
    );
    if (result.kind === 'sent') continue;
    if (isHealed || (result.kind !== 'gap' && result.kind !== 'unknown')) break;
    const healed = await healInNameOf(ports, authorUserId);
    if (healed.kind !== 'done') {
      result = resultOf(healed) ?? result;
      break;
    }
    isHealed = true;
  }
  return { result, count };
}

async function healInNameOf(ports: EnginePorts, authorUserId: number): Promise<{ kind: 'done' } | Fork | Stop> {
  const heal: Transport['heal'] = (request) => ports.transport.heal({ ...request, authorUserId });
  const inTheirName = { ...ports, transport: { ...ports.transport, heal } };
  const { clientId, incarnation } = await ports.database.read((tx) => tx.getState());
  const asked = answerOf(await heal({ protocol: PROTOCOL_VERSION, clientId, incarnation, passed: [], upTo: 1 }));
  if (asked.kind !== 'answer') return asked;
  await meetRestoredServer(ports, asked.value.serverTimeMs);
  const healed = await healServer(inTheirName);
  return healed.kind === 'done' || healed.kind === 'held' ? { kind: 'done' } : healed;
}

/** null: as the sending said. */
function resultOf(stop: Fork | Stop): ImportResult | null {
  if (stop.kind === 'fork') return { kind: 'fork' };
  if (stop.kind === 'offline') return { kind: 'unreachable' };
  if (stop.kind === 'failed') return stop.status === 409 ? { kind: 'stopped' } : null;
  return stop;
}
