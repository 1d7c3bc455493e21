import { Hono } from 'hono';
import { answer } from '../answer.ts';
import type { AppDeps, AppEnv } from '../context.ts';

/** GET /version (R-API-39). */
export function versionRoutes({ version }: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/version', (c) => answer(c, { version }));
  return routes;
}
