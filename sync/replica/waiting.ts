import type { LocalTx, ReplicaState } from '../ports.ts';

/** Up to here a dismissed user's device need not send again; 0 on every other device. */
export function sentMidOf({ dismissal, incarnation }: ReplicaState): number {
  return dismissal?.incarnation === incarnation ? dismissal.sentMid : 0;
}

/** How many changes wait here: on a dismissed user's device those that have not reached the server. */
export async function countKept(tx: LocalTx): Promise<number> {
  const state = await tx.getState();
  if (!state.dismissal) return (await tx.countPending()).count;
  return (await tx.outboxFrom(state.incarnation, sentMidOf(state) + 1, Infinity)).length;
}
