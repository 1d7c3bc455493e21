import { Hono } from 'hono';
import type { GuessGate } from '../../account/guess-gate.ts';
import { recordAttempt, recordSecurityEvent } from '../../account/security-trail.ts';
import { type SignedIn, signIn, type SignInRefusal } from '../../account/sign-in.ts';
import { readBusiness } from '../../db/queries/business.ts';
import { ENDED_SESSION_KEPT_MS, forgetEndedSessions, revokeSession } from '../../db/queries/session.ts';
import { readUser } from '../../db/queries/user.ts';
import { gateError } from '../calls/account-refusal.ts';
import { answer } from '../answer.ts';
import { requestOrigin } from '../request/client-address.ts';
import { businessAnswer } from '../answers/business.ts';
import { userAnswer } from '../answers/user.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { loginInputSchema } from '../inputs/account.ts';
import { callerOf, rememberDevice } from '../request/known-device.ts';
import { readJson } from '../request/read-json.ts';
import { clearCookie, isByCookie, openSession, originOf, requireSession, type Session } from '../middleware/session.ts';

export function authRoutes(deps: AppDeps, guesses: GuessGate): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  // Answers with the token for clients that send it themselves, and sets a cookie for browsers (R-API-07).
  routes.post('/auth/login', async (c) => {
    const { task, ...input } = await readJson(c, loginInputSchema);
    const caller = callerOf(c, deps, task);
    const result = await signIn({ ...deps, guesses }, input, caller);
    if (!result.ok) {
      const attempt = { kind: 'sign_in_refused', phone: input.phone, outcome: result.error.code } as const;
      recordAttempt(deps, originOf(c, deps), attempt);
      throw signInError(result.error);
    }
    const { businessId, userId } = result.value;
    const user = await deps.database.transaction({ businessId }, async (sql) => {
      await forgetEndedSessions(sql, businessId, userId, deps.clock.nowMs() - ENDED_SESSION_KEPT_MS);
      return readUser(sql, businessId, userId);
    });
    if (user === undefined) throw notFound();
    await endReplacedSession(c, deps, result.value);
    const authToken = await openSession(c, deps, result.value);
    rememberDevice(c, deps, caller.device, result.value);
    return answer(c, { authToken, user: userAnswer(user, businessId) });
  });

  // Succeeds without a session too, so that logging out twice is no error (R-API-09).
  routes.post('/auth/logout', async (c) => {
    const session = c.get('session');
    if (!('refused' in session)) {
      await endSession(deps, session);
      await recordSignedOut(deps, session);
    }
    clearCookie(c, deps);
    return answer(c, null, { message: 'You have been logged out of your account' });
  });

  // Answers with the signed-in user and the business (R-API-10, C-011).
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

async function endSession(deps: AppDeps, { businessId, userId, sessionId }: Session): Promise<void> {
  await deps.database.transaction({ businessId }, (sql) =>
    revokeSession(sql, businessId, { id: sessionId, userId, nowMs: deps.clock.nowMs() }),
  );
  deps.events.endSession(sessionId);
}

const recordSignedOut = (deps: AppDeps, { businessId, userId, origin }: Session): Promise<void> =>
  recordSecurityEvent(deps, origin, { kind: 'signed_out', businessId, userId, actorUserId: userId });

/**
 * Ends the session whose cookie a sign-in replaces, for example because the server never heard of its logout: nobody
 * could end it from this browser any more, which would go on getting the alerts of that shop's orders (C-147).
 */
async function endReplacedSession(c: AppContext, deps: AppDeps, { businessId, userId }: SignedIn): Promise<void> {
  const session = c.get('session');
  if ('refused' in session || !isByCookie(c)) return;
  await endSession(deps, session);
  if (session.businessId !== businessId || session.userId !== userId) await recordSignedOut(deps, session);
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
    case 'task':
      return gateError(refusal, 'Too many wrong attempts.');
  }
}
