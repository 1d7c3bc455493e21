import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import { newPaymentMethodSchema, paymentMethodNameKey } from '../../domain/sales/payment-method.ts';
import type { RowKey } from '../protocol/tables.ts';
import { APPLIED, defineMutation, deviceTimeOf, type MutationTx, refused } from './mutation.ts';
import { isGone } from './removed-row.ts';

/**
 * Creates a payment method. A form refuses a name that the shop already has (R-PAY-16). If two devices create the same
 * name, the second becomes an alias of the first, so sales that name it stay correct (M28).
 */
export const paymentMethodCreate = defineMutation({
  name: 'paymentMethod.create',
  format: 1,
  class: 'claim',
  call: { method: 'POST', path: '/payment-methods' },
  schema: newPaymentMethodSchema,
  mints: (args) => [{ table: 'paymentMethod', id: args.id }],
  refersTo: () => [],
  async apply(tx, args, context) {
    if (await tx.get('paymentMethod', args.id)) return refused('id_clash');
    const key = paymentMethodNameKey(args.name);
    const sameName = (await tx.paymentMethods()).find(
      (method) => method.aliasOfId === null && paymentMethodNameKey(method.name) === key,
    );
    tx.put('paymentMethod', {
      ...args,
      version: 0,
      isReadonly: false,
      isArchived: false,
      aliasOfId: sameName?.id ?? null,
      createdByUserId: context.actor.userId,
      createdAtMs: context.atMs,
      ...deviceTimeOf(context),
    });
    if (sameName?.isArchived) tx.put('paymentMethod', { ...sameName, isArchived: false, updatedAtMs: context.atMs });
    return sameName ? { kind: 'merged' } : APPLIED;
  },
});

const ofMethod = v.object({ businessId: idSchema, id: idSchema });

/**
 * Sets the default method. The last to arrive wins (M30). The default is one field of the business, so there is exactly
 * one.
 */
export const paymentMethodSetDefault = defineMutation({
  name: 'paymentMethod.setDefault',
  format: 1,
  class: 'set',
  call: { method: 'PATCH', path: '/payment-methods/{id}/default' },
  schema: ofMethod,
  mints: () => [],
  refersTo: (args) => rowsOf(args),
  async apply(tx, args, context) {
    const [business, method] = [await tx.get('business', args.businessId), await tx.get('paymentMethod', args.id)];
    if (!business || !method) return refused('not_found');
    const chosen = method.aliasOfId === null ? method : await tx.get('paymentMethod', method.aliasOfId);
    if (!chosen) return refused('not_found');
    tx.put('paymentMethod', { ...chosen, isArchived: false, updatedAtMs: context.atMs });
    tx.put('business', { ...business, defaultPaymentMethodId: chosen.id });
    return APPLIED;
  },
});

/**
 * Hides a method from those to choose from, or shows it again, because a method that is used cannot be removed (C-054).
 * The last to arrive wins.
 */
export const paymentMethodSetArchived = defineMutation({
  name: 'paymentMethod.setArchived',
  format: 1,
  class: 'set',
  call: { method: 'PATCH', path: '/payment-methods/{id}/archived' },
  schema: v.object({ ...ofMethod.entries, isArchived: v.boolean('isArchived must be true or false') }),
  mints: () => [],
  refersTo: (args) => rowsOf(args),
  async apply(tx, args, context) {
    const named = await tx.get('paymentMethod', args.id);
    const method = named?.aliasOfId ? await tx.get('paymentMethod', named.aliasOfId) : named;
    if (!method) return refused('not_found');
    if (method.isReadonly) return refused('method_readonly');
    tx.put('paymentMethod', { ...method, isArchived: args.isArchived, updatedAtMs: context.atMs });
    if (args.isArchived) await dropDefault(tx, args.businessId, [method.id]);
    return APPLIED;
  },
});

/**
 * Removes a method and its aliases, unless a sale was paid by one of them. A sale that arrives later brings the method
 * back (M29, R-PAY-17, R-PAY-18). If a device created the method under a name that was in use already, only the alias
 * is removed.
 */
export const paymentMethodRemove = defineMutation({
  name: 'paymentMethod.remove',
  format: 1,
  class: 'claim',
  call: { method: 'DELETE', path: '/payment-methods/{id}' },
  schema: ofMethod,
  givesBackWhenRefused: true,
  mints: () => [],
  refersTo: (args) => rowsOf(args),
  async apply(tx, args, context) {
    const method = await tx.get('paymentMethod', args.id);
    if (!method) return (await isGone(tx, context, 'paymentMethod', args.id)) ? APPLIED : refused('not_found');
    if (method.isReadonly) return refused('method_readonly');
    const aliases = (await tx.paymentMethods()).filter(({ aliasOfId }) => aliasOfId === method.id);
    const ids = [method, ...aliases].map(({ id }) => id);
    for (const id of ids) if (await tx.isInUse('paymentMethod', id)) return refused('method_in_use');
    for (const id of ids) tx.remove('paymentMethod', id);
    await dropDefault(tx, args.businessId, ids);
    return APPLIED;
  },
});

function rowsOf(args: v.InferOutput<typeof ofMethod>): RowKey[] {
  return [
    { table: 'business', id: args.businessId },
    { table: 'paymentMethod', id: args.id },
  ];
}

/** Clears the default if it is one of these methods. Without a default a sale starts with Cash. */
async function dropDefault(tx: MutationTx, businessId: number, ids: readonly number[]): Promise<void> {
  const business = await tx.get('business', businessId);
  if (business?.defaultPaymentMethodId && ids.includes(business.defaultPaymentMethodId))
    tx.put('business', { ...business, defaultPaymentMethodId: null });
}
