import type { Sale, SaleFlag } from '../../domain/sales/sale.ts';
import {
  newSalePaymentSchema,
  type SalePayment,
  salePayments,
  saleRefundDueMinor,
  transactionKey,
} from '../../domain/sales/sale-payment.ts';
import type { RowKey } from '../protocol/tables.ts';
import {
  type Applied,
  appliedWith,
  defineMutation,
  momentOf,
  type MutationContext,
  type MutationTx,
  refused,
} from './mutation.ts';
import { reviveMethod } from './removed-row.ts';
import { isTransactionIdReused, presence } from './sale.ts';
import { statusAndFlagsOf } from './sale-status.ts';

/** Ids of the rows that a payment or refund of a sale refers to. */
export interface MoneyOfSale {
  saleId: number;
  orderId: number | null;
  paymentMethodId: number | null;
}

export function rowsOfMoney({ saleId, orderId, paymentMethodId }: MoneyOfSale): RowKey[] {
  const keys: RowKey[] = [{ table: 'sale', id: saleId }];
  if (orderId !== null) keys.push({ table: 'order', id: orderId });
  if (paymentMethodId !== null) keys.push({ table: 'paymentMethod', id: paymentMethodId });
  return keys;
}

/**
 * Records a payment for a sale that was not paid yet. It is never refused, because the money is already in the drawer.
 * If two devices record a payment of the same sale, both stand: the second is flagged and names the first (M7). A
 * cancelled sale stays cancelled, and the payment is due to be given back (M6).
 */
export const saleTakePayment = defineMutation({
  name: 'sale.takePayment',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/sales/{id}/payments' },
  schema: newSalePaymentSchema,
  mints: () => [],
  refersTo: (args) => rowsOfMoney(args),
  async apply(tx, args, context) {
    const sale = await saleNamed(tx, args);
    if (!sale) return refused('not_found');
    const { saleId: _sale, orderId: _order, ...fields } = args;
    const flags = await addPayment(tx, sale, { ...fields, ...momentOf(context) }, context);
    return flaggedAfter(flags, 'overpaid', salePayments(sale).at(-1));
  },
});

/** Adds a payment to a sale. Returns the flags of the payment. */
export async function addPayment(
  tx: MutationTx,
  sale: Sale,
  payment: SalePayment,
  context: MutationContext,
): Promise<SaleFlag[]> {
  return recordPayment(tx, sale, payment, await transferFacts(tx, payment, new Set([sale.id]), context));
}

/** What the server knows of the money itself, whatever it pays for. Null on a device. */
export type TransferFacts = Pick<MutationContext, 'actorDisabled' | 'clockSuspect'> & {
  method: 'there' | 'revived' | 'missing';
  /** True if a sale that it does not pay for has its transaction ID. */
  isUsedElsewhere: boolean;
};

/** @param saleIds the sales that the money pays for */
export async function transferFacts(
  tx: MutationTx,
  { paymentMethodId, transactionId }: Pick<SalePayment, 'paymentMethodId' | 'transactionId'>,
  saleIds: ReadonlySet<number>,
  context: MutationContext,
): Promise<TransferFacts | null> {
  if (context.side === 'device') return null;
  return {
    actorDisabled: context.actorDisabled,
    clockSuspect: context.clockSuspect,
    // A method that was deleted meanwhile comes back, because a payment uses it (M29).
    method: await presence(tx, 'paymentMethod', paymentMethodId, reviveMethod),
    isUsedElsewhere: await isTransactionIdReused(transactionId, saleIds, context),
  };
}

/** Adds a payment to a sale. Returns the flags of the payment; a device gives none. */
export function recordPayment(
  tx: MutationTx,
  sale: Sale,
  payment: SalePayment,
  facts: TransferFacts | null,
): SaleFlag[] {
  const paid: Sale = { ...sale, payments: [...salePayments(sale), payment] };
  const flags = facts === null ? [] : paymentFlags(paid, payment, facts);
  tx.put('sale', { ...paid, ...statusAndFlagsOf(paid, flags) });
  return flags;
}

/**
 * Returns the sale with this id. If it was refused because another device had already made a sale of the same order,
 * returns that sale (M10): payments, refunds and prints then belong to it.
 */
export async function saleNamed(
  tx: MutationTx,
  { saleId, orderId }: { saleId: number; orderId: number | null },
): Promise<Sale | undefined> {
  const sale = await tx.get('sale', saleId);
  if (sale || orderId === null) return sale;
  const order = await tx.get('order', orderId);
  return order?.saleId ? await tx.get('sale', order.saleId) : undefined;
}

function paymentFlags(paid: Sale, payment: SalePayment, facts: TransferFacts): SaleFlag[] {
  const has: Partial<Record<SaleFlag, boolean>> = {
    overpaid: paid.status !== 'cancelled' && saleRefundDueMinor(paid) > 0,
    refund_due: paid.status === 'cancelled' && saleRefundDueMinor(paid) > 0,
    method_removed: facts.method === 'revived',
    method_missing: facts.method === 'missing',
    actor_disabled: facts.actorDisabled,
    clock_suspect: facts.clockSuspect,
    transaction_id_reused: isUsedBefore(paid, payment) || facts.isUsedElsewhere,
  };
  return (Object.keys(has) as SaleFlag[]).filter((flag) => has[flag]);
}

/**
 * True if another payment of this sale has the same transaction ID: two devices recorded one transfer. The payment
 * itself is left out as an object, not by its id: two copies of one phone may give their payments the same id.
 */
function isUsedBefore(sale: Sale, payment: SalePayment): boolean {
  const { transactionId } = payment;
  if (transactionId === null || transactionId === '') return false;
  return salePayments(sale).some(
    (other) =>
      other !== payment &&
      other.transactionId !== null &&
      transactionKey(other.transactionId) === transactionKey(transactionId),
  );
}

/** Returns the flags. If two devices recorded the same payment or refund, also who was first, and when (M7). */
export function flaggedAfter(
  flags: readonly SaleFlag[],
  twice: SaleFlag,
  first: { byUserId: number; atMs: number } | undefined,
): Applied {
  if (!flags.includes(twice) || !first) return appliedWith(flags);
  return { kind: 'flagged', flags: [...flags], detail: { byUserId: first.byUserId, atMs: first.atMs } };
}
