import { Hono } from 'hono';
import { loginSchema, registrationSchema } from '../../../domain/user.ts';
import type { GuessLimit } from '../../account/guess-limit.ts';
import { registerBusiness } from '../../account/register-business.ts';
import { signIn, type SignInRefusal } from '../../account/sign-in.ts';
import { readBusiness } from '../../db/queries/business.ts';
import { ENDED_SESSION_KEPT_MS, forgetEndedSessions, revokeSession } from '../../db/queries/session.ts';
import { readUser } from '../../db/queries/user.ts';
import { mustWait, phoneTaken } from '../account-refusal.ts';
import { answer } from '../answer.ts';
import { clientAddress, requestOrigin } from '../client-address.ts';
import { businessAnswer } from '../answers/business.ts';
import { userAnswer } from '../answers/user.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { readJson } from '../read-json.ts';
import { clearCookie, openSession, requireSession } from '../session.ts';

export function authRoutes(deps: AppDeps, guesses: GuessLimit): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  // R-API-08: a success message; the registrant signs in afterwards.
  routes.post('/auth/register', async (c) => {
    const result = await registerBusiness(deps, await readJson(c, registrationSchema));
    if (!result.ok) throw phoneTaken('Registration failed');
    const { business, owner } = result.value;
    deps.log.info({ businessId: business.id }, 'A business was registered');
    return answer(
      c,
      { user: userAnswer(owner, business.id), business: businessAnswer(business, requestOrigin(c, deps.settings)) },
      { status: 201, message: 'Registration successful! You can now log in.' },
    );
  });

  // R-API-07: the token for clients that send it themselves, a cookie for browsers.
  routes.post('/auth/login', async (c) => {
    const input = await readJson(c, loginSchema);
    const result = await signIn({ ...deps, guesses }, input, clientAddress(c, deps.settings));
    if (!result.ok) throw signInError(result.error);
    const { businessId, userId } = result.value;
    const user = await deps.database.transaction({ businessId }, async (sql) => {
      await forgetEndedSessions(sql, businessId, userId, deps.clock.nowMs() - ENDED_SESSION_KEPT_MS);
      return readUser(sql, businessId, userId);
    });
    if (user === undefined) throw notFound();
    const authToken = await openSession(c, deps, result.value);
    return answer(c, { authToken, user: userAnswer(user, businessId) });
  });

  // R-API-09: logging out twice, or after the session ran out, is logged out all the same.
  routes.post('/auth/logout', async (c) => {
    const session = c.get('session');
    if (!('refused' in session)) {
      const { businessId, userId, sessionId } = session;
      await deps.database.transaction({ businessId }, (sql) =>
        revokeSession(sql, businessId, { id: sessionId, userId, nowMs: deps.clock.nowMs() }),
      );
      deps.events.endSession(sessionId);
    }
    clearCookie(c, deps);
    return answer(c, null, { message: 'You have been logged out of your account' });
  });

  // R-API-10, C-011.
  routes.get('/auth/me', async (c) => {
    const { businessId, userId } = requireSession(c);
    const [user, business] = await deps.database.transaction(
      { businessId, readOnly: true },
      async (sql) => [await readUser(sql, businessId, userId), await readBusiness(sql, businessId)] as const,
    );
    if (user === undefined || business === undefined) throw notFound();
    return answer(c, {
      user: userAnswer(user, businessId),
      business: businessAnswer(business, requestOrigin(c, deps.settings)),
    });
  });

  return routes;
}

function signInError(refusal: SignInRefusal): ApiError {
  switch (refusal.code) {
    case 'wrong':
      return new ApiError(401, 'Login Failed', 'Please check your credentials and try again.');
    case 'ambiguous_phone':
      return new ApiError(
        401,
        'Login Failed',
        "Please type the phone number with its country's code, for example +256 772 123456.",
      );
    case 'wait':
      return mustWait(refusal.waitMs, 'Too many attempts', 'Too many wrong attempts.');
  }
}
