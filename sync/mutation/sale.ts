import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import type { Item } from '../../domain/item.ts';
import {
  cancelReasonSchema,
  type NewSale,
  newSaleSchema,
  type Sale,
  type SaleFlag,
  stockOfSale,
  totalsAgree,
} from '../../domain/sale.ts';
import { paymentAtSale } from '../../domain/sale-payment.ts';
import type { RowKey } from '../protocol/tables.ts';
import { moveStock, type StockMoved, trackedItemIds } from './move-stock.ts';
import {
  APPLIED,
  appliedWith,
  defineMutation,
  type MutationContext,
  type MutationTx,
  refused,
  type UsedTable,
} from './mutation.ts';
import { reviveCustomer, reviveMethod } from './removed-row.ts';
import { standingOf } from './sale-standing.ts';

function rowsOf(sale: NewSale): RowKey[] {
  const keys: RowKey[] = sale.lines.map((line) => ({ table: 'item', id: line.itemId }));
  if (sale.customerId !== null) keys.push({ table: 'customer', id: sale.customerId });
  if (sale.paymentMethodId !== null) keys.push({ table: 'paymentMethod', id: sale.paymentMethodId });
  return keys;
}

/**
 * A sale at the counter: it happened, so it is never refused for a reason of business. What is odd about it is
 * flagged. Its lines take the stock of tracked items, below zero if it must be (M5, C-065, C-066).
 */
export const saleCreate = defineMutation({
  name: 'sale.create',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/sales' },
  schema: newSaleSchema,
  mints: (args) => [{ table: 'sale', id: args.id }],
  refersTo: rowsOf,
  renumber: (args, newId) => ({
    ...args,
    id: newId({ table: 'sale', id: args.id }),
    customerId: args.customerId && newId({ table: 'customer', id: args.customerId }),
    paymentMethodId: args.paymentMethodId && newId({ table: 'paymentMethod', id: args.paymentMethodId }),
    lines: args.lines.map((line) => ({ ...line, itemId: newId({ table: 'item', id: line.itemId }) })),
  }),
  async apply(tx, args, context) {
    if (await tx.get('sale', args.id)) return refused('id_clash');
    const flags = await recordSale(tx, args, { orderId: null, createdAtMs: context.atMs }, context);
    return appliedWith(flags);
  },
});

/**
 * Writes a new sale and moves its stock; answers what is odd about it. A sale that is not left to be paid later was
 * paid as it was rung up (C-048).
 */
export async function recordSale(
  tx: MutationTx,
  args: NewSale,
  origin: { orderId: number | null; createdAtMs: number },
  context: MutationContext,
): Promise<SaleFlag[]> {
  const tracked = await trackedItemIds(
    tx,
    args.lines.map((line) => line.itemId),
  );
  const unpaid: Sale = {
    ...args,
    lines: args.lines.map((line) => ({ ...line, movesStock: tracked.has(line.itemId) })),
    version: 0,
    payments: [],
    cancellations: [],
    flags: [],
    orderId: origin.orderId,
    createdByUserId: context.actor.userId,
    createdAtMs: origin.createdAtMs,
    offsetMinutes: context.offsetMinutes,
  };
  const sale: Sale = args.status === 'completed' ? { ...unpaid, payments: [paymentAtSale(unpaid)] } : unpaid;
  const itemsById = await readItems(tx, sale);
  const moved = await moveStock(tx, stockOfSale(undefined), stockOfSale(sale), context);
  const flags = context.side === 'server' ? await saleFlags(tx, sale, itemsById, moved, context) : [];
  tx.put('sale', { ...sale, flags });
  return flags;
}

/**
 * A sale cancelled for a reason; what it took goes back on the shelf, once. A second cancellation changes nothing but
 * the log: the first reason counts (M6). What was paid for it is due to be given back (saleRefundDueMinor).
 */
