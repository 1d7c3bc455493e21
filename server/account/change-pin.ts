import type { PinChange } from '../../domain/people/pin-change.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { forgetCode } from '../db/queries/one-time-code.ts';
import { revokeSessionsOf } from '../db/queries/session.ts';
import { writePinHash } from '../db/queries/user.ts';
import { type AccountCaller, type AccountPorts, type CallerRefusal, changeAccountAs } from './change-account.ts';
import { type CallingDevice, checkOwnPin, type OwnPinPorts } from './check-own-pin.ts';
import type { GateRefusal } from './guess-gate.ts';

export type ChangePinRefusal = CallerRefusal | 'wrong' | GateRefusal;

/** Changes the caller's own PIN (G12). Needs the present PIN. The user's other sessions end. */
export async function changePin(
  ports: AccountPorts & OwnPinPorts,
  caller: AccountCaller & { sessionId: number },
  input: PinChange,
  device: CallingDevice,
): Promise<Result<null, ChangePinRefusal>> {
  const { businessId, userId, sessionId } = caller;
  const checked = await checkOwnPin(ports, caller, input.currentPin, device);
  if (!checked.ok) return checked;
  const pinHash = await ports.pins.hash(input.pin);
  return await changeAccountAs<null, ChangePinRefusal>(ports, caller, 'PUT /auth/pin', async (change) => {
    // Refuses if an admin set another PIN while the present one was being checked.
    if (!(await writePinHash(change.sql, businessId, userId, pinHash, checked.value))) return refuse('wrong');
    await forgetCode(change.sql, businessId, userId);
    const others = { nowMs: change.nowMs, exceptId: sessionId };
    change.endStreams(await revokeSessionsOf(change.sql, businessId, userId, others));
    await change.record({ kind: 'pin_changed', userId });
    return ok(null);
  });
}
