import { Hono } from 'hono';
import { type Readiness, watchReadiness } from '../../db/readiness.ts';
import type { AppDeps, AppEnv } from '../context.ts';

/**
 * GET /healthz: 200 if this process can read its database, else 503.
 * GET /readyz: 200 if it can also write to the database, else 503 with the reason.
 */
export function healthRoutes({ database, log, clock }: AppDeps): Hono<AppEnv> {
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

  const readiness: Readiness = watchReadiness({ database, log, clock });
  routes.get('/readyz', async (c) => {
    c.header('cache-control', 'no-store');
    const reason = await readiness();
    return reason === null ? c.json({ status: 'ok' }) : c.json({ status: 'unavailable', reason }, 503);
  });
  return routes;
}
