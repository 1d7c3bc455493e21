import { Hono } from 'hono';
import type * as v from 'valibot';
import { businessCurrency } from '../../../domain/business.ts';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import { defaultBatchId } from '../../../domain/items/stock-movement.ts';
import { purchaseOfStock } from '../../../domain/items/stock-purchase.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import { defaultSupplier } from '../../../sync/mutation/removed-row.ts';
import { stockBuy } from '../../../sync/mutation/stock-buy.ts';
import { stockAdd, stockAdjust, stockCount } from '../../../sync/mutation/stock.ts';
import { listStockMovements } from '../../db/queries/shop-list.ts';
import type { PlainFacts, PlainPorts } from '../../mutate/plain-call.ts';
import { itemHistoryAnswer } from '../answers/item-history.ts';
import { stockMovementAnswer } from '../answers/stock-movement.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { answerPage, answerRows, pageOf, paginationOf } from '../inputs/list-query.ts';
import {
  stockAdditionInputSchema,
  stockAdjustmentInputSchema,
  stockCountInputSchema,
  stockKindInputSchema,
} from '../inputs/stock.ts';
import { addSharedRoute, justWritten, type RouteCall } from '../calls/mutation-route.ts';
import { noSuchRow, rowId } from '../calls/no-such-row.ts';
import { invalidInput, readJson } from '../request/read-json.ts';
import { readShop, requireRow } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';
import { asItNowIs } from './purchases.ts';

type BuyArgs = v.InferOutput<(typeof stockBuy)['schema']>;

/** Calls for an item's stock movements and history (R-API-29, R-API-30). */
export function stockRoutes({ database }: AppDeps, ports: PlainPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  addReads(routes, database);
  addActs(routes, ports);
  return routes;
}

function addReads(routes: Hono<AppEnv>, database: AppDeps['database']): void {
  routes.get('/items/:id/stock', async (c) => {
    const session = requireSession(c);
    const itemId = rowId(c.req.param('id'));
    const wanted = pageOf(c);
    const { rows, total } = await readShop(database, session, async (sql) => {
      await requireRow(sql, session, 'item', itemId);
      return listStockMovements(sql, session.businessId, wanted, itemId);
    });
    return answerRows(c, rows, (movement) => stockMovementAnswer(movement, session), paginationOf(wanted, total));
  });

  routes.get('/items/:id/history', async (c) => {
    const session = requireSession(c);
    const itemId = rowId(c.req.param('id'));
    const item = await readShop(database, session, (sql) => requireRow(sql, session, 'item', itemId));
    return answerPage(c, itemHistoryAnswer(item, session), (event) => event);
  });
}

function addActs(routes: Hono<AppEnv>, ports: PlainPorts): void {
  addSharedRoute(routes, ports, [stockAdd, stockAdjust, stockCount, stockBuy], async (c, run) => {
    const itemId = rowId(c.req.param('id'));
    const { type } = await readJson(c, stockKindInputSchema);
    const shared = { idCount: 1, data: movementAndStock };
    if (type === 'adjustment') {
      const { itemId: named, quantity, reason, notes } = await readJson(c, stockAdjustmentInputSchema);
      return await run(stockAdjust, {
        ...shared,
        async args(rows, [id = 0]) {
          await countedItem(rows, itemId, named);
          return { id, itemId, quantityHundredths: quantity, reason, notes };
        },
      });
    }
    if (type === 'count') {
      const { itemId: named, counted, expected, notes } = await readJson(c, stockCountInputSchema);
      return await run(stockCount, {
        ...shared,
        async args(rows, [id = 0]) {
          const item = await countedItem(rows, itemId, named);
          const expectedHundredths = expected ?? item.currentStockHundredths;
          return { id, itemId, countedHundredths: counted, expectedHundredths, notes };
        },
      });
    }
    const input = await readJson(c, stockAdditionInputSchema);
    if (input.purchaseAmount !== null || input.invoiceNumber !== null)
      return await run(stockBuy, buying(itemId, input));
    return await run(stockAdd, {
      ...shared,
      async args(rows, [id = 0], { nowMs }) {
        await countedItem(rows, itemId, input.itemId);
        return {
          id,
          itemId,
          quantityHundredths: input.quantity,
          costPriceMinor: input.costPrice,
          batchId: input.batchId ?? defaultBatchId(nowMs),
        };
      },
    });
  });
}

/** Records added stock as a purchase from the default supplier, who is created if missing (C-112). */
const buying = (itemId: number, input: v.InferOutput<typeof stockAdditionInputSchema>): RouteCall<BuyArgs> => ({
  idCount: 3,
  async args(rows, [purchaseId = 0, lineId = 0, newSupplierId = 0], { caller, nowMs }) {
    const item = await countedItem(rows, itemId, input.itemId);
    const business = await rows.get('business', caller.businessId);
    const known = await defaultSupplier(rows);
    const bought = {
      item,
      quantityHundredths: input.quantity,
      purchaseAmountMinor: input.purchaseAmount,
      costPriceMinor: input.costPrice,
      batchId: input.batchId ?? defaultBatchId(nowMs),
      invoiceNumber: input.invoiceNumber,
      currency: businessCurrency(business),
      atMs: nowMs,
    };
    const ids = { purchaseId, lineId, supplierId: known?.id ?? newSupplierId };
    return { ...purchaseOfStock(bought, ids), isNewSupplier: !known };
  },
  async data(rows, { id }, facts) {
    const item = await justWritten(rows, 'item', itemId);
    return {
      ...(await asItNowIs(rows, id, facts)),
      currentStock: hundredthsToDecimal(item.currentStockHundredths),
    };
  },
});

/** Returns the item in the path. Throws if the body names another item, or if the item has no stock. */
async function countedItem(rows: MutationTx, itemId: number, named: number | null): Promise<Item> {
  if (named !== null && named !== itemId)
    throw invalidInput([{ path: 'itemId', message: 'The item differs from the one in the address' }]);
  const item = await rows.get('item', itemId);
  if (!item) throw noSuchRow();
  if (!tracksStock(item)) throw invalidInput([{ path: 'itemId', message: 'This item has no stock' }]);
  return item;
}

async function movementAndStock(
  rows: MutationTx,
  { id, itemId }: { id: number; itemId: number },
  { caller, role }: PlainFacts,
): Promise<object> {
  const movement = await justWritten(rows, 'stockMovement', id);
  const item = await justWritten(rows, 'item', itemId);
  return {
    ...stockMovementAnswer(movement, { businessId: caller.businessId, role }),
    currentStock: hundredthsToDecimal(item.currentStockHundredths),
  };
}
