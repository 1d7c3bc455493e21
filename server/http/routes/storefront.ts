import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Database } from '../../db/database.ts';
import type { RepeatKey } from '../../mutate/plain-call.ts';
import { admitOrder, placeOrder, type PlaceOrderRefusal } from '../../storefront/place-order.ts';
import { mustWait } from '../calls/account-refusal.ts';
import { placedOrderAnswer } from '../answers/order.ts';
import { clientAddress } from '../request/client-address.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { orderRequestInputSchema, orderRequestOf } from '../inputs/order-request.ts';
import { invalidInput, readJson } from '../request/read-json.ts';
import { placeOrderPorts } from '../calls/place-order-ports.ts';
import { keyOfAnotherRequest, repeatKey, visitorsKey } from '../request/repeat-key.ts';

/** Calls for visitors of a storefront, who are no users (C-022, C-025, R-GEN-12). */
export function storefrontRoutes(deps: AppDeps, visitors: Database): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const ports = placeOrderPorts(deps, visitors);

  routes.post('/stores/:slug/orders', async (c) => {
    const from = {
      slug: c.req.param('slug'),
      address: clientAddress(c, deps.settings),
      repeat: visitorsKey(await repeatKey(c, [])),
    };
    const admitted = await admitOrder(ports, from);
    if (!admitted.ok) throw orderError(admitted.error);
    const { status, body } = admitted.value ?? (await place(c, from));
    // The cast is safe: the server itself sent or stored this status.
    return c.body(body, status as ContentfulStatusCode, { 'content-type': 'application/json' });
  });

  async function place(c: AppContext, from: { slug: string; address: string; repeat: RepeatKey | null }) {
    const request = orderRequestOf(await readJson(c, orderRequestInputSchema));
    const result = await placeOrder(ports, { ...from, request, currency: null }, (order) => ({
      status: 201,
      body: JSON.stringify({ success: true, data: placedOrderAnswer(order) }),
    }));
    if (!result.ok) throw orderError(result.error);
    return result.value;
  }

  return routes;
}

const PRICES_CHANGED = 'The prices have changed. Please look at your order again.';

function orderError(refusal: PlaceOrderRefusal): ApiError {
  switch (refusal.code) {
    case 'no_store':
      return notFound('There is no store at this address.');
    case 'wait':
      return mustWait(refusal.waitMs, 'Too many orders', 'Many orders were placed just now.');
    case 'key_of_another_request':
      return keyOfAnotherRequest();
    case 'line':
      return invalidInput([{ path: `items.${refusal.index}`, message: refusal.message }]);
    case 'total_differs':
      return new ApiError(409, 'Not accepted', PRICES_CHANGED, {
        details: [{ path: 'totalAmount', message: PRICES_CHANGED }],
      });
  }
}
