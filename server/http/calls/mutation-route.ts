import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { assert } from '../../../domain/assert.ts';
import { CUSTOMER_IN_USE } from '../../../domain/people/customer.ts';
import { IMAGE_REFUSALS } from '../../../domain/items/item-image.ts';
import { METHOD_IN_USE, METHOD_READONLY } from '../../../domain/sales/payment-method.ts';
import type { PermittedMutation } from '../../../domain/people/permission.ts';
import type { Mutation, MutationTx } from '../../../sync/mutation/mutation.ts';
import type { Rows, TableName } from '../../../sync/protocol/tables.ts';
import { type PlainCall, type PlainFacts, type PlainPorts, runPlainCall } from '../../mutate/plain-call.ts';
import type { AppContext, AppEnv } from '../context.ts';
import { ApiError, notPermitted } from '../errors.ts';
import { noSuchRow } from './no-such-row.ts';
import { invalidInput } from '../request/read-json.ts';
import { doneBefore, keyOfAnotherRequest, repeatKey } from '../request/repeat-key.ts';
import { requireSession } from '../middleware/session.ts';

/** One request's call of a mutation: its arguments, and the row for the response. */
export interface RouteCall<Args> extends Pick<PlainCall<Args>, 'idCount' | 'args'> {
  /** Returns the row for the response, reduced to what the role may see. */
  data(rows: MutationTx, args: Args, facts: PlainFacts): Promise<object>;
}

type AnyRouteMutation = Pick<Mutation<PermittedMutation, never>, 'name' | 'call'>;

/**
 * Adds the REST route that a mutation declares, so that a plain request runs the same code as a queued change
 * (docs/sync.md, 'The registry of mutations'). `read` turns the request into the mutation's arguments.
 */
export function addMutationRoute<Args>(
  routes: Hono<AppEnv>,
  ports: PlainPorts,
  mutation: Mutation<PermittedMutation, Args>,
  read: (c: AppContext) => Promise<RouteCall<Args>>,
): void {
  addSharedRoute(routes, ports, [mutation], async (c, run) => await run(mutation, await read(c)));
}

/** Runs the mutation that the request's body selects. */
export type RunCall = <Args>(mutation: Mutation<PermittedMutation, Args>, call: RouteCall<Args>) => Promise<Response>;

/** Adds one route for several mutations. `choose` reads the request's body and runs one of them. */
export function addSharedRoute(
  routes: Hono<AppEnv>,
  ports: PlainPorts,
  mutations: readonly [AnyRouteMutation, ...AnyRouteMutation[]],
  choose: (c: AppContext, run: RunCall) => Promise<Response>,
): void {
  const { method, path } = mutations[0].call;
  assert(
    mutations.every(({ call }) => call.method === method && call.path === path),
    'Mutations of one route are one call',
  );
  routes.on(method, routePattern(path), async (c) => {
    return await choose(c, (mutation, call) => runCall(c, ports, mutation, call));
  });
}

async function runCall<Args>(
  c: AppContext,
  ports: PlainPorts,
  mutation: Mutation<PermittedMutation, Args>,
  { idCount, args, data }: RouteCall<Args>,
): Promise<Response> {
  const session = requireSession(c);
  const status = mutation.call.method === 'POST' ? 201 : 200;
  const answer: PlainCall<Args>['answer'] = async (rows, done, facts) => ({
    status,
    body: JSON.stringify({ success: true, data: await data(rows, done, facts) }),
  });
  const result = await runPlainCall(
    ports,
    session,
    { mutation, idCount, args, answer },
    await repeatKey(c, [session.userId, session.role]),
  );
  switch (result.kind) {
    case 'answered':
      return c.body(result.body, result.status as ContentfulStatusCode, { 'content-type': 'application/json' }); // one of ours
    case 'key_of_another_request':
      throw keyOfAnotherRequest();
    case 'done_before':
      throw doneBefore();
    case 'invalid':
      throw invalidInput(result.details);
    case 'signed_out':
      throw new ApiError(401, 'Unauthorized', 'Your account is no longer active.');
    case 'refused':
      throw refusalOfCode(result.code);
  }
}

/** Returns a row that this call has written or read, so that it must exist. */
export async function justWritten<T extends TableName>(rows: MutationTx, table: T, id: number): Promise<Rows[T]> {
  const row = await rows.get(table, id);
  assert(row, 'A row that was just written can be read');
  return row;
}

/** Converts a path such as '/items/{id}/stock' to the router's '/items/:id/stock'. */
export const routePattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** The messages of refusals by code. Some texts are those of the specification (R-CUST-26, R-PAY-17, R-PAY-18). */
const REFUSED: Readonly<Partial<Record<string, string>>> = {
  too_many_images: IMAGE_REFUSALS.too_many.message,
  purchase_cancelled: 'This purchase was cancelled.',
  order_cancelled: 'This order was cancelled.',
  order_fulfilled: 'This order is already fulfilled. Cancel its sale instead.',
  order_not_confirmed: 'Confirm this order first.',
  customer_in_use: CUSTOMER_IN_USE,
  method_in_use: METHOD_IN_USE,
  method_readonly: METHOD_READONLY,
};

function refusalOfCode(code: string): ApiError {
  if (code === 'not_permitted') return notPermitted();
  if (code === 'not_found' || code === 'item_missing') return noSuchRow();
  return new ApiError(409, 'Not accepted', REFUSED[code] ?? 'The change does not fit what is stored.', {
    details: [{ path: '', message: code }],
  });
}
