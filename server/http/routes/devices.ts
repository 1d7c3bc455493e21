import { Hono } from 'hono';
import { listDevices } from '../../db/queries/device.ts';
import { deviceAnswer } from '../answers/device.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { answerPage } from '../inputs/list-query.ts';
import { readShop } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';

/** The list of the shop's devices, for its admins (SYN-28, domain/people/call-permission.ts). */
export function deviceRoutes({ database }: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/devices', async (c) => {
    const session = requireSession(c);
    const devices = await readShop(database, session, (sql) => listDevices(sql, session.businessId));
    return answerPage(c, devices, deviceAnswer);
  });

  return routes;
}
