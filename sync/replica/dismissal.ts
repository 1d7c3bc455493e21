import type { LocalTx, OutboxEntry } from '../ports.ts';
import { isClash } from '../protocol/outcome.ts';
import type { PushAnswer } from '../protocol/push.ts';
import { reissueClashed } from './clash.ts';
import { sealReplica, unsealReplica } from './seal.ts';
import { sentMidOf } from './waiting.ts';

/*
 * The device of a user who was dismissed (SYN-25): the shop's rows are gone as at a logout, and its outbox goes on
 * being sent for as long as the server takes it. No pull will ever prove that it arrived, so nothing leaves the outbox;
 * how far it was sent is written down, so that it is not sent over and over and a person sees what is left.
 */

/** The shop's rows go; true when they were still there. */
export async function dismissReplica(tx: LocalTx): Promise<boolean> {
  const { sealed } = await tx.getState();
  if (!sealed) await sealReplica(tx);
  const state = await tx.getState();
  if (state.dismissal) return false;
  await tx.putState({ ...state, dismissal: { incarnation: state.incarnation, sentMid: state.confirmedMid } });
  return true;
}

/** The server lets this user in again: what waits is shown over what the next pull brings. */
export async function reinstateReplica(tx: LocalTx): Promise<void> {
  await tx.putState({ ...(await tx.getState()), dismissal: null });
  await unsealReplica(tx);
}

/** After the server took a push up to a mid: nothing, but on a dismissed user's device. */
export async function noteSent(
  tx: LocalTx,
  {
    incarnation,
    lmid,
    upTo,
    outcomes,
    nowMs,
  }: Pick<PushAnswer, 'lmid' | 'outcomes'> & { incarnation: number; upTo: number; nowMs: number },
): Promise<void> {
  const state = await tx.getState();
  if (!state.dismissal || state.incarnation !== incarnation || upTo <= sentMidOf(state)) return;
  const lastMid = state.nextMid - 1;
  const next = { ...state, dismissal: { incarnation, sentMid: Math.min(upTo, lastMid) } };
  // No pull will bring this refusal, and it must not cost a sale (SYN-22). Beyond the last mid a copy of this profile
  // has gone on (SYN-20): that one issues it again, and from here it would be doubled.
  const refused = lmid > lastMid ? [] : outcomes.filter(isClash);
  const clashed: OutboxEntry[] = [];
  for (const { mid } of refused) {
    const entry = await tx.outboxEntry(incarnation, mid);
    if (entry?.state === 'pending' && !entry.issuedAgain) clashed.push(entry);
  }
  const reissued = clashed.length > 0 ? await reissueClashed(tx, next, clashed, nowMs) : null;
  await tx.putState(reissued?.state ?? next);
}
