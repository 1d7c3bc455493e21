import { Hono } from 'hono';
import { codeRequestSchema, pinByCodeSchema, pinChangeSchema } from '../../../domain/pin-change.ts';
import { changePin, type ChangePinRefusal } from '../../account/change-pin.ts';
import type { GuessLimit } from '../../account/guess-limit.ts';
import { askForCode, codeLimits, type CodeRefusal, setPinByCode } from '../../account/one-time-code.ts';
import { callerRefused, mustWait } from '../account-refusal.ts';
import { answer } from '../answer.ts';
import { clientAddress } from '../client-address.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { ApiError } from '../errors.ts';
import { readJson } from '../read-json.ts';
import { requireSession } from '../session.ts';

/** Of every phone the same, whether somebody has it or not. */
const CODE_SENT = 'If this number is registered, a code is on its way to it.';
const WRONG_CODE = 'This code is not right, or it is older than 10 minutes.';
const WRONG_PIN = 'The current PIN is not right';

/** Changing one's PIN (G12), and setting a new one with a code that was sent to the phone (G13, R-OTP-03). */
export function pinRoutes(deps: AppDeps, guesses: GuessLimit): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const limits = codeLimits(deps, guesses);

  routes.put('/auth/pin', async (c) => {
    const session = requireSession(c);
    const input = await readJson(c, pinChangeSchema);
    const result = await changePin({ ...deps, guesses }, session, input, clientAddress(c, deps.settings));
    if (!result.ok) throw pinError(result.error);
    return answer(c, null, { message: 'PIN changed' });
  });

  routes.post('/auth/forgot-pin', async (c) => {
    const { phone } = await readJson(c, codeRequestSchema);
    const result = await askForCode(deps, limits, phone, clientAddress(c, deps.settings));
    if (!result.ok) throw codeError(result.error, 'A code was asked for just now.');
    return answer(c, null, { message: CODE_SENT });
  });

  routes.post('/auth/reset-pin', async (c) => {
    const input = await readJson(c, pinByCodeSchema);
    const result = await setPinByCode(deps, limits, input, clientAddress(c, deps.settings));
    if (!result.ok) throw codeError(result.error, 'Too many wrong codes.');
    return answer(c, null, { message: 'PIN changed' });
  });

  return routes;
}

function pinError(refusal: ChangePinRefusal): ApiError {
  if (typeof refusal === 'object') return mustWait(refusal.waitMs, 'Too many attempts', 'Too many wrong attempts.');
  if (refusal === 'wrong')
    return new ApiError(422, 'Invalid input', WRONG_PIN, { details: [{ path: 'currentPin', message: WRONG_PIN }] });
  return callerRefused(refusal);
}

const codeError = (refusal: CodeRefusal, whyWait: string): ApiError =>
  refusal.code === 'wait'
    ? mustWait(refusal.waitMs, 'Too many attempts', whyWait)
    : new ApiError(422, 'Invalid input', WRONG_CODE, { details: [{ path: 'code', message: WRONG_CODE }] });
