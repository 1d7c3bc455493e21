import * as v from 'valibot';
import { idSchema } from '../../domain/id.ts';
import {
  imageKeySchema,
  imageOrderSchema,
  ITEM_IMAGES_MAX,
  newItemImage,
  numbered,
  orderedImages,
} from '../../domain/items/item-image.ts';
import { APPLIED, defineMutation, refused } from './mutation.ts';

/*
 * An item's list of images is changed one image at a time, so that the changes of two devices add up (M14). An image
 * that either device added is in the list. An image that either removed is gone. The last order wins. An image beyond
 * the fifth is refused. The files are sent beside these rows, by a queue of their own (SYN-10).
 */

/**
 * How many removed images are remembered. A healing server may receive acts in another order, and must not add a
 * removed image again (SYN-21).
 */
const REMOVED_KEYS_MAX = 20;

const MERGED = { kind: 'merged' } as const;

export const itemAddImage = defineMutation({
  name: 'item.addImage',
  format: 1,
  class: 'set',
  call: { method: 'POST', path: '/items/{id}/images' },
  schema: v.object({ id: idSchema, key: imageKeySchema }),
  mints: () => [],
  refersTo: (args) => [{ table: 'item', id: args.id }],
  async apply(tx, { id, key }, { businessId }) {
    const item = await tx.get('item', id);
    if (!item) return refused('item_missing');
    const isThere = item.images.some((image) => image.key === key);
    if (isThere || item.removedImageKeys?.includes(key)) return MERGED;
    if (item.images.length >= ITEM_IMAGES_MAX) return refused('too_many_images');
    const image = newItemImage(businessId, key, item.images.length);
    tx.put('item', { ...item, images: [...item.images, image] });
    return APPLIED;
  },
});

export const itemRemoveImage = defineMutation({
  name: 'item.removeImage',
  format: 1,
  class: 'set',
  call: { method: 'DELETE', path: '/items/{id}/images/{key}' },
  schema: v.object({ id: idSchema, key: imageKeySchema }),
  mints: () => [],
  refersTo: (args) => [{ table: 'item', id: args.id }],
  async apply(tx, { id, key }) {
    const item = await tx.get('item', id);
    if (!item) return refused('item_missing');
    const before = (item.removedImageKeys ?? []).filter((removed) => removed !== key);
    tx.put('item', {
      ...item,
      images: numbered(item.images.filter((image) => image.key !== key)),
      removedImageKeys: [...before, key].slice(-REMOVED_KEYS_MAX),
    });
    return APPLIED;
  },
});

export const itemOrderImages = defineMutation({
  name: 'item.orderImages',
  format: 1,
  class: 'set',
  call: { method: 'PUT', path: '/items/{id}/images/order' },
  schema: v.object({ id: idSchema, keys: imageOrderSchema }),
  mints: () => [],
  refersTo: (args) => [{ table: 'item', id: args.id }],
  async apply(tx, { id, keys }) {
    const item = await tx.get('item', id);
    if (!item) return refused('item_missing');
    tx.put('item', { ...item, images: orderedImages(item.images, keys) });
    return APPLIED;
  },
});
