import { matchedRoutes } from 'hono/route';
import type { AppContext } from './context.ts';

/** The route of ours that a request matches, whoever answers it in the end; undefined where there is none. */
export const matchedRoute = (c: AppContext): { method: string; path: string } | undefined =>
  matchedRoutes(c).find(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'));
