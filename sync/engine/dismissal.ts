import { PROTOCOL_VERSION } from '../protocol/push.ts';
import { dismissReplica, reinstateReplica } from '../replica/dismissal.ts';
import { answerOf, type EnginePorts, journal, type Step } from './step.ts';

/** The server said that this user was dismissed: nothing of the shop stays readable here (SYN-25). True when that is new. */
export async function leaveShop(ports: EnginePorts): Promise<boolean> {
  const isNew = await ports.database.write(dismissReplica);
  if (isNew) await journal(ports, 'dismissed', {});
  return isNew;
}

/**
 * On a dismissed user's device: asks whether they are still dismissed, with one row that nobody keeps. Whoever works
 * here again finds the shop as after a logout; everybody else goes on only sending.
 */
export async function comeBack(ports: EnginePorts): Promise<Step> {
  const state = await ports.database.read((tx) => tx.getState());
  if (!state.dismissal) return { kind: 'done', progress: false };
  const { clientId, incarnation, confirmedMid } = state;
  const request = { protocol: PROTOCOL_VERSION, clientId, incarnation, confirmedMid, cookie: null, rowsMax: 1 };
  const answer = answerOf(await ports.transport.pull({ ...request, want: 'changes' }));
  if (answer.kind !== 'answer') return answer;
  await ports.database.write(reinstateReplica);
  await journal(ports, 'reinstated', {});
  return { kind: 'done', progress: true };
}
