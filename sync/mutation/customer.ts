import * as v from 'valibot';
import { customerChangeSchema, newCustomerSchema } from '../../domain/people/customer.ts';
import { idSchema } from '../../domain/id.ts';
import { dropConflicts, editBaseSchema, editRow, isEditedSince, removalSchema } from './edit.ts';
import { APPLIED, defineMutation, refused, stampOf } from './mutation.ts';
import { isGone } from './removed-row.ts';

/** Creates a customer. Two customers with the same name or phone are both stored (M20). */
export const customerCreate = defineMutation({
  name: 'customer.create',
  format: 1,
  class: 'fact',
  call: { method: 'POST', path: '/customers' },
  schema: newCustomerSchema,
  mints: (args) => [{ table: 'customer', id: args.id }],
  refersTo: () => [],
  async apply(tx, args, context) {
    if (await tx.get('customer', args.id)) return refused('id_clash');
    tx.put('customer', {
      ...args,
      version: 0,
      ...stampOf(context),
    });
    return APPLIED;
  },
});

/**
 * Edits fields of a customer; each field merges on its own. An edit brings back a customer who was deleted meanwhile
 * (M21).
 */
export const customerEdit = defineMutation({
  name: 'customer.edit',
  format: 1,
  class: 'edit',
  call: { method: 'PATCH', path: '/customers/{id}' },
  schema: v.object({ id: idSchema, base: editBaseSchema, change: customerChangeSchema }),
  mints: () => [],
  refersTo: (args) => [{ table: 'customer', id: args.id }],
  apply: (tx, args, context) => editRow(tx, context, { table: 'customer', missing: 'not_found', ...args }),
});

/**
 * Removes a customer, unless a sale or an order names them. A device checks the rows that it has, the server checks
 * all. A sale that arrives later brings the customer back (M22, C-116).
 */
export const customerRemove = defineMutation({
  name: 'customer.remove',
  format: 1,
  class: 'claim',
  call: { method: 'DELETE', path: '/customers/{id}' },
  schema: removalSchema,
  givesBackWhenRefused: true,
  mints: () => [],
  refersTo: (args) => [{ table: 'customer', id: args.id }],
  async apply(tx, args, context) {
    const customer = await tx.get('customer', args.id);
    if (!customer) return (await isGone(tx, context, 'customer', args.id)) ? APPLIED : refused('not_found');
    if (await tx.isInUse('customer', args.id)) return refused('customer_in_use');
    if (isEditedSince(customer, args.base)) return refused('edited_since');
    await dropConflicts(tx, context, { table: 'customer', id: args.id });
    tx.remove('customer', args.id);
    return APPLIED;
  },
});
