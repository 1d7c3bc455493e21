import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import {
  PURCHASE_FLAGS,
  type NewPurchase,
  newPurchaseSchema,
  type Purchase,
  type PurchaseEvent,
  type PurchaseFlag,
  purchaseChangeSchema,
  purchaseTotals,
  stockOfPurchase,
} from '../../domain/items/purchase.ts';
import type { RowKey } from '../protocol/tables.ts';
import { isGone, reviveSupplier } from './removed-row.ts';
import { moveStock, trackedItemIds } from './move-stock.ts';
import {
  APPLIED,
  type Applied,
  appliedWith,
  defineMutation,
  momentOf,
  type MutationContext,
  type MutationTx,
  refused,
  stampOf,
} from './mutation.ts';

/**
 * Creates a purchase. The goods were bought already, so no business rule refuses it. Its lines raise stock once the
 * goods are received (M25, C-113). The purchase stores the supplier's name, also after the supplier is removed (C-117).
 * A supplier who was deleted meanwhile is brought back, because the shop still buys from them (M25).
 */
export const purchaseCreate = defineMutation({
  name: 'purchase.create',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/purchases' },
  schema: newPurchaseSchema,
  mints: (args) => [{ table: 'purchase', id: args.id }],
  refersTo: (args) => [
    { table: 'supplier', id: args.supplierId },
    ...args.lines.map((line): RowKey => ({ table: 'item', id: line.itemId })),
  ],
  async apply(tx, args, context) {
    if (await tx.get('purchase', args.id)) return refused('id_clash');
    const bought = context.timeOf(args.purchaseDateMs);
    const purchase: Purchase = {
      ...args,
      purchaseDateMs: bought.atMs,
      ...(bought.deviceAtMs === undefined ? {} : { saidPurchaseDateMs: bought.deviceAtMs }),
      version: 0,
      lines: args.status === 'completed' ? await raising(tx, args.lines) : args.lines.map(notRaising),
      flags: [],
      history: [eventOf('created', {}, context)],
      ...stampOf(context),
    };
    const { recount } = await moveStock(tx, stockOfPurchase(undefined), stockOfPurchase(purchase), context);
    const isOnServer = context.side === 'server';
    const isSupplierBack =
      isOnServer && !(await tx.get('supplier', args.supplierId)) && (await reviveSupplier(tx, args.supplierId));
    const flags = isOnServer ? await purchaseFlags(tx, args, recount, context) : [];
    tx.put('purchase', { ...purchase, flags });
    return appliedWith(isSupplierBack ? [...flags, 'supplier_restored'] : flags);
  },
});

/**
 * Edits a purchase (C-122). The last to arrive wins, field by field; the history lists every author and value. Editing
 * or receiving a purchase that was deleted meanwhile brings the purchase and its stock back, once (M27).
 */
export const purchaseEdit = defineMutation({
  name: 'purchase.edit',
  format: 1,
  class: 'set',
  call: { method: 'PATCH', path: '/purchases/{id}' },
  schema: v.object({ id: idSchema, change: purchaseChangeSchema, isCancelled: v.boolean() }),
  mints: () => [],
  refersTo: (args) => [{ table: 'purchase', id: args.id }],
  async apply(tx, { id, change, isCancelled }, context) {
    // The cast is safe: a parsed change has only the keys of its schema.
    const values = { ...change, ...(isCancelled ? { status: 'cancelled' } : {}) } as Partial<Purchase>;
    return await changePurchase(tx, id, 'updated', values, context);
  },
});

/** Receives the goods of a purchase: they raise stock once, however many devices report it (M26). */
export const purchaseReceive = defineMutation({
  name: 'purchase.receive',
  format: 1,
  class: 'claim',
  call: { method: 'PATCH', path: '/purchases/{id}' },
  schema: v.object({ id: idSchema }),
  // The goods are in the shop.
  hasHappened: () => true,
  mints: () => [],
  refersTo: (args) => [{ table: 'purchase', id: args.id }],
  async apply(tx, { id }, context) {
    const living = await tx.get('purchase', id);
    const purchase = living ?? (await tx.getDeleted('purchase', id));
    if (purchase?.status === 'cancelled') return refused('purchase_cancelled');
    if (living?.status === 'completed') return overtaken(living);
    const received = purchase && {
      lines: await raising(tx, purchase.lines),
      flags: [...new Set([...purchase.flags, ...authorFlags(context)])],
    };
    return await changePurchase(tx, id, 'received', { status: 'completed' }, context, received);
  },
});

