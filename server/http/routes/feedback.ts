import { Hono } from 'hono';
import { feedbackSend } from '../../../sync/mutation/feedback.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import type { AppEnv } from '../context.ts';
import { feedbackInputSchema } from '../inputs/feedback.ts';
import { addMutationRoute } from '../calls/mutation-route.ts';
import { readJson } from '../request/read-json.ts';

/** The call that records feedback (C-026). */
export function feedbackRoutes(ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  addMutationRoute(routes, ports, feedbackSend, async (c) => {
    const input = await readJson(c, feedbackInputSchema);
    return { idCount: 1, args: async (_rows, [id = 0]) => ({ id, ...input }), data: async (_rows, args) => args };
  });
  return routes;
}
