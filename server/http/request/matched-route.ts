import { matchedRoutes } from 'hono/route';
import type { AppContext } from '../context.ts';

/** The route that a request matches, even when a middleware answers it; undefined when there is none. */
export const matchedRoute = (c: AppContext): { method: string; path: string } | undefined =>
  matchedRoutes(c).find(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'));
