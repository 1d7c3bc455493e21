import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import type { ArchivedEntry } from '../ports.ts';
import type { ShopTables } from './database/schema.ts';

const ofOrder = v.object({ id: idSchema, saleId: idSchema, status: v.string() });
const byUser = v.object({ byUserId: idSchema });
const settling = v.object({
  keep: v.literal('mine'),
  mine: v.object({ ...ofOrder.entries, paymentMethodName: v.nullable(v.string()) }),
});

/** A fulfilment of this device that came second and made no sale (M10). */
export interface LostFulfilment {
  /** The user whose fulfilment came first. */
  firstByUserId: number;
  /** The id of the sale that was not made; null if the fulfilment said that nothing was paid yet. */
  paymentId: number | null;
}

/**
 * Returns this device's own fulfilment of an order if another one arrived before it. Null if that did not happen on this
 * device, or is no longer in the archive. It reads the whole archive, so only the screen of one fulfilled order may use
 * it.
 */
export async function lostFulfilment(
  { tables }: { readonly tables: ShopTables },
  orderId: number,
): Promise<LostFulfilment | null> {
  const lost = await tables.archive.filter((entry) => argsOf(entry)?.id === orderId).first();
  const args = lost && argsOf(lost);
  const detail = v.safeParse(byUser, lost?.outcome?.detail);
  if (!args || !detail.success) return null;
  return { firstByUserId: detail.output.byUserId, paymentId: args.status === 'completed' ? args.saleId : null };
}

/** A 'Fulfil anyway' of this device that arrived after somebody had kept the order cancelled: it made no sale (M10). */
export interface LostSettling {
  /** The user who kept it cancelled. */
  firstByUserId: number;
  /** True if the fulfilment said that it was paid. */
  isPaid: boolean;
  /** The name of the method; null if it was paid without one, or not paid. */
  paymentMethodName: string | null;
}

/**
 * Returns this device's newest lost 'Fulfil anyway' of an order, as `lostFulfilment` does for a fulfilment. Only the
 * screen of one cancelled order may use it.
 */
export async function lostSettling(
  { tables }: { readonly tables: ShopTables },
  orderId: number,
): Promise<LostSettling | null> {
  const lost = await tables.archive.filter((entry) => settledArgsOf(entry)?.mine.id === orderId).last();
  const args = lost && settledArgsOf(lost);
  const detail = v.safeParse(byUser, lost?.outcome?.detail);
  if (!args || !detail.success) return null;
  const { status, paymentMethodName } = args.mine;
  return { firstByUserId: detail.output.byUserId, isPaid: status === 'completed', paymentMethodName };
}

function settledArgsOf({ wire, outcome }: ArchivedEntry): v.InferOutput<typeof settling> | null {
  if (wire.name !== 'conflict.settle' || outcome?.kind !== 'superseded') return null;
  const args = v.safeParse(settling, wire.args);
  return args.success ? args.output : null;
}

/** Returns the arguments of a fulfilment that came second; null for every other entry. */
function argsOf({ wire, outcome }: ArchivedEntry): v.InferOutput<typeof ofOrder> | null {
  if (wire.name !== 'order.fulfill' || outcome?.kind !== 'superseded') return null;
  const args = v.safeParse(ofOrder, wire.args);
  return args.success ? args.output : null;
}
