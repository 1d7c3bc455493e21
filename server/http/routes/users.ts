import { Hono } from 'hono';
import { manageSentence, refusalToManage } from '../../../domain/people/manage-user.ts';
import { pinResetSchema } from '../../../domain/people/pin-change.ts';
import type { Result } from '../../../domain/result.ts';
import { newUserSchema, OWN_PHONE_NEEDS_PIN, userChangeSchema } from '../../../domain/people/user-input.ts';
import type { User } from '../../../domain/people/user.ts';
import {
  addUser,
  editUser,
  reactivateUser,
  removeUser,
  resetPin,
  signOutDevice,
  type UserRefusal,
} from '../../account/manage-users.ts';
import type { GuessGate } from '../../account/guess-gate.ts';
import { recordSecurityEvent } from '../../account/security-trail.ts';
import { listSessions } from '../../db/queries/session.ts';
import { listUsers, readUser } from '../../db/queries/user.ts';
import { callerRefused, gateError, phoneTaken, WRONG_PIN } from '../calls/account-refusal.ts';
import { answer } from '../answer.ts';
import { sessionAnswer, userAnswer } from '../answers/user.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { ApiError } from '../errors.ts';
import { answerPage } from '../inputs/list-query.ts';
import { noSuchRow, rowId } from '../calls/no-such-row.ts';
import { callerOf } from '../request/known-device.ts';
import { readJson } from '../request/read-json.ts';
import { readShop } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';

/** Calls for managing users, for admins (R-API-36, domain/people/call-permission.ts). */
export function userRoutes(deps: AppDeps, guesses: GuessGate): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const answerUser = (c: AppContext, result: Result<User, UserRefusal>, message?: string) => {
    if (!result.ok) throw userError(result.error);
    return answer(c, userAnswer(result.value, requireSession(c).businessId), message === undefined ? {} : { message });
  };

  routes.get('/users', async (c) => {
    const session = requireSession(c);
    const users = await readShop(deps.database, session, (sql) => listUsers(sql, session.businessId));
    return answerPage(c, users, (user) => userAnswer(user, session.businessId));
  });

  routes.post('/users', async (c) => {
    const session = requireSession(c);
    const result = await addUser(deps, session, await readJson(c, newUserSchema));
    if (!result.ok) throw userError(result.error);
    const options = { status: 201, message: 'User added successfully' } as const;
    return answer(c, userAnswer(result.value, session.businessId), options);
  });

  routes.patch('/users/:id', async (c) => {
    const userId = rowId(c.req.param('id'));
    const [session, change] = [requireSession(c), await readJson(c, userChangeSchema)];
    const result = await editUser({ ...deps, guesses }, session, userId, change, callerOf(c, deps));
    if (!result.ok && result.error === 'own_pin_wrong') {
      const { businessId, origin } = session;
      const event = { kind: 'pin_change_refused', businessId, userId, actorUserId: userId, outcome: 'wrong' } as const;
      await recordSecurityEvent(deps, origin, event);
    }
    return answerUser(c, result);
  });

  routes.delete('/users/:id', async (c) =>
    answerUser(c, await removeUser(deps, requireSession(c), rowId(c.req.param('id'))), 'User deleted successfully'),
  );

  routes.post('/users/:id/reactivate', async (c) =>
    answerUser(c, await reactivateUser(deps, requireSession(c), rowId(c.req.param('id')))),
  );

  routes.put('/users/:id/pin', async (c) => {
    const userId = rowId(c.req.param('id'));
    const { pin } = await readJson(c, pinResetSchema);
    return answerUser(c, await resetPin(deps, requireSession(c), userId, pin));
  });

  routes.get('/users/:id/sessions', async (c) => {
    const session = requireSession(c);
    const userId = rowId(c.req.param('id'));
    const sessions = await readShop(deps.database, session, async (sql) => {
      const [actor, user] = [
        await readUser(sql, session.businessId, session.userId),
        await readUser(sql, session.businessId, userId),
      ];
      if (!actor || !user) throw noSuchRow();
      const refusal = refusalToManage(actor, user, 'see_sessions');
      if (refusal) throw userError({ code: refusal, act: 'see_sessions' });
      return await listSessions(sql, session.businessId, userId, deps.clock.nowMs());
    });
    return answerPage(c, sessions, (each) => sessionAnswer(each, session.sessionId));
  });

  routes.delete('/users/:id/sessions/:sessionId', async (c) => {
    const [userId, sessionId] = [rowId(c.req.param('id')), rowId(c.req.param('sessionId'))];
    return answerUser(c, await signOutDevice(deps, requireSession(c), userId, sessionId));
  });

  return routes;
}

function userError(refusal: UserRefusal): ApiError {
  if (typeof refusal === 'object' && !('act' in refusal)) return gateError(refusal, 'Too many wrong attempts.');
  if (typeof refusal === 'object')
    return new ApiError(403, 'Forbidden', manageSentence(refusal.code, refusal.act), {
      details: [{ path: '', message: refusal.code }],
    });
  switch (refusal) {
    case 'not_found':
      return noSuchRow();
    case 'phone_taken':
      return phoneTaken('User not saved');
    case 'own_pin_missing':
      return ownPinError(OWN_PHONE_NEEDS_PIN);
    case 'own_pin_wrong':
      return ownPinError(WRONG_PIN);
    case 'signed_out':
    case 'not_permitted':
      return callerRefused(refusal);
  }
}

const ownPinError = (message: string): ApiError =>
  new ApiError(422, 'Invalid input', message, { details: [{ path: 'currentPin', message }] });
