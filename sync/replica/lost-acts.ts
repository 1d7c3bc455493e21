import type { LocalTx } from '../local-database.ts';
import type { ArchivedEntry, OutboxEntry } from '../ports.ts';
import { isNotAccepted, type Outcome } from '../protocol/outcome.ts';
import { isDecidable } from './decide.ts';
import { beginQueue } from './new-queue.ts';
import { sentMidOf } from './waiting.ts';

/*
 * The acts that a restored server may lack (SYN-21). The device asks the server which of these acts it knows. The
 * device sends the others again in a new queue, before the waiting entries.
 */

/** Returns the acts to ask a restored server for. */
export async function actsToAsk(tx: LocalTx): Promise<string[]> {
  const [archive, outbox] = [await tx.archive.all(), await tx.outbox.all()];
  // Refused entries stay refused, because their author has seen the refusal. The device asks for them all the same: a
  // copy of this device may have sent them since.
  return [...archive.filter(wasAccepted), ...outbox.filter(isDecidable)].map(({ wire }) => wire.act);
}

/**
 * Returns the act whose absence shows that the server was restored: the newest that it has decided; null if there is
 * none. `isLacking` tells from the server's outcome of the act, if it knows the act, whether it lacks it.
 */
export async function newestDecidedAct(tx: LocalTx): Promise<{
  act: string;
  isLacking: (known: Outcome | undefined) => boolean;
} | null> {
  const sentMid = sentMidOf(await tx.meta.getState());
  const sent = newestOf(
    (await tx.outbox.all()).filter(({ state, wire }) => state === 'pending' && wire.mid <= sentMid),
  );
  // The server may have refused it.
  if (sent) return { act: sent.wire.act, isLacking: (known) => known === undefined };
  // Only an act that would be sent again counts. Otherwise a server that lacks the act for good would be healed again
  // and again.
  const accepted = newestOf((await tx.archive.all()).filter(wasAccepted));
  return accepted && { act: accepted.wire.act, isLacking: (known) => isLacking(accepted, known) };
}

const newestOf = (entries: readonly OutboxEntry[]): OutboxEntry | null =>
  entries.reduce<OutboxEntry | null>((a, b) => (a && a.seq > b.seq ? a : b), null);

/**
 * Begins the queue that heals the server. Acts that the server lacks go back into the outbox. Acts that it refuses now
 * are noted for their author. Refused acts that it has accepted meanwhile wait until a pull proves that.
 * @param known the server's outcome of each act that it knows, by act
 * @returns how many acts the server lacks
 */
export async function beginHealing(
  tx: LocalTx,
  clientId: string,
  known: ReadonlyMap<string, Outcome>,
): Promise<number> {
  const before = await tx.meta.getState();
  const archive = (await tx.archive.all()).filter(wasAccepted);
  // After a logout no rows contain the effect of these acts, so they are ordinary waiting entries.
  const asLost = before.sealed
    ? asWaiting
    : (entry: ArchivedEntry): OutboxEntry => ({ ...asWaiting(entry), isLost: true });
  const lost = archive.filter((entry) => isLacking(entry, known.get(entry.wire.act)));
  const refused = archive.flatMap((entry) => {
    const outcome = known.get(entry.wire.act);
    return outcome && isNotAccepted(outcome) && !lost.includes(entry) ? [{ ...entry, outcome }] : [];
  });
  await tx.archive.remove(lost.map(({ seq }) => seq));
  await tx.archive.put(refused);
  await tx.outbox.put(
    (await tx.outbox.all()).filter(isDecidable).flatMap((entry): OutboxEntry[] => {
      const outcome = known.get(entry.wire.act);
      return outcome && !isNotAccepted(outcome) ? [{ ...entry, state: 'pending', outcome: null }] : [];
    }),
  );
  const state = await beginQueue(tx, clientId, lost.map(asLost));
  if (state.resync) {
    const lostSeq = Math.max(0, ...lost.map(({ seq }) => seq));
    const refusedSeqs = refused.map(({ seq }) => seq);
    await tx.meta.putState({ ...state, resync: { ...state.resync, lostSeq, refusedSeqs } });
  }
  return lost.length;
}

/**
 * True if the server lacks this entry, which was accepted before the restore. It may know an earlier attempt of the
 * act, which it had refused before a person retried it; sent again, each attempt gets its own outcome (SYN-7a).
 */
const isLacking = ({ wire }: OutboxEntry, known: Outcome | undefined): boolean =>
  known === undefined || (wire.attempt > 0 && isNotAccepted(known));

/**
 * True if the server accepted this entry and it can be sent again. An entry without arguments is only a proof
 * (docs/decisions/0011).
 */
const wasAccepted = ({ state, wire }: ArchivedEntry): boolean =>
  state !== 'refused' && state !== 'quarantined' && wire.args !== null && wire.args !== undefined;

const asWaiting = ({ archivedAtMs: _at, proof: _proof, ...entry }: ArchivedEntry): OutboxEntry => ({
  ...entry,
  state: 'pending',
  outcome: null,
});
