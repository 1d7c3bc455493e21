import { Hono } from 'hono';
import { exportNote } from '../../../sync/mutation/shop-export.ts';
import { recordSecurityEvent } from '../../account/security-trail.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { shopExportInputSchema } from '../inputs/shop-export.ts';
import { addMutationRoute } from '../calls/mutation-route.ts';
import { readJson } from '../request/read-json.ts';
import { wasAnswered } from '../request/repeat-key.ts';
import { requireSession } from '../middleware/session.ts';

/** The call by which a client reports that it has exported the shop's data to a file. */
export function exportRoutes(deps: AppDeps, ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  addMutationRoute(routes, ports, exportNote, async (c) => {
    const session = requireSession(c);
    const { businessId, userId, origin } = session;
    const { what } = await readJson(c, shopExportInputSchema);
    const event = { kind: 'exported', businessId, actorUserId: userId, userId: null, detail: { what } } as const;
    if (!(await wasAnswered(c, deps, session))) await recordSecurityEvent(deps, origin, event);
    return { idCount: 0, args: async () => ({ what }), data: async (_rows, args) => args };
  });
  return routes;
}
