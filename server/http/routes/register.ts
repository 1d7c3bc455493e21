import { Hono } from 'hono';
import { registerBusiness } from '../../account/register-business.ts';
import { RegistrationGate, type RegistrationRefusal } from '../../account/registration-gate.ts';
import { gateError, phoneTaken } from '../calls/account-refusal.ts';
import { answer } from '../answer.ts';
import { businessAnswer } from '../answers/business.ts';
import { userAnswer } from '../answers/user.ts';
import { requestOrigin } from '../request/client-address.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import type { ApiError } from '../errors.ts';
import { registrationInputSchema } from '../inputs/account.ts';
import { callerOf } from '../request/known-device.ts';
import { invalidInput, readJson } from '../request/read-json.ts';

export function registerRoutes(deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const registrations = new RegistrationGate(deps);

  // Answers with a message and opens no session: the registrant signs in afterwards (R-API-08).
  routes.post('/auth/register', async (c) => {
    const { task, code, ...input } = await readJson(c, registrationInputSchema);
    const admitted = await registrations.admit(input, { ...callerOf(c, deps, task), code });
    if (!admitted.ok) throw registrationError(admitted.error);
    const result = await registerBusiness(deps, input);
    if (!result.ok) throw phoneTaken('Registration failed');
    await registrations.forgetCode(input);
    const { business, owner } = result.value;
    deps.log.info({ businessId: business.id }, 'A business was registered');
    return answer(
      c,
      { user: userAnswer(owner, business.id), business: businessAnswer(business, requestOrigin(c, deps.settings)) },
      { status: 201, message: 'Registration successful! You can now log in.' },
    );
  });

  return routes;
}

const CODE_SENT = 'Type the code that was sent to this phone.';
const WRONG_CODE = 'This code is not right, or it is older than 10 minutes.';

function registrationError(refusal: RegistrationRefusal): ApiError {
  switch (refusal.code) {
    case 'task':
    case 'wait':
      return gateError(refusal, 'A code was asked for just now.', 'registration');
    case 'code_sent':
      return invalidInput([{ path: 'code', message: CODE_SENT }]);
    case 'wrong_code':
      return invalidInput([{ path: 'code', message: WRONG_CODE }]);
  }
}
