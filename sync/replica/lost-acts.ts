import type { LocalTx } from '../local-database.ts';
import type { ArchivedEntry, OutboxEntry } from '../ports.ts';
import { isNotAccepted, type Outcome } from '../protocol/outcome.ts';
import { isDecidable } from './decide.ts';
import { beginQueue } from './new-queue.ts';
import { sentMidOf } from './waiting.ts';

/*
 * What a server that came back from a backup may lack (SYN-21). The device asks it, by their acts, which of these it
 * knows; what it does not know is sent again, in front of what waits, in a new queue.
 */

/** The acts to ask a restored server for. */
export async function actsToAsk(tx: LocalTx): Promise<string[]> {
  const [archive, outbox] = [await tx.archive.all(), await tx.outbox.all()];
  // What was not accepted stays so: its author has seen it. But a copy of this device may have brought it since.
  return [...archive.filter(wasAccepted), ...outbox.filter(isDecidable)].map(({ wire }) => wire.act);
}

/** The newest act that a server is known to have decided: one that lacks it was restored. Null where there is none. */
export async function newestDecidedAct(tx: LocalTx): Promise<string | null> {
  const sentMid = sentMidOf(await tx.meta.getState());
  const sent = (await tx.outbox.all()).filter(({ state, wire }) => state === 'pending' && wire.mid <= sentMid);
  // Only of what it would be sent again: else a server that lacks it for good would be healed for ever.
  const decided = sent.length > 0 ? sent : (await tx.archive.all()).filter(wasAccepted);
  return decided.reduce<OutboxEntry | null>((a, b) => (a && a.seq > b.seq ? a : b), null)?.wire.act ?? null;
}

/**
 * Begins the queue with which the server is healed: what it lacks goes back into the outbox, what it refuses now is
 * noted for its author, and what it has taken meanwhile of what was refused waits for the proof of that.
 * @param known by act, what the server has decided
 * @returns how many acts it lacks
 */
export async function beginHealing(
  tx: LocalTx,
  clientId: string,
  known: ReadonlyMap<string, Outcome>,
): Promise<number> {
  const before = await tx.meta.getState();
  const archive = (await tx.archive.all()).filter(wasAccepted);
  // Without rows, as after a logout, there is nothing yet that holds its effect.
  const asLost = before.sealed
    ? asWaiting
    : (entry: ArchivedEntry): OutboxEntry => ({ ...asWaiting(entry), isLost: true });
  const lost = archive.filter(({ wire }) => !known.has(wire.act)).map(asLost);
  const refused = archive.flatMap((entry) => {
    const outcome = known.get(entry.wire.act);
    return outcome && isNotAccepted(outcome) ? [{ ...entry, outcome }] : [];
  });
  await tx.archive.remove(lost.map(({ seq }) => seq));
  await tx.archive.put(refused);
  await tx.outbox.put(
    (await tx.outbox.all()).filter(isDecidable).flatMap((entry): OutboxEntry[] => {
      const outcome = known.get(entry.wire.act);
      return outcome && !isNotAccepted(outcome) ? [{ ...entry, state: 'pending', outcome: null }] : [];
    }),
  );
  const state = await beginQueue(tx, clientId, lost);
  if (state.resync) {
    const lostSeq = Math.max(0, ...lost.map(({ seq }) => seq));
    const refusedSeqs = refused.map(({ seq }) => seq);
    await tx.meta.putState({ ...state, resync: { ...state.resync, lostSeq, refusedSeqs } });
  }
  return lost.length;
}

/** Of an entry without arguments only the proof is left (docs/decisions/0011): it cannot be sent again. */
const wasAccepted = ({ state, wire }: ArchivedEntry): boolean =>
  state !== 'refused' && state !== 'quarantined' && wire.args !== null && wire.args !== undefined;

const asWaiting = ({ archivedAtMs: _at, proof: _proof, ...entry }: ArchivedEntry): OutboxEntry => ({
  ...entry,
  state: 'pending',
  outcome: null,
});
