import { Hono } from 'hono';
import type { AppDeps, AppEnv } from '../context.ts';

/** GET /healthz: whether this process can serve, which it cannot without its database. */
export function healthRoutes({ database, log }: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/healthz', async (c) => {
    c.header('cache-control', 'no-store');
    try {
      await database.transaction({ businessId: null, readOnly: true }, (sql) => sql.query('select 1 as one'));
      return c.json({ status: 'ok' });
    } catch (error) {
      log.warn({ error }, 'The database does not answer');
      return c.json({ status: 'unavailable' }, 503);
    }
  });
  return routes;
}
