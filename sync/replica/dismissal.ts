import type { LocalTx } from '../local-database.ts';
import { sealReplica, unsealReplica } from './seal.ts';
import { sentMidOf } from './waiting.ts';

/*
 * The device of a user who was dismissed (SYN-25): the shop's rows are gone as at a logout, and its outbox goes on
 * being sent for as long as the server takes it. No pull will ever prove that it arrived, so nothing leaves the outbox;
 * how far it was sent is written down, so that it is not sent over and over and a person sees what is left.
 */

/** The shop's rows go; true when they were still there. */
export async function dismissReplica(tx: LocalTx): Promise<boolean> {
  const { sealed } = await tx.meta.getState();
  if (!sealed) await sealReplica(tx);
  const state = await tx.meta.getState();
  if (state.dismissal) return false;
  await tx.meta.putState({ ...state, dismissal: { sentMid: state.confirmedMid } });
  return true;
}

/** The server lets this user in again: what waits is shown over what the next pull brings. */
export async function reinstateReplica(tx: LocalTx): Promise<void> {
  await tx.meta.putState({ ...(await tx.meta.getState()), dismissal: null });
  await unsealReplica(tx);
}

/** After the server took a push up to a mid: nothing, but on a dismissed user's device. */
export async function noteSent(tx: LocalTx, clientId: string, upTo: number): Promise<void> {
  const state = await tx.meta.getState();
  if (!state.dismissal || state.clientId !== clientId || upTo <= sentMidOf(state)) return;
  await tx.meta.putState({ ...state, dismissal: { sentMid: Math.min(upTo, state.nextMid - 1) } });
}
