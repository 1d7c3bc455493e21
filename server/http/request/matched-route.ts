import { matchedRoutes } from 'hono/route';
import type { AppContext } from '../context.ts';

/** Returns the route that a request matches, even if a middleware answers it; undefined if there is none. */
export const matchedRoute = (c: AppContext): { method: string; path: string } | undefined =>
  matchedRoutes(c).find(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'));
