import { Hono } from 'hono';
import { behindAliases, supplierCreate, supplierEdit, supplierRemove } from '../../../sync/mutation/supplier.ts';
import { listSuppliers } from '../../db/queries/shop-list.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { answer } from '../answer.ts';
import { supplierAnswer } from '../answers/supplier.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { answerRows, listQueryOf, paginationOf, searchTerm } from '../inputs/list-query.ts';
import { newSupplierInputSchema, supplierChangeInputSchema } from '../inputs/supplier.ts';
import { addMutationRoute, justWritten } from '../calls/mutation-route.ts';
import { rowId } from '../calls/no-such-row.ts';
import { plainEdit } from '../calls/plain-edit.ts';
import { readJson } from '../request/read-json.ts';
import { readShop, requireRow } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';

/** A picker shows no more results at once. */
const SEARCH_RESULTS_MAX = 20;

/** Calls for suppliers (R-API-33). */
export function supplierRoutes({ database }: AppDeps, ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/suppliers', async (c) => {
    const session = requireSession(c);
    const wanted = listQueryOf(c);
    const { rows, total } = await readShop(database, session, (sql) => listSuppliers(sql, session.businessId, wanted));
    return answerRows(c, rows, (supplier) => supplierAnswer(supplier, session.businessId), paginationOf(wanted, total));
  });

  routes.get('/suppliers/search/:term', async (c) => {
    const session = requireSession(c);
    const wanted = { q: searchTerm(c.req.param('term')), page: 1, limit: SEARCH_RESULTS_MAX };
    const { rows } = await readShop(database, session, (sql) => listSuppliers(sql, session.businessId, wanted));
    return answerRows(c, rows, (supplier) => supplierAnswer(supplier, session.businessId));
  });

  routes.get('/suppliers/:id', async (c) => {
    const session = requireSession(c);
    const id = rowId(c.req.param('id'));
    const supplier = await readShop(database, session, async (sql) => {
      const named = await requireRow(sql, session, 'supplier', id);
      // An alias is answered as the supplier that it stands for, as after an edit (C-112).
      return named.aliasOfId === null ? named : await requireRow(sql, session, 'supplier', named.aliasOfId);
    });
    return answer(c, supplierAnswer(supplier, session.businessId));
  });

  addMutationRoute(routes, ports, supplierCreate, async (c) => {
    const input = await readJson(c, newSupplierInputSchema);
    return {
      idCount: 1,
      args: async (_rows, [id = 0]) => ({ id, ...input }),
      data: async (rows, { id }, { caller }) => {
        const made = await justWritten(rows, 'supplier', id);
        return supplierAnswer(await justWritten(rows, 'supplier', made.aliasOfId ?? id), caller.businessId);
      },
    };
  });

  addMutationRoute(routes, ports, supplierEdit, async (c) => {
    const id = rowId(c.req.param('id'));
    const input = await readJson(c, supplierChangeInputSchema);
    return {
      idCount: 0,
      // An edit of an alias is one of the supplier behind it, so this is the row that the caller is taken to have seen.
      args: async (rows) => await plainEdit(rows, 'supplier', await behindAliases(rows, id), () => input),
      data: async (rows, edited, { caller }) =>
        supplierAnswer(await justWritten(rows, 'supplier', edited.id), caller.businessId),
    };
  });

  addMutationRoute(routes, ports, supplierRemove, async (c) => {
    const id = rowId(c.req.param('id'));
    return { idCount: 0, args: async () => ({ id, base: {} }), data: async () => ({ id }) };
  });

  return routes;
}
