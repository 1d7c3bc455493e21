import { type Item, tracksStock } from '../../domain/items/item.ts';
import { seesCost } from '../../domain/people/permission.ts';
import {
  newStockAdditionSchema,
  newStockAdjustmentSchema,
  newStockCountSchema,
  type StockMovement,
} from '../../domain/items/stock-movement.ts';
import { moveStock } from './move-stock.ts';
import {
  type Applied,
  appliedWith,
  defineMutation,
  type MutationContext,
  type MutationTx,
  refused,
  stampOf,
} from './mutation.ts';

/**
 * Adds stock to an item: one ledger entry, and the item's stock rises by it (M17). The order of such acts does not
 * matter.
 */
export const stockAdd = defineMutation({
  name: 'stock.add',
  format: 1,
  class: 'delta',
  call: { method: 'POST', path: '/items/{id}/stock' },
  schema: newStockAdditionSchema,
  mints: (args) => [{ table: 'stockMovement', id: args.id }],
  refersTo: (args) => [{ table: 'item', id: args.itemId }],
  async apply(tx, { costPriceMinor, ...addition }, context) {
    return await recordMovement(tx, context, {
      ...addition,
      type: 'addition',
      ...(seesCost(context.actor.role)
        ? { costPriceMinor }
        : context.side === 'server'
          ? { costPriceMinor: null }
          : {}),
      notes: null,
    });
  },
});

/**
 * Corrects stock by hand, with the reason: something broke, expired or was found (G17, M19). If it reverses an addition, it
 * is the only one that does: a second changes nothing (decision 68).
 */
export const stockAdjust = defineMutation({
  name: 'stock.adjust',
  format: 1,
  class: 'delta',
  call: { method: 'POST', path: '/items/{id}/stock' },
  schema: newStockAdjustmentSchema,
  mints: (args) => [{ table: 'stockMovement', id: args.id }],
  refersTo: (args) => [{ table: 'item', id: args.itemId }],
  async apply(tx, { reversesId, ...args }, context) {
    const addition = reversesId === undefined ? undefined : await reversedAddition(tx, reversesId, args);
    const { reversed } = addition ?? {};
    if (reversed && reversed.movementId !== args.id)
      return { kind: 'superseded', byUserId: reversed.byUserId, atMs: reversed.atMs };
    const movement = { ...args, type: 'adjustment' as const, batchId: null, ...costUnsaid(context) };
    const applied = await recordMovement(tx, context, movement);
    if (addition && applied.kind !== 'refused')
      tx.put('stockMovement', {
        ...addition,
        reversed: { movementId: args.id, byUserId: context.actor.userId, atMs: context.atMs },
      });
    return applied;
  },
});

/**
 * Returns the addition that an adjustment takes back whole. Undefined if it takes back only a part of it, or if the
 * addition is not known here, as on a device with a short window: then it is a correction like any other.
 */
async function reversedAddition(
  tx: MutationTx,
  id: number,
  { itemId, quantityHundredths }: Pick<StockMovement, 'itemId' | 'quantityHundredths'>,
): Promise<StockMovement | undefined> {
  const movement = await tx.get('stockMovement', id);
  const isAddition = movement?.type === 'addition' && movement.itemId === itemId;
  return isAddition && movement.quantityHundredths === -quantityHundredths ? movement : undefined;
}

/**
 * Records a count of the shelf. Only the difference to the stock that the device showed is added, so that sales which
 * arrive later still reduce the stock. The count is in doubt if a sale that was made before it arrives after it, or if
 * the device did not know of something that had arrived (M19).
 */
export const stockCount = defineMutation({
  name: 'stock.count',
  format: 1,
  class: 'delta',
  call: { method: 'POST', path: '/items/{id}/stock' },
  schema: newStockCountSchema,
  mints: (args) => [{ table: 'stockMovement', id: args.id }],
  refersTo: (args) => [{ table: 'item', id: args.itemId }],
  async apply(tx, { countedHundredths, expectedHundredths, ...args }, context) {
    const isInDoubt = (await tx.get('item', args.itemId))?.lastCount?.isInDoubt === true;
    const applied = await recordMovement(tx, context, {
      ...args,
      quantityHundredths: countedHundredths - expectedHundredths,
      type: 'count',
      batchId: null,
      ...costUnsaid(context),
      count: { countedHundredths, expectedHundredths },
    });
    if (applied.kind !== 'refused') await markCounted(tx, { ...args, countedHundredths, isInDoubt }, context);
    return applied;
  },
});

/**
 * Returns an empty cost price for the movement. On a device whose role may not see costs, the row must not have this
 * field at all (C-097).
 */
const costUnsaid = (context: MutationContext): { costPriceMinor?: null } =>
  context.side === 'server' || seesCost(context.actor.role) ? { costPriceMinor: null } : {};

type NewMovement = Omit<StockMovement, 'version' | keyof ReturnType<typeof stampOf>>;

async function recordMovement(tx: MutationTx, context: MutationContext, movement: NewMovement): Promise<Applied> {
  if (await tx.get('stockMovement', movement.id)) return refused('id_clash');
  const item = await tx.get('item', movement.itemId);
  if (!item || !tracksStock(item)) return refused('item_missing');
  const stock = new Map([[item.id, movement.quantityHundredths]]);
  const { recount } = await moveStock(tx, new Map(), stock, context);
  tx.put('stockMovement', {
    ...movement,
    version: 0,
    ...stampOf(context),
  });
  return appliedWith(recount ? ['recount'] : []);
}

/**
 * Notes this count on the item, unless a count with a later time is noted already. Acts that arrive later are compared
 * with the noted count. If the stock is not what was counted, the device did not know of something that moved it.
 *
 * A count that agrees with the stock ends a doubt that was there before it, whatever the times are: otherwise a phone
 * whose clock is slow could never end it. The noted time never goes back: acts before it still raise the doubt again.
 */
async function markCounted(
  tx: MutationTx,
  count: { id: number; itemId: number; countedHundredths: number; isInDoubt: boolean },
  context: MutationContext,
): Promise<void> {
  const item = await tx.get('item', count.itemId);
  if (!item) return;
  const isInDoubt = item.currentStockHundredths !== count.countedHundredths;
  const isEarlier = item.lastCount !== undefined && item.lastCount.atMs > context.atMs;
  if (isEarlier && (isInDoubt || !count.isInDoubt)) return;
  const atMs = Math.max(context.atMs, item.lastCount?.atMs ?? 0);
  const counted: Item = { ...item, lastCount: { movementId: count.id, atMs, isInDoubt } };
  tx.put('item', counted);
}
