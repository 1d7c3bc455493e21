import * as v from 'valibot';
import { businessChangeSchema } from '../../domain/business.ts';
import { idSchema } from '../../domain/id.ts';
import { editBaseSchema, editRow } from './edit.ts';
import { defineMutation, refused } from './mutation.ts';

/** Changed details of the business (M34). Its slug and its currency need the whole world to agree and are not among them. */
export const businessEdit = defineMutation({
  name: 'business.edit',
  format: 1,
  class: 'edit',
  call: { method: 'PUT', path: '/business/{id}' },
  schema: v.object({ id: idSchema, base: editBaseSchema, change: businessChangeSchema }),
  mints: () => [],
  refersTo: (args) => [{ table: 'business', id: args.id }],
  renumber: (args) => args,
  async apply(tx, args, context) {
    if (args.id !== context.businessId) return refused('not_found');
    return await editRow(tx, context, { table: 'business', missing: 'not_found', ...args });
  },
});
