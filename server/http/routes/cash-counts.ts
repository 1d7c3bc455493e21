import { Hono } from 'hono';
import { cashCount } from '../../../sync/mutation/cash-count.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { cashCountAnswer } from '../answers/cash-count.ts';
import type { AppEnv } from '../context.ts';
import { cashCountInputSchema, cashCountOf } from '../inputs/cash-count.ts';
import { addMutationRoute, justWritten } from '../calls/mutation-route.ts';
import { readJson } from '../request/read-json.ts';

/** The call that records a cash count (G28). */
export function cashCountRoutes(ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  addMutationRoute(routes, ports, cashCount, async (c) => {
    const input = await readJson(c, cashCountInputSchema);
    return {
      idCount: 1,
      args: async (rows, [id = 0], { caller }) =>
        cashCountOf(input, id, await justWritten(rows, 'business', caller.businessId)),
      data: async (rows, { id }) => cashCountAnswer(await justWritten(rows, 'cashCount', id)),
    };
  });
  return routes;
}
