import type { Database } from '../../db/database.ts';
import { orderLimit, orderRequestLimit, type PlaceOrderPorts } from '../../storefront/place-order.ts';
import { alertOfOrder } from '../../web-push/order-alert.ts';
import type { AppDeps } from '../context.ts';

/** Creates the ports for placing an order. The API and the form of the storefront share them. */
export const placeOrderPorts = (deps: AppDeps, visitors: Database): PlaceOrderPorts => ({
  ...deps,
  database: visitors,
  limit: orderLimit(visitors, deps.pepper),
  requests: orderRequestLimit(visitors, deps.pepper),
  alert: (businessId, order) => void alertOfOrder(deps, businessId, order),
});
