import type { LocalTx } from '../local-database.ts';
import type { ReplicaState } from '../ports.ts';

/** Returns the last mid that a dismissed user's device has sent; 0 on every other device. */
export const sentMidOf = ({ dismissal }: ReplicaState): number => dismissal?.sentMid ?? 0;

/** Returns how many changes wait; on a dismissed user's device, how many have not been sent. */
export async function countKept(tx: LocalTx): Promise<number> {
  const state = await tx.meta.getState();
  if (!state.dismissal) return (await tx.outbox.countPending()).count;
  return (await tx.outbox.pendingFrom(sentMidOf(state) + 1, Infinity)).length;
}
