import type { LocalTx } from '../local-database.ts';
import type { OutboxEntry, ReplicaState } from '../ports.ts';
import { mutationHash } from '../protocol/mutation-hash.ts';
import { HASH_ZERO, type WireMutation } from '../protocol/push.ts';

/**
 * The one answer to every bad day of a device (SYN-20, SYN-21): a new client, and all that is not proved in its queue, in
 * the old order. What of it the server has decided already it knows by its act.
 * @param lost of the archive: what a restored server lacks. It takes its old place among what waits.
 */
export async function beginQueue(
  tx: LocalTx,
  clientId: string,
  lost: readonly OutboxEntry[] = [],
): Promise<ReplicaState> {
  const state = await tx.meta.getState();
  const waiting = (await tx.outbox.all()).filter((entry) => entry.state === 'pending');
  const placed = placedFromOne([...lost, ...waiting].sort((a, b) => a.seq - b.seq));
  const next: ReplicaState = {
    ...state,
    clientId,
    formerClientId: state.clientId,
    nextMid: placed.length + 1,
    lastHash: placed.at(-1)?.wire.h ?? HASH_ZERO,
    confirmedMid: 0,
    confirmedHash: HASH_ZERO,
    dismissal: state.dismissal ? { sentMid: 0 } : null,
  };
  await tx.outbox.put(placed);
  await tx.meta.putState(next);
  return next;
}

/** The same entries as a run that begins a queue: mids from 1 on, and the hashes that follow. */
export function placedFromOne<Entry extends { wire: WireMutation }>(entries: readonly Entry[]): Entry[] {
  let previousHash = HASH_ZERO;
  return entries.map((entry, index) => {
    const open = { ...entry.wire, mid: index + 1 };
    previousHash = mutationHash(previousHash, open);
    return { ...entry, wire: { ...open, h: previousHash } };
  });
}
