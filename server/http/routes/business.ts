import { Hono } from 'hono';
import type { Business } from '../../../domain/business.ts';
import { businessEdit } from '../../../sync/mutation/business.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { businessAnswer } from '../answers/business.ts';
import type { AppEnv } from '../context.ts';
import { businessInputSchema } from '../inputs/business.ts';
import { addMutationRoute, justWritten } from '../mutation-route.ts';
import { noSuchRow, rowId } from '../no-such-row.ts';
import { plainEdit } from '../plain-edit.ts';
import { invalidInput, readJson } from '../read-json.ts';

const ELSEWHERE = 'This is not changed together with the other details';

/** R-API-37: the details of the business that may be changed. */
export function businessRoutes(ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  addMutationRoute(routes, ports, businessEdit, async (c) => {
    const id = rowId(c.req.param('id'));
    const { slug, currency, ...input } = await readJson(c, businessInputSchema);
    return {
      idCount: 0,
      async args(rows, _ids, { caller }) {
        if (id !== caller.businessId) throw noSuchRow();
        return await plainEdit(rows, 'business', id, (business) => {
          refuseAnother(business, { slug, currency });
          return input;
        });
      },
      data: async (rows) => businessAnswer(await justWritten(rows, 'business', id)),
    };
  });

  return routes;
}

/** A form may send them along as they are; another one is not dropped in silence. */
function refuseAnother(business: Business, given: { slug: unknown; currency: unknown }): void {
  const details = (['slug', 'currency'] as const)
    .filter((field) => given[field] !== undefined && given[field] !== '' && given[field] !== business[field])
    .map((path) => ({ path, message: ELSEWHERE }));
  if (details.length > 0) throw invalidInput(details);
}
