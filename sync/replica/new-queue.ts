import type { LocalTx } from '../local-database.ts';
import type { OutboxEntry, ReplicaState } from '../ports.ts';
import { mutationHash } from '../protocol/mutation-hash.ts';
import { HASH_ZERO } from '../protocol/constants.ts';
import type { WireMutation } from '../protocol/push.ts';

/**
 * Begins the queue of a new client with all entries that are not proved, in their old order. This is what the device
 * does about a copied profile and about a restored server (SYN-20, SYN-21). The server recognises by their acts the
 * entries that it has decided already.
 * @param lost archived entries that a restored server lacks; they go to their old positions among the waiting entries
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

/**
 * Returns the same entries as the first of a queue: with mids from 1 on and the hash chain that follows from the mids.
 */
export function placedFromOne<Entry extends { wire: WireMutation }>(entries: readonly Entry[]): Entry[] {
  let previousHash = HASH_ZERO;
  return entries.map((entry, index) => {
    const open = { ...entry.wire, mid: index + 1 };
    previousHash = mutationHash(previousHash, open);
    return { ...entry, wire: { ...open, h: previousHash } };
  });
}
