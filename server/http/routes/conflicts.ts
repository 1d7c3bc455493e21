import { Hono } from 'hono';
import { conflictSettle } from '../../../sync/mutation/conflict.ts';
import { isVisible, projectRow } from '../../../sync/protocol/projection.ts';
import { listConflicts } from '../../db/queries/look-up.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { conflictAnswer } from '../answers/conflict.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { settlingInputSchema } from '../inputs/conflict.ts';
import { answerPage } from '../inputs/list-query.ts';
import { addMutationRoute, justWritten } from '../calls/mutation-route.ts';
import { noSuchRow, rowId } from '../calls/no-such-row.ts';
import { readJson } from '../request/read-json.ts';
import { readShop } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';

/** Calls for conflicts: two users' values of one field, and the choice between them. */
export function conflictRoutes({ database }: AppDeps, ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/conflicts', async (c) => {
    const { businessId, role } = requireSession(c);
    const all = await readShop(database, { businessId }, (sql) => listConflicts(sql, businessId));
    const seen = all.filter((conflict) => isVisible('conflict', conflict, role));
    return answerPage(c, seen, (conflict) => conflictAnswer(projectRow('conflict', conflict, role)));
  });

  addMutationRoute(routes, ports, conflictSettle, async (c) => {
    const id = rowId(c.req.param('id'));
    const { keep } = await readJson(c, settlingInputSchema);
    return {
      idCount: 0,
      // A plain call settles the conflict with its present two sides.
      async args(rows, _ids, { role }) {
        const conflict = await rows.get('conflict', id);
        if (!conflict || !isVisible('conflict', conflict, role)) throw noSuchRow();
        return { id, keep, mine: conflict.mine.values, theirs: conflict.theirs.values };
      },
      data: async (rows) => conflictAnswer(await justWritten(rows, 'conflict', id)),
    };
  });

  return routes;
}