export const saleCancel = defineMutation({
  name: 'sale.cancel',
  format: 1,
  class: 'claim',
  call: { method: 'PATCH', path: '/sales/{id}' },
  schema: v.object({ id: idSchema, reason: cancelReasonSchema }),
  mints: () => [],
  refersTo: (args) => [{ table: 'sale', id: args.id }],
  renumber: (args, newId) => ({ ...args, id: newId({ table: 'sale', id: args.id }) }),
  async apply(tx, args, context) {
    const sale = await tx.get('sale', args.id);
    if (!sale) return refused('not_found');
    const cancellation = { reason: args.reason, byUserId: context.actor.userId, atMs: context.atMs };
    const cancelled: Sale = {
      ...sale,
      // A row of an older build tells that it was paid by its status alone, which it now loses.
      ...paidBefore(sale),
      status: 'cancelled',
      cancellations: [...sale.cancellations, cancellation],
    };
    // Whoever was given too much back of it owes that no more: nothing was sold.
    tx.put('sale', { ...cancelled, ...standingOf(cancelled, []) });
    const first = sale.cancellations[0];
    if (sale.status === 'cancelled' && first) return { kind: 'superseded', byUserId: first.byUserId, atMs: first.atMs };
    await moveStock(tx, stockOfSale(sale), stockOfSale(cancelled), context);
    return APPLIED;
  },
});

function paidBefore(sale: Sale): Pick<Sale, 'payments'> {
  if (sale.payments) return {};
  return { payments: sale.status === 'completed' ? [paymentAtSale(sale)] : [] };
}

async function readItems(tx: MutationTx, sale: Sale): Promise<Map<number, Item>> {
  const items = await tx.getMany('item', [...new Set(sale.lines.map((line) => line.itemId))]);
  return new Map(items.filter((item) => item !== undefined).map((item) => [item.id, item]));
}

/** Whom a sale names is in use: who was deleted is back (M5, M22, M29). */
export async function presence(
  tx: MutationTx,
  table: UsedTable,
  id: number | null,
  revive: (tx: MutationTx, id: number) => Promise<boolean>,
): Promise<'there' | 'revived' | 'missing'> {
  if (id === null || (await tx.get(table, id))) return 'there';
  return (await revive(tx, id)) ? 'revived' : 'missing';
}

async function saleFlags(
  tx: MutationTx,
  sale: Sale,
  itemsById: ReadonlyMap<number, Item>,
  moved: StockMoved,
  context: MutationContext,
): Promise<SaleFlag[]> {
  const items = sale.lines.map((line) => ({ line, item: itemsById.get(line.itemId) }));
  const business = await tx.get('business', context.businessId);
  const customer = await presence(tx, 'customer', sale.customerId, reviveCustomer);
  const method = await presence(tx, 'paymentMethod', sale.paymentMethodId, reviveMethod);
  const has: Partial<Record<SaleFlag, boolean>> = {
    oversold: moved.items.some((item) => item.currentStockHundredths < 0),
    // The price of an order is that which its customer was told (C-074).
    price_changed:
      sale.orderId === null &&
      items.some(({ line, item }) => item !== undefined && item.priceMinor !== line.listPriceMinor),
    item_archived: items.some(({ item }) => item?.isActive === false),
    item_missing: items.some(({ item }) => item === undefined),
    customer_deleted: customer === 'revived',
    customer_missing: customer === 'missing',
    method_removed: method === 'revived',
    method_missing: method === 'missing',
    actor_disabled: context.actorDisabled,
    clock_suspect: context.clockSuspect,
    total_mismatch: !totalsAgree(sale),
    currency_mismatch: business !== undefined && business.currency !== sale.currency,
    transaction_id_reused: await isTransactionIdReused(sale.transactionId, sale.id, context),
    recount: moved.recount,
  };
  return (Object.keys(has) as SaleFlag[]).filter((flag) => has[flag]);
}

/** Whether another sale bears the same transaction's id: perhaps one transfer was taken for two (sync.md, class fact). */
export async function isTransactionIdReused(
  transactionId: string | null,
  saleId: number,
  context: MutationContext,
): Promise<boolean> {
  if (transactionId === null || transactionId === '' || !context.findTwins) return false;
  return (await context.findTwins('saleTransaction', transactionId)).some((twin) => twin.id !== saleId);
}
