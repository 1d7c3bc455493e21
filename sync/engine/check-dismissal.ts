import { PROTOCOL_VERSION } from '../protocol/push.ts';
import { dismissReplica, reinstateReplica } from '../replica/dismissal.ts';
import { answerOf, type EnginePorts, journal, type Step } from './step.ts';

/**
 * Removes the shop's rows after the server said that this user is dismissed (SYN-25). True if they were still there.
 */
export async function wipeForDismissedUser(ports: EnginePorts): Promise<boolean> {
  const isNew = await ports.database.write(dismissReplica);
  if (isNew) await journal(ports, 'dismissed', {});
  return isNew;
}

/**
 * Asks, on a dismissed user's device, whether they have been reinstated: it pulls one row, which is not stored. If so,
 * the shop comes back as after a logout. If not, the device only goes on sending, to a restored server too.
 */
export async function checkReinstated(ports: EnginePorts): Promise<Step> {
  const { dismissal, resync, clientId, confirmedMid } = await ports.database.read((tx) => tx.meta.getState());
  if (!dismissal) return { kind: 'done', progress: false };
  const request = { protocol: PROTOCOL_VERSION, clientId, confirmedMid, cookie: null, rowsMax: 1 };
  const answer = answerOf(await ports.transport.pull({ ...request, want: 'changes' }));
  if (answer.kind !== 'answer') return answer;
  // Healing a restored server comes first.
  if (resync?.phase === 'healing') return { kind: 'done', progress: true };
  await ports.database.write(reinstateReplica);
  await journal(ports, 'reinstated', {});
  return { kind: 'done', progress: true };
}
