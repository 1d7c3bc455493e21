import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import { type Item, itemChangeSchema, newItemSchema, tracksStock } from '../../domain/items/item.ts';
import { isNewOther, OTHER_ITEM, otherItemsInOrder } from '../../domain/items/other-item.ts';
import { seesCost } from '../../domain/people/permission.ts';
import type { RowKey } from '../protocol/tables.ts';
import { editBaseSchema, editRow } from './edit.ts';
import { APPLIED, defineMutation, type MutationContext, refused, stampOf } from './mutation.ts';

/** Creates an item, with the ledger entry of its first stock if it has any (R-INEW, M12). */
export const itemCreate = defineMutation({
  name: 'item.create',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/items' },
  schema: newItemSchema,
  mints: (args) => {
    const keys: RowKey[] = [{ table: 'item', id: args.id }];
    if (args.openingMovementId !== null) keys.push({ table: 'stockMovement', id: args.openingMovementId });
    return keys;
  },
  refersTo: () => [],
  async apply(tx, args, context) {
    if (await tx.get('item', args.id)) return refused('id_clash');
    const { openingMovementId, initialStockHundredths, id, costPriceMinor, ...fields } = args;
    const item: Item = {
      ...fields,
      id,
      version: 0,
      ...(seesCost(context.actor.role)
        ? { costPriceMinor }
        : context.side === 'server'
          ? { costPriceMinor: null }
          : {}),
      trackStock: tracksStock(fields),
      currentStockHundredths: 0,
      images: [],
      isActive: !(await isSecondOther(fields, context)),
      isKauntaEnabled: false,
      ...stampOf(context),
    };
    const opens = item.trackStock && initialStockHundredths > 0 && openingMovementId !== null;
    tx.put('item', opens ? { ...item, currentStockHundredths: initialStockHundredths } : item);
    if (opens) {
      tx.put('stockMovement', {
        id: openingMovementId,
        version: 0,
        itemId: id,
        type: 'opening',
        quantityHundredths: initialStockHundredths,
        ...(item.costPriceMinor === undefined ? {} : { costPriceMinor: item.costPriceMinor }),
        batchId: null,
        notes: null,
        ...stampOf(context),
      });
    }
    return APPLIED;
  },
});

/** Edits fields of an item, merged three ways per field group (M13). Stock is never one of these fields. */
export const itemEdit = defineMutation({
  name: 'item.edit',
  format: 1,
  class: 'edit',
  call: { method: 'PATCH', path: '/items/{id}' },
  schema: v.object({ id: idSchema, base: editBaseSchema, change: itemChangeSchema }),
  mints: () => [],
  refersTo: (args) => [{ table: 'item', id: args.id }],
  async apply(tx, args, context) {
    const change = seesCost(context.actor.role) ? args.change : withoutCost(args.change);
    return await editRow(tx, context, { table: 'item', missing: 'item_missing', id: args.id, base: args.base, change });
  },
});

/**
 * Shows an item in the public store or hides it. The last to arrive wins, because a switch cannot be merged (R-ITEM-11,
 * M15).
 */
export const itemSetStore = defineMutation({
  name: 'item.setStore',
  format: 1,
  class: 'set',
  call: { method: 'PATCH', path: '/items/{id}/kaunta-status' },
  schema: v.object({ id: idSchema, isKauntaEnabled: v.boolean('isKauntaEnabled must be true or false') }),
  mints: () => [],
  refersTo: (args) => [{ table: 'item', id: args.id }],
  async apply(tx, args) {
    const item = await tx.get('item', args.id);
    if (!item) return refused('item_missing');
    tx.put('item', { ...item, isKauntaEnabled: args.isKauntaEnabled });
    return APPLIED;
  },
});

/** Archives an item or restores it. Lists and pickers do not show an archived item; its history stays (M16, C-105). */
export const itemSetActive = defineMutation({
  name: 'item.setActive',
  format: 1,
  class: 'set',
  call: { method: 'PATCH', path: '/items/{id}/active' },
  schema: v.object({ id: idSchema, isActive: v.boolean('isActive must be true or false') }),
  mints: () => [],
  refersTo: (args) => [{ table: 'item', id: args.id }],
  async apply(tx, args) {
    const item = await tx.get('item', args.id);
    if (!item) return refused('item_missing');
    tx.put('item', { ...item, isActive: args.isActive });
    return APPLIED;
  },
});

/**
 * True if another device's 'Other' came first, which then is the one that the shop sells (R-CTR-09). Only the server
 * knows this.
 */
async function isSecondOther(
  fields: Pick<Item, 'name' | 'type' | 'sku'>,
  { findDuplicates }: MutationContext,
): Promise<boolean> {
  if (!isNewOther(fields) || findDuplicates === null) return false;
  return otherItemsInOrder(await findDuplicates('itemCode', OTHER_ITEM.sku)).length > 0;
}

function withoutCost<T extends object>(change: T): T {
  return Object.fromEntries(Object.entries(change).filter(([field]) => field !== 'costPriceMinor')) as T;
}
