import { PROTOCOL_VERSION } from '../protocol/constants.ts';
import { dismissReplica, reinstateReplica } from '../replica/dismissal.ts';
import { answerOf, type EnginePorts, journal, type Step } from './step.ts';

/**
 * Removes the shop's rows after the server said that this user is dismissed (SYN-25). Returns true if the rows were
 * still there.
 */
export async function wipeForDismissedUser(ports: EnginePorts): Promise<boolean> {
  const isNew = await ports.database.write(dismissReplica);
  if (isNew) await journal(ports, 'dismissed', {});
  return isNew;
}

/**
 * Asks, on a dismissed user's device, whether the user has been reinstated. For this it pulls one row, which is not
 * stored. If the user is reinstated, the shop comes back as after a logout. If not, the device only goes on sending,
 * also to a restored server.
 */
export async function checkReinstated(ports: EnginePorts): Promise<Step> {
  const { dismissal, resync, clientId, confirmedMid } = await ports.database.read((tx) => tx.meta.getState());
  if (!dismissal) return { kind: 'done', progress: false };
  const request = { protocol: PROTOCOL_VERSION, clientId, confirmedMid, cookie: null, rowsMax: 1 };
  const answer = answerOf(await ports.transport.pull({ ...request, want: 'changes' }));
  if (answer.kind !== 'answer') return answer;
  // Heal a restored server first. The user stays dismissed until a later round.
  if (resync?.phase === 'healing') return { kind: 'done', progress: true };
  await ports.database.write(reinstateReplica);
  await journal(ports, 'reinstated', {});
  return { kind: 'done', progress: true };
}
