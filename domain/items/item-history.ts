import type { Item } from './item.ts';

/** Fields whose former values are stored. All are short, so that the row stays small. */
const REMEMBERED_FIELDS = [
  'name',
  'priceMinor',
  'currency',
  'costPriceMinor',
  'type',
  'trackStock',
  'unitOfMeasure',
  'itemCategoryId',
  'category',
  'subCategory',
  'reorderLevelHundredths',
  'advancedEnabled',
  'sku',
] as const satisfies readonly (keyof Item)[];
/** Long fields: the history stores that they changed, but not their former values. */
const LONG_FIELDS = ['description', 'customFields'] as const satisfies readonly (keyof Item)[];

export type RememberedFields = Partial<Pick<Item, (typeof REMEMBERED_FIELDS)[number]>>;
export type LongField = (typeof LONG_FIELDS)[number];

/**
 * One edit of an item. It stores the replaced values. The values that it set follow from the present row and from the
 * values that later edits replaced.
 */
export interface ItemEdit {
  /** The replaced value by changed field. */
  was: RememberedFields;
  /** Changed fields whose replaced value is not stored. */
  long: readonly LongField[];
  userId: number;
  atMs: number;
}

/** The most edits that a row stores. Older edits are only counted. */
export const ITEM_EDITS_MAX = 50;

type Stamp = Pick<ItemEdit, 'userId' | 'atMs'>;

/** Returns the edited row with this edit added to its history; the same reference if nothing changed (R-ENT-31). */
export function withEdit(before: Item, after: Item, { userId, atMs }: Stamp): Item {
  const was = Object.fromEntries(
    REMEMBERED_FIELDS.filter((field) => before[field] !== after[field]).map((field) => [field, before[field] ?? null]),
  );
  const long = LONG_FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (Object.keys(was).length === 0 && long.length === 0) return after;
  const history = [...(before.history ?? []), { was, long, userId, atMs }];
  const forgotten = forgottenEdits(before) + Math.max(0, history.length - ITEM_EDITS_MAX);
  return {
    ...after,
    history: history.slice(-ITEM_EDITS_MAX),
    ...(forgotten > 0 ? { forgottenEdits: forgotten } : {}),
  };
}

/** Returns the number of edits that the history lacks: older builds did not store them, or they were too many. */
const forgottenEdits = (item: Item): number =>
  item.forgottenEdits ?? (item.history === undefined ? stampsOf(item).length : 0);

/**
 * Returns the edits that only the stamps of field groups show, oldest first. One act may have changed several groups.
 */
export function stampsOf({ edits = {}, history = [] }: Pick<Item, 'edits' | 'history'>): (Stamp & {
  groups: string[];
})[] {
  const written = new Set(history.map(keyOf));
  const acts = new Map<string, Stamp & { groups: string[] }>();
  for (const [group, stamp] of Object.entries(edits)) {
    const key = keyOf(stamp);
    if (!written.has(key)) acts.set(key, { ...stamp, groups: [...(acts.get(key)?.groups ?? []), group] });
  }
  return [...acts.values()].toSorted((a, b) => a.atMs - b.atMs);
}

const keyOf = ({ userId, atMs }: Stamp): string => `${atMs} ${userId}`;

/** One act on an item, with the item as it was afterwards. */
export interface PastOfItem extends Stamp {
  /** The number of the act within the item; 1 is the creation. */
  number: number;
  action: 'created' | 'edited';
  /** The item after the act, as far as its former values are stored. */
  item: Item;
  /** Fields of the row that the act changed. */
  changed: readonly string[];
  /** True if `item` holds the field's value of that time. Takes the names of the field and of its field group. */
  isKnown: (field: string, group: string) => boolean;
}

/**
 * Returns the history of an item, newest first. Unknown former values are marked as unknown (`isKnown`), never guessed.
 */
export function pastOfItem(item: Item, fieldsOfGroup: (group: string) => readonly string[]): PastOfItem[] {
  const past: PastOfItem[] = [];
  let known = item;
  const replaced = new Set<string>();
  const forgotten = forgottenEdits(item);
  for (const [index, { was, long, userId, atMs }] of [...(item.history ?? []).entries()].toReversed()) {
    const unknown = new Set(replaced);
    const changed = [...Object.keys(was), ...long];
    past.push({
      number: 2 + forgotten + index,
      action: 'edited',
      userId,
      atMs,
      item: known,
      changed,
      isKnown: (field) => !unknown.has(field),
    });
    known = { ...known, ...was };
    for (const field of long) replaced.add(field);
  }
  const edits = item.edits ?? {};
  const stamps = stampsOf(item);
  for (const [index, { groups, userId, atMs }] of [...stamps.entries()].toReversed())
    past.push({
      ...{ number: 2 + forgotten - stamps.length + index, action: 'edited', userId, atMs, item: known },
      changed: groups.flatMap(fieldsOfGroup),
      isKnown: (field, group) => groups.includes(group) || (!(group in edits) && !replaced.has(field)),
    });
  const isWhole = forgotten === 0;
  past.push({
    ...{ number: 1, action: 'created', userId: item.createdByUserId, atMs: item.createdAtMs, item: known, changed: [] },
    isKnown: (field, group) => !replaced.has(field) && (isWhole || !(group in edits)),
  });
  return past;
}
