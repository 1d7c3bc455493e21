import type { LocalTx } from '../local-database.ts';
import { sealReplica, unsealReplica } from './seal.ts';
import { sentMidOf } from './waiting.ts';

/*
 * The device of a dismissed user (SYN-25): the shop's rows are removed as at a logout. The outbox is still sent as long
 * as the server accepts it. No pull will ever confirm it, so nothing leaves the outbox. The last mid that was sent is
 * stored, so that nothing is sent twice and the screen can show how much is left.
 */

/** Removes the shop's rows. Returns true if they were still there. */
export async function dismissReplica(tx: LocalTx): Promise<boolean> {
  const { sealed } = await tx.meta.getState();
  if (!sealed) await sealReplica(tx);
  const state = await tx.meta.getState();
  if (state.dismissal) return false;
  await tx.meta.putState({ ...state, dismissal: { sentMid: state.confirmedMid } });
  return true;
}

/**
 * Ends the dismissal, because the user was reinstated. The next pull brings the rows, and the waiting changes are shown
 * over them.
 */
export async function reinstateReplica(tx: LocalTx): Promise<void> {
  await tx.meta.putState({ ...(await tx.meta.getState()), dismissal: null });
  await unsealReplica(tx);
}

/** Notes up to which mid a dismissed user's device has sent; does nothing on other devices. */
export async function noteSent(tx: LocalTx, clientId: string, upTo: number): Promise<void> {
  const state = await tx.meta.getState();
  if (!state.dismissal || state.clientId !== clientId || upTo <= sentMidOf(state)) return;
  await tx.meta.putState({ ...state, dismissal: { sentMid: Math.min(upTo, state.nextMid - 1) } });
}
