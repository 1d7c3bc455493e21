import { Hono } from 'hono';
import type { Purchase } from '../../../domain/items/purchase.ts';
import type { Supplier } from '../../../domain/people/supplier.ts';
import { purchaseEdit, purchaseReceive, purchaseRemove } from '../../../sync/mutation/purchase.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import type { Sql } from '../../db/database.ts';
import { readRows } from '../../db/queries/row.ts';
import { listPurchases } from '../../db/queries/shop-list.ts';
import type { PlainFacts, PlainPorts } from '../../mutate/plain-call.ts';
import { purchaseWithSupplier } from '../../mutate/purchase-with-supplier.ts';
import { answer } from '../answer.ts';
import { purchaseAnswer, purchaseEventAnswer } from '../answers/purchase.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { answerPage, answerRows, listQueryOf, paginationOf } from '../inputs/list-query.ts';
import {
  newPurchaseInputSchema,
  newPurchaseOf,
  purchaseChangeInputSchema,
  purchaseChangeOf,
} from '../inputs/purchase.ts';
import { addMutationRoute, addSharedRoute, justWritten } from '../calls/mutation-route.ts';
import { noSuchRow, rowId } from '../calls/no-such-row.ts';
import { invalidInput, readJson } from '../request/read-json.ts';
import { readShop, requireRow } from '../calls/read-shop.ts';
import { requireSession, type Session } from '../middleware/session.ts';

/** Calls for purchases (R-API-34, C-122). */
export function purchaseRoutes({ database }: AppDeps, ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  addReads(routes, database);
  addActs(routes, ports);
  return routes;
}

function addReads(routes: Hono<AppEnv>, database: AppDeps['database']): void {
  routes.get('/purchases', async (c) => {
    const session = requireSession(c);
    const wanted = listQueryOf(c);
    const { rows, total, answerOf } = await readShop(database, session, async (sql) => {
      const listed = await listPurchases(sql, session.businessId, wanted);
      return { ...listed, answerOf: await withSuppliers(sql, session, listed.rows) };
    });
    return answerRows(c, rows, answerOf, paginationOf(wanted, total));
  });

  routes.get('/purchases/:id', async (c) => {
    const session = requireSession(c);
    const id = rowId(c.req.param('id'));
    const data = await readShop(database, session, async (sql) => {
      const purchase = await requireRow(sql, session, 'purchase', id);
      return (await withSuppliers(sql, session, [purchase]))(purchase);
    });
    return answer(c, data);
  });

  routes.get('/purchases/:id/history', async (c) => {
    const session = requireSession(c);
    const id = rowId(c.req.param('id'));
    const purchase = await readShop(database, session, (sql) => requireRow(sql, session, 'purchase', id));
    return answerPage(c, [...purchase.history.entries()], ([index, event]) =>
      purchaseEventAnswer(event, index + 1, id),
    );
  });
}

/** Returns a function from a purchase to its response, with the present supplier. A removed supplier has no row. */
async function withSuppliers(
  sql: Sql,
  { businessId }: Pick<Session, 'businessId'>,
  purchases: readonly Purchase[],
): Promise<(purchase: Purchase) => object> {
  const ids = [...new Set(purchases.map(({ supplierId }) => supplierId))];
  const found = await readRows(sql, businessId, 'supplier', ids);
  // The cast is safe: the rows were read from this table.
  const suppliersById = new Map(found.map(({ id, row }) => [id, row as Supplier | null]));
  return (each) => purchaseAnswer(each, suppliersById.get(each.supplierId) ?? undefined, businessId);
}

function addActs(routes: Hono<AppEnv>, ports: PlainPorts): void {
  addMutationRoute(routes, ports, purchaseWithSupplier, async (c) => {
    const input = await readJson(c, newPurchaseInputSchema);
    return {
      idCount: 2 + input.items.length,
      args: (rows, ids, facts) => newPurchaseOf(input, rows, ids, facts),
      data: (rows, { purchase }, facts) => asItNowIs(rows, purchase.id, facts),
    };
  });

  addSharedRoute(routes, ports, [purchaseEdit, purchaseReceive], async (c, run) => {
    const id = rowId(c.req.param('id'));
    const input = await readJson(c, purchaseChangeInputSchema);
    const shared = {
      idCount: 0,
      data: (rows: MutationTx, _args: unknown, facts: PlainFacts) => asItNowIs(rows, id, facts),
    };
    if (input.status === 'completed') {
      const { status: _status, ...others } = input;
      if (Object.values(others).some((value) => value !== undefined))
        throw invalidInput([{ path: 'status', message: 'Mark it as received by itself, then change the rest' }]);
      return await run(purchaseReceive, {
        ...shared,
        async args(rows) {
          await requireLiving(rows, id);
          return { id };
        },
      });
    }
    return await run(purchaseEdit, {
      ...shared,
      async args(rows, _ids, { caller }) {
        const purchase = await requireLiving(rows, id);
        const { timeZone = 'UTC' } = (await rows.get('business', caller.businessId)) ?? {};
        return { id, change: purchaseChangeOf(input, timeZone, purchase), isCancelled: input.status === 'cancelled' };
      },
    });
  });

  addMutationRoute(routes, ports, purchaseRemove, async (c) => {
    const id = rowId(c.req.param('id'));
    return { idCount: 0, args: async () => ({ id }), data: async () => ({ id }) };
  });
}

/**
 * Returns the purchase. Throws if it was removed. The caller can see that; only a device that did not know brings it back (M27).
 */
async function requireLiving(rows: MutationTx, id: number): Promise<Purchase> {
  const purchase = await rows.get('purchase', id);
  if (!purchase) throw noSuchRow();
  return purchase;
}

export async function asItNowIs(rows: MutationTx, id: number, { caller }: PlainFacts) {
  const purchase = await justWritten(rows, 'purchase', id);
  return purchaseAnswer(purchase, await rows.get('supplier', purchase.supplierId), caller.businessId);
}
