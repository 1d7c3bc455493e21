import { Hono } from 'hono';
import { codeRequestSchema, pinChangeSchema } from '../../../domain/people/pin-change.ts';
import { changePin, type ChangePinRefusal } from '../../account/change-pin.ts';
import type { GuessGate } from '../../account/guess-gate.ts';
import { recordAttempt, recordSecurityEvent } from '../../account/security-trail.ts';
import { askForCode, codeLimits, type CodeRefusal, setPinByCode } from '../../account/one-time-code.ts';
import { callerRefused, gateError, WRONG_PIN } from '../calls/account-refusal.ts';
import { answer } from '../answer.ts';
import { clientAddress } from '../request/client-address.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { ApiError } from '../errors.ts';
import { pinByCodeInputSchema } from '../inputs/account.ts';
import { callerOf, rememberDevice } from '../request/known-device.ts';
import { readJson } from '../request/read-json.ts';
import { originOf, requireSession } from '../middleware/session.ts';

/** The same for every phone, registered or not, so that it does not reveal who is registered. */
const CODE_SENT = 'If this number is registered, a code is on its way to it.';
const WRONG_CODE = 'This code is not right, or it is older than 10 minutes.';

/** Calls for changing one's own PIN (G12), and for setting one with a code sent to the phone (G13, R-OTP-03). */
export function pinRoutes(deps: AppDeps, guesses: GuessGate): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const limits = codeLimits(deps, guesses);

  routes.put('/auth/pin', async (c) => {
    const session = requireSession(c);
    const input = await readJson(c, pinChangeSchema);
    const result = await changePin({ ...deps, guesses }, session, input, callerOf(c, deps));
    if (!result.ok) {
      const { businessId, userId, origin } = session;
      const outcome = typeof result.error === 'string' ? result.error : result.error.code;
      const event = { kind: 'pin_change_refused', businessId, userId, actorUserId: userId, outcome } as const;
      await recordSecurityEvent(deps, origin, event);
      throw pinError(result.error);
    }
    return answer(c, null, { message: 'PIN changed' });
  });

  routes.post('/auth/forgot-pin', async (c) => {
    const { phone } = await readJson(c, codeRequestSchema);
    const result = await askForCode(deps, limits, phone, clientAddress(c, deps.settings));
    const outcome = result.ok ? (result.value.isAmbiguous ? 'ambiguous_phone' : '') : result.error.code;
    recordAttempt(deps, originOf(c, deps), { kind: 'code_requested', phone, outcome });
    if (!result.ok) throw codeError(result.error, 'A code was asked for just now.');
    return answer(c, null, { message: CODE_SENT });
  });

  routes.post('/auth/reset-pin', async (c) => {
    const { task, ...input } = await readJson(c, pinByCodeInputSchema);
    const caller = { ...callerOf(c, deps, task), origin: originOf(c, deps) };
    const result = await setPinByCode(deps, limits, input, caller);
    if (!result.ok)
      recordAttempt(deps, caller.origin, { kind: 'code_refused', phone: input.phone, outcome: result.error.code });
    if (!result.ok) throw codeError(result.error, 'Too many wrong codes.');
    rememberDevice(c, deps, caller.device, result.value);
    return answer(c, null, { message: 'PIN changed' });
  });

  return routes;
}

function pinError(refusal: ChangePinRefusal): ApiError {
  if (typeof refusal === 'object') return gateError(refusal, 'Too many wrong attempts.');
  if (refusal === 'wrong')
    return new ApiError(422, 'Invalid input', WRONG_PIN, { details: [{ path: 'currentPin', message: WRONG_PIN }] });
  return callerRefused(refusal);
}

const codeError = (refusal: CodeRefusal, whyWait: string): ApiError =>
  refusal.code === 'wrong'
    ? new ApiError(422, 'Invalid input', WRONG_CODE, { details: [{ path: 'code', message: WRONG_CODE }] })
    : gateError(refusal, whyWait);
