import type { MiddlewareHandler } from 'hono';
import { requestHost } from '../request/client-address.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { ApiError } from '../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that come from the browser pages of another site. Such a site can make a browser send the session's
 * cookie, but the browser then names that site in its headers. Callers without a browser send neither header. Requests
 * with a bearer token are not checked, because no other site knows the token.
 */
export function refuseOtherOrigins({ settings }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && c.req.header('authorization') === undefined) requireOwnOrigin(c, settings);
    await next();
  };
}

/** Throws if the request began on another site. Also for forms without a session: no other site may post them. */
export function requireOwnOrigin(c: AppContext, settings: AppDeps['settings']): void {
  if (!isOwnOrigin(c, requestHost(c, settings)))
    throw new ApiError(403, 'Forbidden', 'This request came from another site.');
}

function isOwnOrigin(c: AppContext, host: string): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
