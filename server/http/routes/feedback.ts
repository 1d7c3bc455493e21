import * as v from 'valibot';
import { Hono } from 'hono';
import { newFeedbackSchema } from '../../../domain/feedback.ts';
import { inputObject } from '../../../domain/input-object.ts';
import { feedbackSend } from '../../../sync/mutation/feedback.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import type { AppEnv } from '../context.ts';
import { optionalText } from '../inputs/text.ts';
import { addMutationRoute } from '../mutation-route.ts';
import { readJson } from '../read-json.ts';

const rules = newFeedbackSchema.entries;
const feedbackInputSchema = inputObject({
  rating: rules.rating,
  message: v.optional(optionalText(rules.message), null),
});

/** C-026. */
export function feedbackRoutes(ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  addMutationRoute(routes, ports, feedbackSend, async (c) => {
    const input = await readJson(c, feedbackInputSchema);
    return { idCount: 1, args: async (_rows, [id = 0]) => ({ id, ...input }), data: async (_rows, args) => args };
  });
  return routes;
}
