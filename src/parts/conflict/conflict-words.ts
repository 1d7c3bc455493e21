import { formatAmount } from '../../../domain/money.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import type { User } from '../../../domain/people/user.ts';
import type { Conflict, ConflictSide } from '../../../sync/protocol/conflict.ts';

/** Labels of field groups that are decided together. Other groups have the label of their one field. */
const GROUP_LABELS: Readonly<Record<string, string>> = {
  priceMinor: 'Price',
  costPriceMinor: 'Cost price',
  sku: 'SKU',
  unitOfMeasure: 'Unit',
  reorderLevelHundredths: 'Reorder level',
  isActive: 'In use',
  customFields: 'Additional fields',
};

export const groupLabel = (group: string): string => GROUP_LABELS[group] ?? wordsOf(group);

/** 'businessName' → 'Business name'. */
function wordsOf(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'Price: yours 12,000 · Amina 11,500' (M13). */
export const conflictLine = ({ group }: Pick<Conflict, 'group'>, sides: readonly SideWords[]): string =>
  `${groupLabel(group)}: ${sides.map(({ who, side }) => `${who} ${valuesText(side)}`).join(' · ')}`;

/** Describes the values of one side. Leaves out fields that only help to read others, such as a currency. */
export function valuesText({ values }: ConflictSide): string {
  const { currency, itemCategoryId: _number, ...others } = values;
  const shown = Object.entries(others);
  if (shown.length === 0) return valueText('currency', currency);
  const text = shown.map(([field, value]) => valueText(field, value)).join(', ');
  return typeof currency === 'string' ? `${currency} ${text}` : text;
}

/** Describes the value of a field. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'number' && field.endsWith('Minor')) return formatAmount(value);
  if (typeof value === 'number' && field.endsWith('Hundredths')) return formatQuantity(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return partsText(value);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** Describes custom fields by their keys: 'Brand Tecno, Condition Used'. */
function partsText(parts: object): string {
  const texts = Object.entries(parts).map(([key, value]) => `${wordsOf(key)} ${valueText(key, value)}`);
  return texts.length === 0 ? 'nothing' : texts.join(', ');
}

export interface SideWords {
  keep: 'mine' | 'theirs';
  /** 'yours', 'Amina', 'the server'. */
  who: string;
  button: string;
  side: ConflictSide;
}

/**
 * Describes the two sides of a conflict. For an order they are not two values of a field: somebody cancelled it and
 * somebody handed the goods over, so they are named for that (M10).
 */
export function sidesOf(
  conflict: Pick<Conflict, 'table' | 'mine' | 'theirs'>,
  userId: number,
  users: ReadonlyMap<number, Pick<User, 'firstName' | 'username'>>,
): [SideWords, SideWords] {
  const { table, mine, theirs } = conflict;
  if (table !== 'order') return sidesFor(conflict, userId, users);
  const [own, other] = sidesFor({ mine: { ...mine, values: { status: 'fulfilled' } }, theirs }, userId, users);
  const button = (side: SideWords) => (side.keep === 'mine' ? 'Fulfil anyway' : 'Keep cancelled');
  return [
    { ...own, button: button(own) },
    { ...other, button: button(other) },
  ];
}

/**
 * Returns the two sides as this person sees them, their own first. In a conflict between two others each side has its
 * author's name instead of 'mine' and 'theirs'.
 */
export function sidesFor(
  { mine, theirs }: Pick<Conflict, 'mine' | 'theirs'>,
  userId: number,
  users: ReadonlyMap<number, Pick<User, 'firstName' | 'username'>>,
): [SideWords, SideWords] {
  const named = (side: ConflictSide): string => {
    const user = side.userId === null ? undefined : users.get(side.userId);
    return user ? user.firstName || user.username : 'the server';
  };
  const isMineMine = mine.userId === userId;
  const isTheirsMine = theirs.userId === userId && !isMineMine;
  if (!isMineMine && !isTheirsMine)
    return [
      { keep: 'mine', who: named(mine), button: `Keep ${named(mine)}’s`, side: mine },
      { keep: 'theirs', who: named(theirs), button: `Keep ${named(theirs)}’s`, side: theirs },
    ];
  const other = theirs.userId === userId ? 'your other device' : named(theirs);
  return isMineMine
    ? [
        { keep: 'mine', who: 'yours', button: 'Keep mine', side: mine },
        { keep: 'theirs', who: other, button: 'Keep theirs', side: theirs },
      ]
    : [
        { keep: 'theirs', who: 'yours', button: 'Keep mine', side: theirs },
        { keep: 'mine', who: named(mine), button: 'Keep theirs', side: mine },
      ];
}