/** Removes a purchase that should not exist. Its stock goes down again, once (M27). */
export const purchaseRemove = defineMutation({
  name: 'purchase.remove',
  format: 1,
  class: 'claim',
  call: { method: 'DELETE', path: '/purchases/{id}' },
  schema: v.object({ id: idSchema }),
  givesBackWhenRefused: true,
  mints: () => [],
  refersTo: (args) => [{ table: 'purchase', id: args.id }],
  async apply(tx, { id }, context) {
    const purchase = await tx.get('purchase', id);
    if (!purchase) return (await isGone(tx, context, 'purchase', id)) ? APPLIED : refused('not_found');
    await moveStock(tx, stockOfPurchase(purchase), stockOfPurchase(undefined), context);
    tx.remove('purchase', id);
    return APPLIED;
  },
});

type BoughtLine = NewPurchase['lines'][number];

/**
 * Marks the lines that raise stock when the goods are received: the lines of items whose stock is tracked at that time
 * (C-113).
 */
async function raising(tx: MutationTx, lines: readonly BoughtLine[]): Promise<Purchase['lines']> {
  const tracked = await trackedItemIds(
    tx,
    lines.map((line) => line.itemId),
  );
  return lines.map((line) => ({ ...line, movesStock: tracked.has(line.itemId) }));
}

const notRaising = (line: BoughtLine): Purchase['lines'][number] => ({ ...line, movesStock: false });

/** Returns the flags about the person and the clock of an act. */
const authorFlags = ({ actorDisabled, clockSuspect }: MutationContext): PurchaseFlag[] => [
  ...(actorDisabled ? ['actor_disabled' as const] : []),
  ...(clockSuspect ? ['clock_suspect' as const] : []),
];

async function changePurchase(
  tx: MutationTx,
  id: number,
  action: string,
  values: Partial<Purchase>,
  context: MutationContext,
  received?: Pick<Purchase, 'lines' | 'flags'>,
): Promise<Applied> {
  const living = await tx.get('purchase', id);
  const purchase = living ?? (await tx.getDeleted('purchase', id));
  if (!purchase) return refused('not_found');
  const changed: Purchase = {
    ...purchase,
    ...values,
    ...received,
    history: [...purchase.history, eventOf(action, changedFields(purchase, values), context)],
  };
  const { recount } = await moveStock(tx, stockOfPurchase(living), stockOfPurchase(changed), context);
  tx.put('purchase', changed);
  return appliedWith([...(living ? [] : ['restored']), ...(recount ? ['recount'] : [])]);
}

function changedFields(before: Purchase, values: Partial<Purchase>): PurchaseEvent['changedFields'] {
  const old: Record<string, unknown> = { ...before };
  const entries = Object.entries(values).filter(([field, to]) => JSON.stringify(old[field]) !== JSON.stringify(to));
  return Object.fromEntries(entries.map(([field, to]) => [field, { from: old[field] ?? null, to }]));
}

const eventOf = (action: string, fields: PurchaseEvent['changedFields'], context: MutationContext): PurchaseEvent => ({
  action,
  changedFields: fields,
  ...momentOf(context),
  notes: null,
});

/** Returns the outcome for a purchase that was received before: it names the first receiver, and nothing changes. */
function overtaken(purchase: Purchase): Applied {
  const first = purchase.history.find(({ action }) => action === 'received');
  const { byUserId, atMs } = first ?? { byUserId: purchase.createdByUserId, atMs: purchase.createdAtMs };
  return { kind: 'superseded', byUserId, atMs };
}

async function purchaseFlags(
  tx: MutationTx,
  args: NewPurchase,
  recount: boolean,
  context: MutationContext,
): Promise<PurchaseFlag[]> {
  const items = await tx.getMany(
    'item',
    args.lines.map((line) => line.itemId),
  );
  const business = await tx.get('business', context.businessId);
  const has: Record<PurchaseFlag, boolean> = {
    same_invoice: await hasSameInvoice(args, context),
    supplier_missing: !(await tx.get('supplier', args.supplierId)),
    item_missing: items.includes(undefined),
    total_mismatch: purchaseTotals(args.lines).totalMinor !== args.totalMinor,
    currency_mismatch: business !== undefined && business.currency !== args.currency,
    actor_disabled: context.actorDisabled,
    clock_suspect: context.clockSuspect || context.timeOf(args.purchaseDateMs).deviceAtMs !== undefined,
    recount,
  };
  return PURCHASE_FLAGS.filter((flag) => has[flag]);
}

/** True if this supplier has another purchase with this invoice number: the same paper may have been entered twice. */
async function hasSameInvoice(args: NewPurchase, context: MutationContext): Promise<boolean> {
  if (args.invoiceNumber === null || args.invoiceNumber === '' || !context.findDuplicates) return false;
  const duplicates = await context.findDuplicates('purchaseInvoice', args.invoiceNumber);
  return duplicates.some((duplicate) => duplicate.id !== args.id && duplicate.supplierId === args.supplierId);
}
