import type { ReplicaState } from '../ports.ts';
import { PROTOCOL_VERSION } from '../protocol/push.ts';
import { dismissReplica, reinstateReplica } from '../replica/dismissal.ts';
import { lastDecided } from '../replica/heal.ts';
import { meetRestoredServer } from './restored-server.ts';
import { answerOf, type EnginePorts, journal, type Step } from './step.ts';

/** The server said that this user was dismissed: nothing of the shop stays readable here (SYN-25). True when that is new. */
export async function leaveShop(ports: EnginePorts): Promise<boolean> {
  const isNew = await ports.database.write(dismissReplica);
  if (isNew) await journal(ports, 'dismissed', {});
  return isNew;
}

/**
 * On a dismissed user's device: asks whether they are still dismissed, with one row that nobody keeps. Whoever works
 * here again finds the shop as after a logout; everybody else goes on only sending, also what a restored server lost.
 */
export async function comeBack(ports: EnginePorts): Promise<Step> {
  const state = await ports.database.read((tx) => tx.getState());
  if (!state.dismissal) return { kind: 'done', progress: false };
  const { clientId, incarnation, confirmedMid } = state;
  const request = { protocol: PROTOCOL_VERSION, clientId, incarnation, confirmedMid, cookie: null, rowsMax: 1 };
  const answer = answerOf(await ports.transport.pull({ ...request, want: 'changes' }));
  if (answer.kind === 'dismissed') return await lookForLoss(ports, state);
  if (answer.kind !== 'answer') return answer;
  // What a restored server lost is given back first: what was issued again must not go out once more as it was (SYN-22).
  const looked = await lookForLoss(ports, state);
  if (looked.kind !== 'dismissed') return looked;
  await ports.database.write(reinstateReplica);
  await journal(ports, 'reinstated', {});
  return { kind: 'done', progress: true };
}

/** No pull tells this device that the server was restored, and it may be the only one that has what was lost (SYN-21). */
async function lookForLoss(ports: EnginePorts, { clientId }: ReplicaState): Promise<Step> {
  const dismissed: Step = { kind: 'dismissed' };
  const last = await ports.database.read(lastDecided);
  if (!last) return dismissed;
  const { incarnation, mid: upTo, h } = last;
  const answer = answerOf(
    await ports.transport.heal({ protocol: PROTOCOL_VERSION, clientId, incarnation, passed: [], upTo }),
  );
  if (answer.kind !== 'answer') return answer;
  const { epoch, lmid, hash, serverTimeMs } = answer.value;
  const now = await ports.database.read((tx) => tx.getState());
  // Another drainer may have heard it meanwhile.
  const isKnown = !now.dismissal || now.resync?.phase === 'healing';
  const isThere = lmid === upTo && hash === h;
  // What a copy passed over, or went on otherwise with under an incarnation that was left, no healing brings back.
  const isHealed = now.resync?.phase === 'staging' && now.resync.epoch === epoch && lmid >= upTo;
  if (isThere || isKnown || isHealed) return dismissed;
  await meetRestoredServer(ports, serverTimeMs);
  return { kind: 'done', progress: true };
}
