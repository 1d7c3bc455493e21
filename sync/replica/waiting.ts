import type { LocalTx } from '../local-database.ts';
import type { ReplicaState } from '../ports.ts';

/** Up to here a dismissed user's device need not send again; 0 on every other device. */
export const sentMidOf = ({ dismissal }: ReplicaState): number => dismissal?.sentMid ?? 0;

/** How many changes wait here: on a dismissed user's device those that have not reached the server. */
export async function countKept(tx: LocalTx): Promise<number> {
  const state = await tx.meta.getState();
  if (!state.dismissal) return (await tx.outbox.countPending()).count;
  return (await tx.outbox.pendingFrom(sentMidOf(state) + 1, Infinity)).length;
}
