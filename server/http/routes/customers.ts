import { Hono } from 'hono';
import { customerBalance } from '../../../domain/people/customer-balance.ts';
import { customerCreate, customerEdit, customerRemove } from '../../../sync/mutation/customer.ts';
import { readSalesOfCustomer } from '../../db/queries/look-up.ts';
import { listCustomers } from '../../db/queries/shop-list.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { answer } from '../answer.ts';
import { balanceAnswer, customerAnswer } from '../answers/customer.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { customerChangeInputSchema, newCustomerInputSchema } from '../inputs/customer.ts';
import { answerRows, listQueryOf, paginationOf } from '../inputs/list-query.ts';
import { addMutationRoute, justWritten } from '../calls/mutation-route.ts';
import { rowId } from '../calls/no-such-row.ts';
import { plainEdit } from '../calls/plain-edit.ts';
import { readJson } from '../request/read-json.ts';
import { readShop, requireRow } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';
import { addCustomerPaymentRoute } from './customer-payment.ts';

/** Calls for customers (R-API-23). */
export function customerRoutes({ database }: AppDeps, ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/customers', async (c) => {
    const session = requireSession(c);
    const wanted = listQueryOf(c);
    const { rows, total } = await readShop(database, session, (sql) => listCustomers(sql, session.businessId, wanted));
    return answerRows(c, rows, (customer) => customerAnswer(customer, session.businessId), paginationOf(wanted, total));
  });

  routes.get('/customers/:id', async (c) => {
    const session = requireSession(c);
    const id = rowId(c.req.param('id'));
    const data = await readShop(database, session, async (sql) => {
      const customer = await requireRow(sql, session, 'customer', id);
      const { currency } = await requireRow(sql, session, 'business', session.businessId);
      const sales = await readSalesOfCustomer(sql, session.businessId, id);
      return { ...customerAnswer(customer, session.businessId), ...balanceAnswer(customerBalance(sales, currency)) };
    });
    return answer(c, data);
  });

  addMutationRoute(routes, ports, customerCreate, async (c) => {
    const input = await readJson(c, newCustomerInputSchema);
    return {
      idCount: 1,
      args: async (_rows, [id = 0]) => ({ id, ...input }),
      data: async (rows, { id }, { caller }) =>
        customerAnswer(await justWritten(rows, 'customer', id), caller.businessId),
    };
  });

  addMutationRoute(routes, ports, customerEdit, async (c) => {
    const id = rowId(c.req.param('id'));
    const input = await readJson(c, customerChangeInputSchema);
    return {
      idCount: 0,
      args: (rows) => plainEdit(rows, 'customer', id, () => input),
      data: async (rows, _args, { caller }) =>
        customerAnswer(await justWritten(rows, 'customer', id), caller.businessId),
    };
  });

  addCustomerPaymentRoute(routes, database, ports);

  addMutationRoute(routes, ports, customerRemove, async (c) => {
    const id = rowId(c.req.param('id'));
    return { idCount: 0, args: async () => ({ id, base: {} }), data: async () => ({ id }) };
  });

  return routes;
}
