import * as v from 'valibot';
import { businessChangeSchema, uploadedImage } from '../../domain/business.ts';
import { idSchema } from '../../domain/id.ts';
import { imageKeySchema, newShopImage } from '../../domain/items/item-image.ts';
import { editBaseSchema, editRow } from './edit.ts';
import { APPLIED, defineMutation, refused } from './mutation.ts';

/**
 * Changed details of the business (M34). Its slug and its currency need the whole world to agree and are not among
 * them.
 */
export const businessEdit = defineMutation({
  name: 'business.edit',
  format: 1,
  class: 'edit',
  call: { method: 'PUT', path: '/business/{id}' },
  schema: v.object({ id: idSchema, base: editBaseSchema, change: businessChangeSchema }),
  mints: () => [],
  refersTo: (args) => [{ table: 'business', id: args.id }],
  async apply(tx, args, context) {
    if (args.id !== context.businessId) return refused('not_found');
    return await editRow(tx, context, { table: 'business', missing: 'not_found', ...args });
  },
});

/**
 * Which picture the business shows, or none: of two devices the last to arrive wins (R-BIZ-17, M35). Its file follows
 * by itself (SYN-10).
 */
export const businessSetImage = defineMutation({
  name: 'business.setImage',
  format: 1,
  class: 'set',
  call: { method: 'PUT', path: '/business/{id}/profile-image' },
  schema: v.object({ id: idSchema, key: v.nullable(imageKeySchema) }),
  mints: () => [],
  refersTo: (args) => [{ table: 'business', id: args.id }],
  async apply(tx, { id, key }, { businessId }) {
    const business = id === businessId ? await tx.get('business', id) : undefined;
    if (!business) return refused('not_found');
    // The act may come once more after a restore (SYN-21): the file may be there already.
    if (business.profileImage?.key === key && uploadedImage(business)) return APPLIED;
    const profileImage = key === null ? null : newShopImage(businessId, key);
    tx.put('business', { ...business, profileImage, profileImageUrl: profileImage?.originalUrl ?? null });
    return APPLIED;
  },
});
