import { Hono } from 'hono';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { customerRoutes } from '../routes/customers.ts';
import { supplierRoutes } from '../routes/suppliers.ts';
import { saleRoutes } from '../routes/sales.ts';
import { paymentMethodRoutes } from '../routes/payment-methods.ts';
import { orderRoutes } from '../routes/orders.ts';
import { purchaseRoutes } from '../routes/purchases.ts';
import { cashCountRoutes } from '../routes/cash-counts.ts';

/** Registers the calls for sales, orders and purchases, customers and suppliers. */
export function tradeCalls(deps: AppDeps, ports: PlainPorts): Hono<AppEnv> {
  const calls = new Hono<AppEnv>();
  calls.route('/', customerRoutes(deps, ports));
  calls.route('/', supplierRoutes(deps, ports));
  calls.route('/', saleRoutes(deps, ports));
  calls.route('/', paymentMethodRoutes(deps, ports));
  calls.route('/', orderRoutes(deps, ports));
  calls.route('/', purchaseRoutes(deps, ports));
  calls.route('/', cashCountRoutes(ports));
  return calls;
}
