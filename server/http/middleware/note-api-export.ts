import type { MiddlewareHandler } from 'hono';
import { recordSecurityEvent } from '../../account/security-trail.ts';
import { callName } from '../request/call-name.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { matchedRoute } from '../request/matched-route.ts';

/**
 * The calls that answer with a list of the shop's data, and the name of the list in the trail. Kaunta's devices read
 * only counts from them, because they sync their copy by other calls.
 */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['GET /items', 'items'],
  ['GET /items/search/{term}', 'items'],
  ['GET /products', 'items'],
  ['GET /customers', 'customers'],
  ['GET /suppliers', 'suppliers'],
  ['GET /suppliers/search/{term}', 'suppliers'],
  ['GET /sales', 'sales'],
  ['GET /orders', 'orders'],
  ['GET /purchases', 'purchases'],
]);

/** The query for a count. A device asks for it during its first sync, so it is not recorded as an export. */
const COUNT_QUERY = '?limit=1';

const NOTED_AGAIN_AFTER_MS = 60 * 60 * 1000;
const REMEMBERED_MAX = 10_000;

/** Records in the security trail that an API client has read a list: once an hour for each session and list. */
export function noteApiExports(deps: AppDeps): MiddlewareHandler<AppEnv> {
  const notedMs = new Map<string, number>();
  return async (c, next) => {
    await next();
    const route = matchedRoute(c);
    const what = route && LISTS.get(callName(route));
    const session = c.get('session');
    if (new URL(c.req.url).search === COUNT_QUERY) return;
    if (what === undefined || c.res.status !== 200 || 'refused' in session) return;
    const key = `${session.sessionId}:${what}`;
    const nowMs = deps.clock.nowMs();
    if (nowMs - (notedMs.get(key) ?? -Infinity) < NOTED_AGAIN_AFTER_MS) return;
    if (notedMs.size >= REMEMBERED_MAX) notedMs.clear();
    notedMs.set(key, nowMs);
    const { businessId, userId, origin } = session;
    await recordSecurityEvent(deps, origin, {
      ...{ kind: 'exported', businessId, actorUserId: userId, userId: null },
      detail: { what, by: 'api' },
    });
  };
}
