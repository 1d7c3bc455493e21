import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Database } from '../../db/database.ts';
import { placeOrder, type PlaceOrderRefusal } from '../../storefront/place-order.ts';
import { mustWait } from '../account-refusal.ts';
import { placedOrderAnswer } from '../answers/order.ts';
import { clientAddress } from '../client-address.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { ApiError, notFound } from '../errors.ts';
import { orderRequestInputSchema, orderRequestOf } from '../inputs/order-request.ts';
import { invalidInput, readJson } from '../read-json.ts';
import { placeOrderPorts } from '../place-order-ports.ts';
import { keyOfAnotherRequest, repeatKey, visitorsKey } from '../repeat-key.ts';

/** What a shop's customers ask, without an account (C-022, C-025, R-GEN-12). */
export function storefrontRoutes(deps: AppDeps, visitors: Database): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const ports = placeOrderPorts(deps, visitors);

  routes.post('/stores/:slug/orders', async (c) => {
    const input = await readJson(c, orderRequestInputSchema);
    const visit = {
      slug: c.req.param('slug'),
      address: clientAddress(c, deps.settings),
      request: orderRequestOf(input),
      repeat: visitorsKey(await repeatKey(c, [])),
    };
    const result = await placeOrder(ports, visit, (order) => ({
      status: 201,
      body: JSON.stringify({ success: true, data: placedOrderAnswer(order) }),
    }));
    if (!result.ok) throw orderError(result.error);
    const { status, body } = result.value;
    return c.body(body, status as ContentfulStatusCode, { 'content-type': 'application/json' }); // one of ours
  });

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
