import { Hono } from 'hono';
import { businessCurrency } from '../../../domain/business.ts';
import { seesCost } from '../../../domain/people/permission.ts';
import { itemCreate, itemEdit, itemSetActive, itemSetStore } from '../../../sync/mutation/item.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { readHasMovements, readLastSupplier, readOpeningStock } from '../../db/queries/look-up.ts';
import { listItems, listProducts } from '../../db/queries/shop-list.ts';
import type { UploadFolder } from '../../images/upload-folder.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import { answer } from '../answer.ts';
import { itemAnswer, itemDetailsAnswer } from '../answers/item.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import {
  activeSwitchInputSchema,
  itemChangeInputSchema,
  itemChangeOf,
  itemFieldsOf,
  type ItemChangeInput,
  newItemInputSchema,
  type NewItemInput,
  refuseOtherFields,
  storeSwitchInputSchema,
} from '../inputs/item.ts';
import { type PictureParts, readItemInput, withPictures } from '../calls/item-pictures.ts';
import { itemViewer, writtenItem } from '../calls/item-viewer.ts';
import { answerRows, listQueryOf, paginationOf, searchTerm } from '../inputs/list-query.ts';
import { addMutationRoute, addSharedRoute, type RouteCall } from '../calls/mutation-route.ts';
import { rowId } from '../calls/no-such-row.ts';
import { plainEdit } from '../calls/plain-edit.ts';
import { readJson } from '../request/read-json.ts';
import { readShop, requireRow } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';

/** A picker shows no more results at once. */
const SEARCH_RESULTS_MAX = 20;

/** Calls for items (R-API-18, R-API-24, R-API-25, R-API-27). */
export function itemRoutes(deps: AppDeps, ports: PlainPorts, folder: UploadFolder): Hono<AppEnv> {
  const { database } = deps;
  const routes = new Hono<AppEnv>();

  const addList = (path: string, list: typeof listItems) =>
    routes.get(path, async (c) => {
      const session = requireSession(c);
      const wanted = listQueryOf(c);
      const [{ rows, total }, viewer] = await readShop(database, session, async (sql) => [
        await list(sql, session.businessId, wanted, seesCost(session.role)),
        await itemViewer(sql, session),
      ]);
      return answerRows(c, rows, (item) => itemAnswer(item, viewer), paginationOf(wanted, total));
    });
  addList('/items', listItems);
  // The old list: only items of type product (R-API-40, C-029).
  addList('/products', listProducts);

  routes.get('/items/search/:term', async (c) => {
    const session = requireSession(c);
    const wanted = { q: searchTerm(c.req.param('term')), page: 1, limit: SEARCH_RESULTS_MAX };
    const [{ rows }, viewer] = await readShop(database, session, async (sql) => [
      await listItems(sql, session.businessId, wanted, seesCost(session.role)),
      await itemViewer(sql, session),
    ]);
    return answerRows(c, rows, (item) => itemAnswer(item, viewer));
  });

  for (const path of ['/items/:id', '/items/:id/details'])
    routes.get(path, async (c) => {
      const session = requireSession(c);
      const id = rowId(c.req.param('id') ?? '');
      const [item, past, viewer] = await readShop(database, session, async (sql) => [
        await requireRow(sql, session, 'item', id),
        {
          supplier: await readLastSupplier(sql, session.businessId, id),
          initialStockHundredths: await readOpeningStock(sql, session.businessId, id),
        },
        await itemViewer(sql, session),
      ]);
      return answer(c, itemDetailsAnswer(item, past, viewer));
    });

  const pictures: PictureParts = { deps, folder };
  addSharedRoute(routes, ports, [itemCreate], async (c, run) => {
    const { input, form } = await readItemInput(c, newItemInputSchema);
    return await run(await withPictures(c, pictures, itemCreate, form), newItemCall(input));
  });
  addSharedRoute(routes, ports, [itemEdit], async (c, run) => {
    const id = rowId(c.req.param('id'));
    const { input, form } = await readItemInput(c, itemChangeInputSchema, refuseOtherFields);
    const session = requireSession(c);
    const hasMovements =
      input.type === 'service' &&
      (await readShop(database, session, (sql) => readHasMovements(sql, session.businessId, id)));
    return await run(await withPictures(c, pictures, itemEdit, form, id), itemChangeCall(id, input, hasMovements));
  });
  addMutationRoute(routes, ports, itemSetStore, readStoreSwitch);
  addMutationRoute(routes, ports, itemSetActive, readActiveSwitch);
  return routes;
}

function newItemCall(input: NewItemInput): RouteCall<MutationArgs<'item.create'>> {
  return {
    idCount: 2,
    async args(rows, [id = 0, movementId = 0], { caller }) {
      const business = await rows.get('business', caller.businessId);
      const fields = itemFieldsOf(input, businessCurrency(business));
      const initialStockHundredths = fields.type === 'product' ? (input.initialStock ?? input.stock ?? 0) : 0; // C-104
      return {
        id,
        openingMovementId: initialStockHundredths > 0 ? movementId : null,
        initialStockHundredths,
        ...fields,
      };
    },
    data: (rows, { id }, facts) => writtenItem(rows, id, facts),
  };
}

function itemChangeCall(
  id: number,
  input: ItemChangeInput,
  hasMovements: boolean,
): RouteCall<MutationArgs<'item.edit'>> {
  return {
    idCount: 0,
    args: (rows) => plainEdit(rows, 'item', id, (item) => itemChangeOf(input, item, hasMovements)),
    data: (rows, _args, facts) => writtenItem(rows, id, facts),
  };
}

async function readStoreSwitch(c: AppContext): Promise<RouteCall<MutationArgs<'item.setStore'>>> {
  const id = rowId(c.req.param('id'));
  const { isKauntaEnabled } = await readJson(c, storeSwitchInputSchema);
  return {
    idCount: 0,
    args: async () => ({ id, isKauntaEnabled }),
    data: (rows, _args, facts) => writtenItem(rows, id, facts),
  };
}

async function readActiveSwitch(c: AppContext): Promise<RouteCall<MutationArgs<'item.setActive'>>> {
  const id = rowId(c.req.param('id'));
  const { isActive } = await readJson(c, activeSwitchInputSchema);
  return {
    idCount: 0,
    args: async () => ({ id, isActive }),
    data: (rows, _args, facts) => writtenItem(rows, id, facts),
  };
}
