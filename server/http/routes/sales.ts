import { Hono } from 'hono';
import { CANCEL_REFUNDS_MAX } from '../../../domain/sales/sale-payment.ts';
import { saleCreate } from '../../../sync/mutation/sale.ts';
import { saleCancel } from '../../../sync/mutation/sale-cancel.ts';
import { listSales } from '../../db/queries/shop-list.ts';
import { readUser } from '../../db/queries/user.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { answer } from '../answer.ts';
import { saleAnswer, saleDetailsAnswer } from '../answers/sale.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { answerRows, listQueryOf, paginationOf } from '../inputs/list-query.ts';
import { newSaleInputSchema, newSaleOf, saleCancelInputSchema, saleCancelOf } from '../inputs/sale.ts';
import { addMutationRoute } from '../calls/mutation-route.ts';
import { rowId } from '../calls/no-such-row.ts';
import { readJson } from '../request/read-json.ts';
import { readShop, requireRow } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';
import { addSaleMoneyRoutes, detailsOf } from './sale-money.ts';

/** Calls for sales (R-API-19 … R-API-22). */
export function saleRoutes({ database }: AppDeps, ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/sales', async (c) => {
    const session = requireSession(c);
    const wanted = listQueryOf(c);
    const { rows, total } = await readShop(database, session, (sql) => listSales(sql, session.businessId, wanted));
    return answerRows(c, rows, (sale) => saleAnswer(sale, session.businessId), paginationOf(wanted, total));
  });

  routes.get('/sales/:id', async (c) => {
    const session = requireSession(c);
    const id = rowId(c.req.param('id'));
    const data = await readShop(database, session, async (sql) => {
      const sale = await requireRow(sql, session, 'sale', id);
      const business = await requireRow(sql, session, 'business', session.businessId);
      return saleDetailsAnswer(sale, business, await readUser(sql, session.businessId, sale.createdByUserId));
    });
    return answer(c, data);
  });

  addMutationRoute(routes, ports, saleCreate, async (c) => {
    const input = await readJson(c, newSaleInputSchema);
    return {
      // Ids for the sale, its lines and its payments; the first payment has the sale's own id.
      idCount: 1 + input.items.length + Math.max(0, (input.payments?.length ?? 1) - 1),
      args: (rows, ids, facts) => newSaleOf(input, rows, ids, facts),
      data: (rows, { id }, { caller }) => detailsOf(rows, id, caller.businessId),
    };
  });

  addMutationRoute(routes, ports, saleCancel, async (c) => {
    const id = rowId(c.req.param('id'));
    const input = await readJson(c, saleCancelInputSchema);
    return {
      idCount: CANCEL_REFUNDS_MAX,
      args: (rows, ids) => saleCancelOf(input, id, rows, ids),
      data: (rows, _args, { caller }) => detailsOf(rows, id, caller.businessId),
    };
  });

  addSaleMoneyRoutes(routes, ports);
  return routes;
}
