import type { MiddlewareHandler } from 'hono';
import { requestHost } from '../request/client-address.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { ApiError } from '../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A change that carries the session's cookie must come from Kaunta's own pages: another site can make a browser send
 * the cookie, but cannot make it lie about where the request began. Callers without a browser send neither header,
 * and those with a bearer token prove themselves by it.
 */
export function refuseOtherOrigins({ settings }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && c.req.header('authorization') === undefined) requireOwnOrigin(c, settings);
    await next();
  };
}

/** The same for a form of a page that asks for no session: another site cannot make its visitors send it. */
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
