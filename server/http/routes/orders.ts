import { Hono } from 'hono';
import type { Item } from '../../../domain/items/item.ts';
import type { Order } from '../../../domain/sales/order.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import { orderCancel, orderConfirm, orderFulfill } from '../../../sync/mutation/order.ts';
import type { Sql } from '../../db/database.ts';
import { readRows } from '../../db/queries/row.ts';
import { listOrders } from '../../db/queries/shop-list.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { answer } from '../answer.ts';
import { orderAnswer, type OrderedItems, orderedItemIds } from '../answers/order.ts';
import { saleAnswer } from '../answers/sale.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { answerRows, orderListQueryOf, paginationOf } from '../inputs/list-query.ts';
import { fulfilmentInputSchema, fulfilmentOf, orderStatusInputSchema } from '../inputs/order.ts';
import { addMutationRoute, addSharedRoute, justWritten } from '../calls/mutation-route.ts';
import { rowId } from '../calls/no-such-row.ts';
import { readJson, readOptionalJson } from '../request/read-json.ts';
import { readShop, requireRow } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';

/** Calls for orders that were placed on the storefront (R-API-12 … R-API-17). */
export function orderRoutes({ database }: AppDeps, ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/orders', async (c) => {
    const session = requireSession(c);
    const { status, ...wanted } = orderListQueryOf(c);
    const { rows, total, items } = await readShop(database, session, async (sql) => {
      const listed = await listOrders(sql, session.businessId, wanted, status);
      return { ...listed, items: await readItems(sql, session.businessId, listed.rows) };
    });
    return answerRows(c, rows, (order) => orderAnswer(order, session.businessId, items), paginationOf(wanted, total));
  });

  routes.get('/orders/:id', async (c) => {
    const session = requireSession(c);
    const id = rowId(c.req.param('id'));
    const { order, items } = await readShop(database, session, async (sql) => {
      const found = await requireRow(sql, session, 'order', id);
      return { order: found, items: await readItems(sql, session.businessId, [found]) };
    });
    return answer(c, orderAnswer(order, session.businessId, items));
  });

  addSharedRoute(routes, ports, [orderConfirm, orderCancel], async (c, run) => {
    const id = rowId(c.req.param('id'));
    const { status } = await readJson(c, orderStatusInputSchema);
    return await run(status === 'confirmed' ? orderConfirm : orderCancel, {
      idCount: 0,
      args: async () => ({ id }),
      async data(rows, _args, { caller }) {
        const order = await justWritten(rows, 'order', id);
        return orderAnswer(order, caller.businessId, await itemsOf(rows, order));
      },
    });
  });

  addMutationRoute(routes, ports, orderFulfill, async (c) => {
    const id = rowId(c.req.param('id'));
    const input = await readOptionalJson(c, fulfilmentInputSchema);
    return {
      idCount: 1,
      args: (rows, [saleId = 0], facts) => fulfilmentOf(input, id, rows, saleId, facts),
      async data(rows, _args, { caller }) {
        const order = await justWritten(rows, 'order', id);
        const sale = order.saleId === null ? undefined : await rows.get('sale', order.saleId);
        return {
          ...orderAnswer(order, caller.businessId, await itemsOf(rows, order)),
          sale: sale ? saleAnswer(sale, caller.businessId) : null,
        };
      },
    };
  });

  return routes;
}

async function readItems(sql: Sql, businessId: number, orders: readonly Order[]): Promise<OrderedItems> {
  const found = await readRows(sql, businessId, 'item', orderedItemIds(orders));
  // The cast is safe: the rows were read from this table.
  return new Map(found.flatMap(({ row }) => (row === null ? [] : [[row.id, row as Item]])));
}

/** Reads the items of an order inside a mutation. */
async function itemsOf(rows: MutationTx, order: Order): Promise<OrderedItems> {
  const items = await rows.getMany('item', orderedItemIds([order]));
  return new Map(items.flatMap((item) => (item === undefined ? [] : [[item.id, item]])));
}
