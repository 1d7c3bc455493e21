import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import { type NewFulfilment, newFulfilmentSchema, saleOfOrder } from '../../domain/sales/fulfilment.ts';
import type { Order, OrderStatus } from '../../domain/sales/order.ts';
import type { SaleFlag } from '../../domain/sales/sale.ts';
import { seenOrderSchema } from '../../domain/sales/seen-order.ts';
import type { Conflict } from '../protocol/conflict.ts';
import { settledConflict } from './edit.ts';
import { keepPayment, timeOfFulfilment } from './fulfilment-payment.ts';
import {
  APPLIED,
  type Applied,
  appliedWith,
  defineMutation,
  type MutationContext,
  type MutationTx,
  refused,
} from './mutation.ts';
import { orderOfClaim, orderToWaitFor, rowsToWaitFor } from './order-of-claim.ts';
import { recordSale } from './sale.ts';

/*
 * The life of an order. Each arrow is a claim on the state that it starts from:
 *
 *   pending ──confirm──► confirmed ──fulfil──► fulfilled (one sale)
 *      └─────cancel─────────┴─────► cancelled ──fulfil──► a conflict, which a person settles
 *
 * Two kinds of fulfilment are accepted from 'pending' too, because the goods have left: that of a disabled person, whose
 * confirmation was refused (SYN-25), and one that carries its order, because a restored server may lack the confirmation
 * (decisions/0065). A claim to a state that is reached already is accepted. A cancelled order stays cancelled, because
 * the customer was told so. A fulfilled order stays fulfilled, because the goods have left (M8, M9, M10).
 */

/** `order` is left out by a call of the API, and by older builds. */
const claimSchema = v.object({ id: idSchema, order: v.exactOptional(seenOrderSchema) });

/** The fields that confirming and cancelling share. */
const CLAIM_ON_ORDER = {
  format: 1,
  class: 'claim',
  call: { method: 'PATCH', path: '/orders/{id}/status' },
  schema: claimSchema,
  mints: () => [],
  refersTo: orderToWaitFor,
} as const;

/** Confirms an order: the shop will supply it (R-ODET-05, M8). */
export const orderConfirm = defineMutation({
  ...CLAIM_ON_ORDER,
  name: 'order.confirm',
  async apply(tx, args, context) {
    const order = await orderOfClaim(tx, args, 'pending', context);
    if (!order) return refused('not_found');
    if (order.status === 'cancelled') return refused('order_cancelled', whoMade(order, 'cancelled'));
    if (order.status !== 'pending') return overtaken(order, 'confirmed', context);
    tx.put('order', changed(order, 'confirmed', context));
    return APPLIED;
  },
});

/** Cancels an order: the shop or the customer does not want it any more (R-ODET-13, M9). */
export const orderCancel = defineMutation({
  ...CLAIM_ON_ORDER,
  name: 'order.cancel',
  async apply(tx, args, context) {
    const order = await orderOfClaim(tx, args, 'pending', context);
    if (!order) return refused('not_found');
    if (order.status === 'fulfilled') return refused('order_fulfilled', whoMade(order, 'fulfilled'));
    if (order.status === 'cancelled') return overtaken(order, 'cancelled', context);
    tx.put('order', changed(order, 'cancelled', context));
    return APPLIED;
  },
});

/**
 * Fulfils an order: the goods are handed over, and the order becomes exactly one sale, that of the first device to
 * arrive. The sale of a second device is not created, and leaves that device's screen with its next pull (M10). A
 * payment taken with it goes to the sale that stands (decisions/0063). If the order was cancelled meanwhile, a person
 * decides.
 */
export const orderFulfill = defineMutation({
  name: 'order.fulfill',
  format: 1,
  class: 'claim',
  call: { method: 'POST', path: '/orders/{id}/fulfill' },
  schema: newFulfilmentSchema,
  mayConflict: true,
  // The goods have left the shop.
  hasHappened: () => true,
  mints: (args) => [{ table: 'sale', id: args.saleId }],
  // The payment method is not in this list: the goods have left, so the order is fulfilled even if the method, which
  // was new on this device, is refused.
  refersTo: (args) => rowsToWaitFor(args),
  async apply(tx, args, context) {
    const order = await orderOfClaim(tx, args, 'confirmed', context);
    if (!order) return refused('not_found');
    if (order.status === 'fulfilled') return await fulfilledSecond(tx, order, args, context);
    // A fulfilment that carries its order was made where the order was shown as confirmed.
    const isConfirmed = order.status !== 'pending' || context.actorDisabled || args.order !== undefined;
    if (!isConfirmed) return refused('order_not_confirmed');
    if (order.status === 'cancelled') return openConflict(tx, order, args, context);
    if (await tx.get('sale', args.saleId)) return refused('id_clash');
    return appliedWith(await fulfil(tx, order, args, context));
  },
});

/**
 * Settles a conflict with 'Fulfil anyway'. The sale gets the author of the fulfilment as its seller, and the time when
 * the goods left. The person who decides is recorded as the one who made the order fulfilled. Other open conflicts of
 * the order are closed, because there is exactly one sale; it gets the payments taken with those fulfilments too.
 */
