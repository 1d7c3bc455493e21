import type { IndexedText } from './search/text-segment.ts';

/** The active items in the order of the counter's tiles (R-CTR-02). */
export interface ItemShelf {
  /** Best sellers first, then by name. */
  ids: readonly number[];
  /** Only categories with items; best sellers first, then by name. */
  categories: readonly string[];
  idsByCategory: ReadonlyMap<string, readonly number[]>;
}

/**
 * Returns the items and categories in the order of the counter's tiles.
 * @param soldByItem how much of each item was sold lately, by its id
 */
export function shelfOf(entries: Iterable<IndexedText>, soldByItem: ReadonlyMap<number, number>): ItemShelf {
  const sorted = [...entries].sort(
    (a, b) =>
      (soldByItem.get(b.id) ?? 0) - (soldByItem.get(a.id) ?? 0) || compareText(nameOf(a), nameOf(b)) || a.id - b.id,
  );
  const idsByCategory = new Map<string, number[]>();
  const soldByCategory = new Map<string, number>();
  for (const { id, ranked } of sorted) {
    const category = ranked?.category?.trim() ?? '';
    if (category === '') continue;
    const ids = idsByCategory.get(category);
    if (ids) ids.push(id);
    else idsByCategory.set(category, [id]);
    soldByCategory.set(category, (soldByCategory.get(category) ?? 0) + (soldByItem.get(id) ?? 0));
  }
  const categories = [...idsByCategory.keys()].sort(
    (a, b) => (soldByCategory.get(b) ?? 0) - (soldByCategory.get(a) ?? 0) || compareText(a, b),
  );
  return { ids: sorted.map(({ id }) => id), categories, idsByCategory };
}

const nameOf = ({ ranked }: IndexedText): string => ranked?.name ?? '';
const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
