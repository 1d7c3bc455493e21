import type { LocalTx } from '../local-database.ts';
import type { ReplicaState } from '../ports.ts';

/** Returns the last mid that a dismissed user's device has sent; 0 on every other device. */
export const sentMidOf = ({ dismissal }: ReplicaState): number => dismissal?.sentMid ?? 0;

/** Returns how many changes wait; on a dismissed user's device, how many have not been sent. */
export async function countKept(tx: LocalTx): Promise<number> {
  const [state, { count }] = await Promise.all([tx.meta.getState(), tx.outbox.countPending()]);
  return await keptOf(tx, state, count);
}

/** `countKept` for a caller that has already read the state and the number of pending entries in this transaction. */
export const keptOf = async (tx: LocalTx, state: ReplicaState, pendingCount: number): Promise<number> =>
  state.dismissal ? (await tx.outbox.pendingFrom(sentMidOf(state) + 1, Infinity)).length : pendingCount;
