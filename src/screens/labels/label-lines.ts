import type { Item } from '../../../domain/items/item.ts';
import { QUANTITY_HUNDREDTHS_PER_UNIT } from '../../../domain/quantity.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import type { SearchIndex } from '../../../sync/store/search/search-index.ts';
import { purchaseById } from '../../../sync/store/supplier-reads.ts';
import { rowIdOf } from '../../parts/paths.ts';
import { LABEL_ITEMS_MAX, labelCount, LABELS_MAX, LABELS_OF_ITEM_MAX } from './label-content.ts';

/** An item with the number of its labels as typed. */
export interface LabelLine {
  itemId: number;
  countText: string;
}

export interface ChosenLines {
  lines: LabelLine[];
  /** Why some of the requested items are left out; null if none are. */
  sentence: string | null;
}

const one = (itemId: number): LabelLine => ({ itemId, countText: '1' });
const chosen = (lines: LabelLine[]): ChosenLines => ({ lines, sentence: null });

/**
 * Returns lines for the items that the address names: one item, those of a purchase, or all hits of a search. Empty if
 * it names none.
 */
export async function linesOfAddress(
  database: ShopDatabase,
  search: SearchIndex,
  address: URLSearchParams,
): Promise<ChosenLines> {
  const itemId = rowIdOf(address.get('item') ?? undefined);
  if (itemId !== null) return chosen([one(itemId)]);
  const purchaseId = rowIdOf(address.get('purchase') ?? undefined);
  if (purchaseId !== null) return await linesOfPurchase(database, purchaseId);
  const typed = address.get('search');
  return typed === null ? chosen([]) : await linesOfSearch(search, typed);
}

/** Returns lines for all hits of a search, or for all items if nothing was typed. */
export async function linesOfSearch(search: SearchIndex, typed: string): Promise<ChosenLines> {
  const { ids, total } = await search.page('item', typed, 1, LABEL_ITEMS_MAX);
  if (total <= LABEL_ITEMS_MAX) return chosen(ids.map(one));
  const count = total.toLocaleString('en');
  return {
    lines: [],
    sentence: `That is ${count} items. Labels are printed for at most ${LABEL_ITEMS_MAX} at once: search for fewer in the list of items.`,
  };
}

/** Returns as many labels of each item as the purchase has. Half a kilogram needs a label too. */
async function linesOfPurchase(database: ShopDatabase, id: number): Promise<ChosenLines> {
  const purchase = await purchaseById(database, id);
  const hundredths = new Map<number, number>();
  for (const { itemId, quantityHundredths } of purchase?.lines ?? [])
    hundredths.set(itemId, (hundredths.get(itemId) ?? 0) + quantityHundredths);
  return chosen(
    [...hundredths].slice(0, LABEL_ITEMS_MAX).map(([itemId, quantity]) => {
      const count = Math.ceil(quantity / QUANTITY_HUNDREDTHS_PER_UNIT);
      return { itemId, countText: String(Math.min(LABELS_OF_ITEM_MAX, Math.max(1, count))) };
    }),
  );
}

export const IS_FULL = `Labels are printed for at most ${LABEL_ITEMS_MAX} items at once. Print these first.`;

/** Returns the lines with one more label of an item; the same lines if there is no room for another item. */
export function withItem(lines: readonly LabelLine[], itemId: number): readonly LabelLine[] {
  const line = lines.find((each) => each.itemId === itemId);
  if (line === undefined) return lines.length >= LABEL_ITEMS_MAX ? lines : [...lines, one(itemId)];
  const count = Math.min(LABELS_OF_ITEM_MAX, (labelCount(line.countText) ?? 0) + 1);
  return lines.map((each) => (each === line ? { itemId, countText: String(count) } : each));
}

/** A line whose item is on this device. */
export interface ShownLine {
  item: Item;
  countText: string;
  /** null if the typed text is no number of labels. */
  count: number | null;
}

export const shownLines = (lines: readonly LabelLine[], itemsById: ReadonlyMap<number, Item>): ShownLine[] =>
  lines.flatMap(({ itemId, countText }) => {
    const item = itemsById.get(itemId);
    return item === undefined ? [] : [{ item, countText, count: labelCount(countText) }];
  });

export const totalCount = (lines: readonly ShownLine[]): number =>
  lines.reduce((sum, { count }) => sum + (count ?? 0), 0);

/** Returns why these labels cannot be printed; null if they can. */
export function linesProblem(lines: readonly ShownLine[]): string | null {
  if (lines.length === 0) return 'Choose an item first.';
  const wrong = lines.find(({ count }) => count === null);
  if (wrong !== undefined)
    return `How many labels of ${wrong.item.name}? Print 1 to ${LABELS_OF_ITEM_MAX} labels of an item.`;
  const total = totalCount(lines);
  if (total <= LABELS_MAX) return null;
  return `These are ${total.toLocaleString('en')} labels. Print at most ${LABELS_MAX.toLocaleString('en')} at once.`;
}
