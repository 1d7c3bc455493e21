import type { MiddlewareHandler } from 'hono';
import { assert } from '../../../domain/assert.ts';
import { rolesOfCall } from '../../../domain/people/call-permission.ts';
import { mayRun } from '../../../domain/people/permission.ts';
import type { UserRole } from '../../../domain/people/user.ts';
import { callName, mutationsOfCall } from '../request/call-name.ts';
import type { AppContext, AppEnv } from '../context.ts';
import { notPermitted } from '../errors.ts';
import { matchedRoute } from '../request/matched-route.ts';
import { requireSender, requireSession } from './session.ts';

/**
 * Refuses calls that the table of permissions does not allow to the user's role, whatever the route itself checks. A
 * call that no table names is our mistake; the assertion refuses it for all users.
 */
export const permitCalls: MiddlewareHandler<AppEnv> = async (c, next) => {
  const call = callOf(c);
  if (call !== null) permit(c, call);
  await next();
};

/** Returns the call's name in the tables; null if no route matches, which is answered with 'not found' later. */
function callOf(c: AppContext): string | null {
  const route = matchedRoute(c);
  return route === undefined ? null : callName(route);
}

function permit(c: AppContext, call: string): void {
  const roles = rolesOfCall(call);
  if (roles === 'anybody') return;
  if (roles === 'sender') return void requireSender(c);
  const mutations = mutationsOfCall(call);
  assert(roles !== undefined || mutations !== undefined, `${call} has no line in domain/people/call-permission.ts`);
  const { role } = requireSession(c);
  const isPermitted = roles
    ? (roles as readonly UserRole[]).includes(role)
    : mutations?.some((name) => mayRun(role, name)) === true;
  if (!isPermitted) throw notPermitted();
}
