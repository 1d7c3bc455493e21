import { PROTOCOL_VERSION } from '../protocol/push.ts';
import { dismissReplica, reinstateReplica } from '../replica/dismissal.ts';
import { answerOf, type EnginePorts, journal, type Step } from './step.ts';

/** The server said that this user was dismissed: nothing of the shop stays readable here (SYN-25). True when that is new. */
export async function wipeForDismissedUser(ports: EnginePorts): Promise<boolean> {
  const isNew = await ports.database.write(dismissReplica);
  if (isNew) await journal(ports, 'dismissed', {});
  return isNew;
}

/**
 * On a dismissed user's device: asks whether they are still dismissed, with one row that nobody keeps. Whoever works
 * here again finds the shop as after a logout; everybody else goes on only sending, also what a restored server lost.
 */
export async function checkReinstated(ports: EnginePorts): Promise<Step> {
  const { dismissal, resync, clientId, confirmedMid } = await ports.database.read((tx) => tx.meta.getState());
  if (!dismissal) return { kind: 'done', progress: false };
  const request = { protocol: PROTOCOL_VERSION, clientId, confirmedMid, cookie: null, rowsMax: 1 };
  const answer = answerOf(await ports.transport.pull({ ...request, want: 'changes' }));
  if (answer.kind !== 'answer') return answer;
  // What a restored server lost is given back first.
  if (resync?.phase === 'healing') return { kind: 'done', progress: true };
  await ports.database.write(reinstateReplica);
  await journal(ports, 'reinstated', {});
  return { kind: 'done', progress: true };
}
