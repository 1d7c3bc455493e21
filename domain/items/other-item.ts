import type { Item } from './item.ts';

/*
 * 'Other' is the service item under which the counter sells what is no item of the shop (R-CTR-07). Its first use
 * creates it, so two offline devices create two. Both rows stay, because sales refer to them. The server archives the
 * one that arrives second (R-CTR-09). Until a device has pulled that, it shows and uses the one that was created first.
 */

/** A service with this code is the item 'Other'. */
export const OTHER_ITEM = { name: 'Other', sku: 'OTHER' } as const;

export const isOtherItem = ({ type, sku }: Pick<Item, 'type' | 'sku'>): boolean =>
  type === 'service' && sku === OTHER_ITEM.sku;

/** True for 'Other' as the counter creates it; false if a person has renamed it. */
export const isNewOther = (item: Pick<Item, 'name' | 'type' | 'sku'>): boolean =>
  isOtherItem(item) && item.name === OTHER_ITEM.name;

type Known = Pick<Item, 'id' | 'type' | 'sku' | 'createdAtMs' | 'isActive'>;

/** Returns the items 'Other' on sale, the first created one first; empty if there is none. */
export const otherItemsInOrder = <I extends Known>(items: readonly I[]): I[] =>
  items
    .filter((item) => item.isActive && isOtherItem(item))
    .sort((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id);
