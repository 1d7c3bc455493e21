import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { randomHex } from '../../random.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { matchedRoute } from '../request/matched-route.ts';

/**
 * Gives every request an id and logs one line about it. The line has the route's pattern, never the path or the query,
 * because they may hold phone numbers that a person searched for.
 */
export function logRequests({ clock, random, log }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = randomHex(random, 8);
    c.set('requestId', requestId);
    c.set('session', { refused: 'Sign in to continue.' });
    const startedAtMs = clock.nowMs();
    await next();
    c.res.headers.set('x-request-id', requestId);
    const session = c.get('session');
    const facts = {
      requestId,
      method: c.req.method,
      route: matchedRoute(c)?.path ?? routePath(c),
      status: c.res.status,
      ms: clock.nowMs() - startedAtMs,
    };
    log.info(
      'refused' in session ? facts : { ...facts, businessId: session.businessId, userId: session.userId },
      'request',
    );
  };
}
