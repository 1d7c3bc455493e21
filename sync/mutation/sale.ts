import type { ActTime } from '../../domain/act-time.ts';
import type { Item } from '../../domain/items/item.ts';
import { isOtherItem } from '../../domain/items/other-item.ts';
import {
  type NewSale,
  newSaleSchema,
  type Sale,
  type SaleFlag,
  stockOfSale,
  totalsAgree,
} from '../../domain/sales/sale.ts';
import {
  otherMethodIdsOf,
  paymentAtSale,
  type SalePayment,
  transactionIdsOf,
  transactionKey,
} from '../../domain/sales/sale-payment.ts';
import type { RowKey } from '../protocol/tables.ts';
import { moveStock, type StockMoved, trackedItemIds } from './move-stock.ts';
import {
  appliedWith,
  defineMutation,
  deviceTimeOf,
  type MutationContext,
  type MutationTx,
  refused,
  timeOfAct,
  type UsedTable,
} from './mutation.ts';
import { reviveCustomer, reviveMethod } from './removed-row.ts';

function rowsOf(sale: NewSale): RowKey[] {
  const keys: RowKey[] = sale.lines.map((line) => ({ table: 'item', id: line.itemId }));
  if (sale.customerId !== null) keys.push({ table: 'customer', id: sale.customerId });
  for (const id of methodIdsOf(sale)) keys.push({ table: 'paymentMethod', id });
  return keys;
}

/** Returns every payment method that a sale and its payments name, each once. */
const methodIdsOf = (sale: Pick<NewSale, 'paymentMethodId' | 'payments'>): number[] => [
  ...(sale.paymentMethodId === null ? [] : [sale.paymentMethodId]),
  ...otherMethodIdsOf(sale),
];

/**
 * Records a sale at the counter. The sale has happened, so no business rule refuses it: oddities are flagged. Its lines
 * reduce the stock of tracked items, below zero if necessary (M5, C-065, C-066).
 */
export const saleCreate = defineMutation({
  name: 'sale.create',
  format: 2,
  // Format 2 may list how the sale was paid: by several methods, or in part. Arguments of format 1 are valid in it.
  convert: { 1: (args) => args },
  class: 'fact',
  call: { method: 'POST', path: '/sales' },
  schema: newSaleSchema,
  mints: (args) => [{ table: 'sale', id: args.id }],
  refersTo: rowsOf,
  async apply(tx, args, context) {
    if (await tx.get('sale', args.id)) return refused('id_clash');
    const flags = await recordSale(tx, args, { orderId: null, time: timeOfAct(context) }, context);
    return appliedWith(flags);
  },
});

/**
 * Writes a new sale and moves its stock; returns the flags. A sale that is not left to be paid later was paid when it
 * was rung up (C-048).
 */
export async function recordSale(
  tx: MutationTx,
  args: NewSale,
  origin: { orderId: number | null; time: ActTime },
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
    createdAtMs: origin.time.atMs,
    offsetMinutes: context.offsetMinutes,
    ...deviceTimeOf({ deviceAtMs: origin.time.deviceAtMs ?? null }),
  };
  const sale: Sale = { ...unpaid, payments: paymentsAtTill(args, unpaid) };
  const itemsById = await readItems(tx, sale);
  // The goods left when the sale happened, which may be before the act that records it (M19).
  const left = { ...context, atMs: origin.time.atMs };
  const moved = await moveStock(tx, stockOfSale(undefined), stockOfSale(sale), left);
  const flags = context.side === 'server' ? await saleFlags(tx, sale, itemsById, moved, context) : [];
  tx.put('sale', { ...sale, flags });
  return flags;
}

/** Returns the payments in the arguments. Without them, a completed sale was paid in full by its own method. */
function paymentsAtTill(args: NewSale, sale: Sale): SalePayment[] {
  if (!args.payments) return args.status === 'completed' ? [paymentAtSale(sale)] : [];
  return args.payments.map((payment) => ({ ...payment, byUserId: sale.createdByUserId, atMs: sale.createdAtMs }));
}

async function readItems(tx: MutationTx, sale: Sale): Promise<Map<number, Item>> {
  const items = await tx.getMany('item', [...new Set(sale.lines.map((line) => line.itemId))]);
  return new Map(items.filter((item) => item !== undefined).map((item) => [item.id, item]));
}

/**
 * Looks for the customer or the method that a sale names. A deleted one is brought back, because the sale uses it (M5,
 * M22, M29).
 */
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
  const methods = await Promise.all(methodIdsOf(sale).map((id) => presence(tx, 'paymentMethod', id, reviveMethod)));
  const has: Partial<Record<SaleFlag, boolean>> = {
    oversold: moved.items.some((item) => item.currentStockHundredths < 0),
    // An order stays at the price that its customer was shown, so no flag (C-074).
    price_changed:
      sale.orderId === null &&
      items.some(({ line, item }) => item !== undefined && item.priceMinor !== line.listPriceMinor),
    // A second 'Other' was archived by the server when it arrived, not by a person, so no flag (R-CTR-09).
    item_archived: items.some(({ item }) => item?.isActive === false && !isOtherItem(item)),
    item_missing: items.some(({ item }) => item === undefined),
    customer_deleted: customer === 'revived',
    customer_missing: customer === 'missing',
    method_removed: methods.includes('revived'),
    method_missing: methods.includes('missing'),
    actor_disabled: context.actorDisabled,
    clock_suspect: context.clockSuspect || sale.deviceAtMs !== undefined,
    total_mismatch: !totalsAgree(sale),
    currency_mismatch: business !== undefined && business.currency !== sale.currency,
    transaction_id_reused: await isAnyTransactionIdReused(sale, context),
    recount: moved.recount,
  };
  return (Object.keys(has) as SaleFlag[]).filter((flag) => has[flag]);
}

/**
 * Checks every transfer that paid for the sale. Two transfers with one id in a sale are one transfer that was entered
 * twice.
 */
async function isAnyTransactionIdReused(sale: Sale, context: MutationContext): Promise<boolean> {
  const ids = transactionIdsOf(sale);
  if (new Set(ids.map(transactionKey)).size < ids.length) return true;
  for (const id of ids) if (await isTransactionIdReused(id, new Set([sale.id]), context)) return true;
  return false;
}

/** True if another sale has the same transaction id: one transfer may have paid for both (docs/sync.md, class fact). */
export async function isTransactionIdReused(
  transactionId: string | null,
  saleIds: ReadonlySet<number>,
  context: MutationContext,
): Promise<boolean> {
  if (transactionId === null || transactionId === '' || !context.findDuplicates) return false;
  return (await context.findDuplicates('saleTransaction', transactionId)).some(({ id }) => !saleIds.has(id));
}
