import * as v from 'valibot';
import { businessChangeSchema, uploadedImage } from '../../domain/business.ts';
import { idSchema } from '../../domain/id.ts';
import { imageKeySchema, newShopImage } from '../../domain/items/item-image.ts';
import { editBaseSchema, editRow } from './edit.ts';
import { APPLIED, defineMutation, refused } from './mutation.ts';

/**
 * Changes details of the business (M34). Slug and currency are not among these details: they cannot be changed offline
 * (server/account/change-business.ts).
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
 * Sets or removes the picture of the business. If two devices set one, the last to arrive wins (R-BIZ-17, M35). The
 * file of the picture is sent by its own queue (SYN-10).
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
    // After a restore the act may arrive once more, when the file is there already: then nothing changes (SYN-21).
    if (business.profileImage?.key === key && uploadedImage(business)) return APPLIED;
    const profileImage = key === null ? null : newShopImage(businessId, key);
    tx.put('business', { ...business, profileImage, profileImageUrl: profileImage?.originalUrl ?? null });
    return APPLIED;
  },
});
