import type { MiddlewareHandler } from 'hono';
import { assert } from '../../domain/assert.ts';
import { rolesOfCall } from '../../domain/call-permission.ts';
import { mayRun, type PermittedMutation } from '../../domain/permission.ts';
import type { UserRole } from '../../domain/user.ts';
import { MUTATIONS } from '../../sync/mutation/registry.ts';
import type { AppContext, AppEnv } from './context.ts';
import { notPermitted } from './errors.ts';
import { matchedRoute } from './matched-route.ts';
import { requireSender, requireSession } from './session.ts';

/** Each call that is a mutation, or several, 'METHOD /path/{id}'. */
const mutationsByCall = new Map<string, PermittedMutation[]>();
for (const { name, call } of Object.values(MUTATIONS)) {
  const key = `${call.method} ${call.path}`;
  mutationsByCall.set(key, [...(mutationsByCall.get(key) ?? []), name]);
}

/**
 * Lets nobody ask what the table of permissions does not allow them, whatever the route itself looks at. A call that
 * stands in no table is a mistake of ours, and is answered to nobody.
 */
export const permitCalls: MiddlewareHandler<AppEnv> = async (c, next) => {
  const call = callOf(c);
  if (call !== null) permit(c, call);
  await next();
};

/** The call as the tables name it; null where no route of ours matches, which is 'not found'. */
function callOf(c: AppContext): string | null {
  const route = matchedRoute(c);
  if (route === undefined) return null;
  return `${route.method} ${route.path.replace(/^\/api(\/v1)?/, '').replaceAll(/:(\w+)/g, '{$1}')}`;
}

function permit(c: AppContext, call: string): void {
  const roles = rolesOfCall(call);
  if (roles === 'anybody') return;
  if (roles === 'sender') return void requireSender(c);
  const mutations = mutationsByCall.get(call);
  assert(roles !== undefined || mutations !== undefined, `${call} has no line in domain/call-permission.ts`);
  const { role } = requireSession(c);
  const isPermitted = roles
    ? (roles as readonly UserRole[]).includes(role)
    : mutations?.some((name) => mayRun(role, name)) === true;
  if (!isPermitted) throw notPermitted();
}
