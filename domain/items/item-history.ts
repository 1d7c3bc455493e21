import type { Item } from './item.ts';

/** Fields whose former values are kept: short ones, so that a row stays small. */
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
/** Fields of which only the change is remembered. */
const LONG_FIELDS = ['description', 'customFields'] as const satisfies readonly (keyof Item)[];

export type RememberedFields = Partial<Pick<Item, (typeof REMEMBERED_FIELDS)[number]>>;
export type LongField = (typeof LONG_FIELDS)[number];

/**
 * One edit of an item. The values that it set follow from the row as it is now and the values that later edits
 * replaced.
 */
export interface ItemEdit {
  /** By changed field: the value that was replaced. */
  was: RememberedFields;
  /** Changed fields whose value is not kept. */
  long: readonly LongField[];
  userId: number;
  atMs: number;
}

/** Older edits are forgotten. */
export const ITEM_EDITS_MAX = 50;

type Stamp = Pick<ItemEdit, 'userId' | 'atMs'>;

/** The edited row with this edit in its history; the same reference where nothing changed (R-ENT-31). */
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

/** How many edits were not written down in their time, as far as is known, or are more than is kept. */
const forgottenEdits = (item: Item): number =>
  item.forgottenEdits ?? (item.history === undefined ? stampsOf(item).length : 0);

/** The edits that only the stamps of the fields tell of, oldest first; one act may have changed several fields. */
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

/** One act on an item with the item as it was afterwards. */
export interface PastOfItem extends Stamp {
  /** Counts within the item; 1 is its creation. */
  number: number;
  action: 'created' | 'edited';
  /** The item after it, as far as its fields are remembered. */
  item: Item;
  /** Fields of the row that it changed. */
  changed: readonly string[];
  /** True when `item` holds the value that this field had then. Needs the names of the field and of its merge group. */
  isKnown: (field: string, group: string) => boolean;
}

/** The history of an item, newest first. Former values that are not known are marked as unknown, never guessed. */
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