export async function fulfilAnyway(tx: MutationTx, conflict: Conflict, context: MutationContext): Promise<Applied> {
  const order = await tx.get('order', conflict.rowId);
  if (!order) return refused('not_found');
  if (order.status === 'fulfilled') return overtaken(order, 'fulfilled', context);
  const args = v.parse(newFulfilmentSchema, conflict.mine.values);
  const there = await tx.get('sale', args.saleId);
  // Between two pages of a pull a device may see the sale before the order. The refusal must not be 'id_clash', because
  // a clash is sent again with new ids, and settling brings no new ids.
  if (there) return refused(there.orderId === order.id ? 'order_fulfilled' : 'invalid');
  const flags = await fulfil(tx, order, args, context, sellerOf(conflict, context));
  const others = (await tx.openConflicts({ table: 'order', id: order.id })).filter(({ id }) => id !== conflict.id);
  // Both sides add the payments in one order.
  for (const other of others.toSorted((a, b) => a.id - b.id)) {
    tx.put('conflict', settledConflict(other, 'mine', context));
    const second = v.parse(newFulfilmentSchema, other.mine.values);
    flags.push(...(await keepPayment(tx, args.saleId, second, sellerOf(other, context))));
  }
  return appliedWith([...new Set(flags)]);
}

/** Returns the context of the person who handed the goods over, while another person settles the conflict. */
const sellerOf = ({ mine: { userId, atMs } }: Conflict, context: MutationContext): MutationContext => ({
  ...context,
  actor: { ...context.actor, userId: userId ?? context.actor.userId },
  atMs,
  deviceAtMs: null,
});

/** Fulfils an order. `seller`: the context of the person who handed the goods over, if another person runs this. */
async function fulfil(
  tx: MutationTx,
  order: Order,
  args: NewFulfilment,
  context: MutationContext,
  seller = context,
): Promise<SaleFlag[]> {
  const origin = { orderId: order.id, time: timeOfFulfilment(args, seller) };
  const flags = await recordSale(tx, saleOfOrder(order, args), origin, seller);
  tx.put('order', { ...changed(order, 'fulfilled', context), saleId: args.saleId });
  return flags;
}

/** Agrees with the fulfilment that came first, and keeps the money that was taken with this one. */
async function fulfilledSecond(
  tx: MutationTx,
  order: Order,
  args: NewFulfilment,
  context: MutationContext,
): Promise<Applied> {
  const first = overtaken(order, 'fulfilled', context);
  // A caller of the API sees the present order first, and may repeat a call without a key: that is no second payment.
  const isPlainCall = context.side === 'server' && context.mintServerId === null;
  if (isPlainCall || order.saleId === null) return first;
  return { ...first, flags: await keepPayment(tx, order.saleId, args, context) };
}

const changed = (order: Order, status: OrderStatus, { actor, atMs }: MutationContext): Order => ({
  ...order,
  status,
  statusChanges: [...order.statusChanges, { status, byUserId: actor.userId, atMs }],
});

const madeBy = (order: Order, status: OrderStatus) =>
  order.statusChanges.find((change) => change.status === status) ?? order.statusChanges.at(-1);

/** Returns the outcome for an order that is in this state already: it names the person who was first. */
function overtaken(
  order: Order,
  status: OrderStatus,
  context: MutationContext,
): Extract<Applied, { kind: 'superseded' }> {
  const { byUserId, atMs } = madeBy(order, status) ?? { byUserId: context.actor.userId, atMs: order.createdAtMs };
  return { kind: 'superseded', byUserId, atMs };
}

function whoMade(order: Order, status: OrderStatus): { byUserId: number; atMs: number } | undefined {
  const change = madeBy(order, status);
  return change && { byUserId: change.byUserId, atMs: change.atMs };
}

/**
 * Opens the conflict 'Keep cancelled' or 'Fulfil anyway'. It contains the values of the sale to be made. On the device
 * there is nothing to decide, nor for a caller of the API, who sees the present order first: the order is cancelled, so
 * the fulfilment is refused.
 */
function openConflict(tx: MutationTx, order: Order, args: NewFulfilment, context: MutationContext): Applied {
  if (context.mintServerId === null) return refused('order_cancelled', whoMade(order, 'cancelled'));
  const cancelled = madeBy(order, 'cancelled');
  const { order: _seen, ...values } = args;
  tx.put('conflict', {
    id: context.mintServerId(),
    version: 0,
    table: 'order',
    rowId: order.id,
    group: ORDER_STATUS_GROUP,
    // The values are the fulfilment itself. Its status is the status of its sale.
    mine: { values, userId: context.actor.userId, atMs: context.atMs },
    theirs: {
      values: { status: 'cancelled' },
      userId: cancelled?.byUserId ?? null,
      atMs: cancelled?.atMs ?? order.createdAtMs,
    },
    status: 'open',
    settled: null,
    createdAtMs: context.atMs,
  });
  return { kind: 'conflict', groups: [ORDER_STATUS_GROUP] };
}

const ORDER_STATUS_GROUP = 'status';
