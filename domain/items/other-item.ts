import type { Item } from './item.ts';

/*
 * 'Other': the service item under which the counter sells what the catalogue lacks (R-CTR-07). Its first use makes it, so
 * two devices without a signal make two. Both stay, for their sales name them; the one that reaches the server second is
 * archived there (R-CTR-09). Until a device has heard of that, it shows and uses the one that was made first.
 */

/** Nobody else gives a service this code. */
export const OTHER_ITEM = { name: 'Other', sku: 'OTHER' } as const;

export const isOtherItem = ({ type, sku }: Pick<Item, 'type' | 'sku'>): boolean =>
  type === 'service' && sku === OTHER_ITEM.sku;

/** As the counter makes it, not what a person made of it since. */
export const isNewOther = (item: Pick<Item, 'name' | 'type' | 'sku'>): boolean =>
  isOtherItem(item) && item.name === OTHER_ITEM.name;

type Known = Pick<Item, 'id' | 'type' | 'sku' | 'createdAtMs' | 'isActive'>;

/** The one on sale that was made first, and those that came after it; empty where there is none. */
export const otherItemsInOrder = <I extends Known>(items: readonly I[]): I[] =>
  items
    .filter((item) => item.isActive && isOtherItem(item))
    .sort((a, b) => a.createdAtMs - b.createdAtMs || a.id - b.id);
