import { codeKey } from './item-code.ts';
import type { Item } from './item.ts';
import { plainText } from '../text/plain-text.ts';

/**
 * Returns a key that is equal for duplicates: items with the same name and SKU, ignoring invisible differences
 * (decisions/0021, X-TYPE-26, X-TYPE-30).
 */
export const itemKey = ({ name, sku }: Pick<Item, 'name' | 'sku'>): string =>
  JSON.stringify([plainText(name), codeKey(sku)]);

/** The fields by which an item is recognised. */
export type KnownItem = Pick<Item, 'id' | 'name' | 'sku' | 'isActive' | 'createdAtMs'>;

/** Duplicates of one item: the oldest, and the later ones. */
export interface Duplicates<I extends KnownItem> {
  first: I;
  later: I[];
}

/**
 * Returns the duplicates among items on sale (M12). They arise if two offline devices import the same file. Every device
 * chooses the same item as the first.
 */
export function duplicatesAmong<I extends KnownItem>(items: Iterable<I>): Duplicates<I>[] {
  const byKey = new Map<string, I[]>();
  for (const item of items) {
    if (!item.isActive) continue;
    const key = itemKey(item);
    const same = byKey.get(key);
    if (same) same.push(item);
    else byKey.set(key, [item]);
  }
  return [...byKey.values()].flatMap((same) => {
    const [first, ...later] = same.toSorted(oldestFirst);
    return first && later.length > 0 ? [{ first, later }] : [];
  });
}

const oldestFirst = (a: KnownItem, b: KnownItem): number => a.createdAtMs - b.createdAtMs || a.id - b.id;

/** The field by which a line of a file was matched to an item of the shop. */
export type MatchedBy = 'sku' | 'name';

interface ItemIndex<I extends KnownItem> {
  find: (wanted: Pick<Item, 'name' | 'sku'>) => { item: I; by: MatchedBy } | null;
  /** Returns the item of that name, whatever its SKU; null if there is none. */
  named: (name: string) => I | null;
}

export interface KnownItems<I extends KnownItem> extends ItemIndex<I> {
  /** The archived items alone. */
  archived: ItemIndex<I>;
}

/**
 * Indexes the shop's items for an import (G30). An item is found by its SKU, or by its name if the line or the item has
 * no SKU: one name with two SKUs means two items. Of several matches, items on sale come first, then the oldest.
 */
export function indexItems<I extends KnownItem>(items: readonly I[]): KnownItems<I> {
  return { ...indexOf(items), archived: indexOf(items.filter(({ isActive }) => !isActive)) };
}

function indexOf<I extends KnownItem>(items: readonly I[]): ItemIndex<I> {
  const byKey = new Map<string, I>();
  const bySku = new Map<string, I>();
  const byName = new Map<string, I>();
  const byNameWithoutSku = new Map<string, I>();
  const note = (index: Map<string, I>, key: string, item: I) => {
    const known = index.get(key);
    if (!known || isBefore(item, known)) index.set(key, item);
  };
  for (const item of items) {
    note(byKey, itemKey(item), item);
    note(byName, plainText(item.name), item);
    if (plainText(item.sku) === '') note(byNameWithoutSku, plainText(item.name), item);
    else note(bySku, plainText(item.sku), item);
  }
  return {
    find({ name, sku }) {
      const hasSku = plainText(sku) !== '';
      const withSku = hasSku ? (byKey.get(itemKey({ name, sku })) ?? bySku.get(plainText(sku))) : undefined;
      if (withSku) return { item: withSku, by: 'sku' };
      const named = byNameWithoutSku.get(plainText(name)) ?? (hasSku ? undefined : byName.get(plainText(name)));
      return named ? { item: named, by: 'name' } : null;
    },
    named: (name) => byName.get(plainText(name)) ?? null,
  };
}

const isBefore = (item: KnownItem, other: KnownItem): boolean =>
  item.isActive === other.isActive ? oldestFirst(item, other) < 0 : item.isActive;
