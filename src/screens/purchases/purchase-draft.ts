import * as v from 'valibot';
import type { Item } from '../../../domain/items/item.ts';
import { AMOUNT_TOO_LARGE, lineTotalMinor, PRICE_MINOR_MAX } from '../../../domain/money.ts';
import {
  type NewPurchase,
  newPurchaseLineSchema,
  newPurchaseSchema,
  NO_LINES,
  NO_UNIT_COST,
  PURCHASE_LINES_MAX,
  type PurchaseStatus,
} from '../../../domain/items/purchase.ts';
import { formatQuantity, QUANTITY_HUNDREDTHS_MAX, QUANTITY_HUNDREDTHS_PER_UNIT } from '../../../domain/quantity.ts';
import { dayKey, dayStartMs, isPlausibleDay } from '../../../domain/time.ts';
import type { ArgumentTools } from '../../../sync/replica/run-mutation.ts';
import { amountOf, quantityOf, typedAmount } from '../../parts/form/typed-number.ts';
import {
  EMPTY_FIELDS,
  errorsOfIssues,
  type FieldErrors,
  NO_ERRORS,
  textOrNull,
  typedDay,
  type TypedFields,
  typedFieldsSchema,
  valuesOfFields,
} from './typed-fields.ts';

/** A line of the form: the texts as typed. */
export interface DraftLine {
  /** Identifies the line within the form only. */
  key: number;
  itemId: number | null;
  quantityText: string;
  unitCostText: string;
  /** True if the cost is the item's last one, and nobody has typed over it. */
  isCostFilledIn: boolean;
  batchNumber: string;
  /** 'YYYY-MM-DD', blank, or `INCOMPLETE_DATE` while it is typed. */
  expiryDate: string;
  notes: string;
}

export interface PurchaseDraft extends TypedFields {
  supplier: { id: number; name: string } | null;
  lines: readonly DraftLine[];
  /** 'YYYY-MM-DD' in the shop's time zone, or `INCOMPLETE_DATE` while it is typed. */
  purchaseDate: string;
  status: PurchaseStatus;
}

const newLine = (key: number): DraftLine => ({
  ...{ key, itemId: null, quantityText: '', unitCostText: '', isCostFilledIn: false },
  ...{ batchNumber: '', expiryDate: '', notes: '' },
});

/** Returns an empty draft with today's date (R-PUR-24, R-PUR-25, C-120). */
export const newDraft = (today: string): PurchaseDraft => ({
  ...EMPTY_FIELDS,
  supplier: null,
  lines: [newLine(1)],
  purchaseDate: today,
  status: 'completed',
});

/** True if leaving the form would lose input. */
export const isDirty = (draft: PurchaseDraft, begun: PurchaseDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(begun);

export const addLine = (lines: readonly DraftLine[]): DraftLine[] => [
  ...lines,
  newLine(Math.max(...lines.map(({ key }) => key)) + 1),
];

export const changeLine = (lines: readonly DraftLine[], key: number, change: Partial<DraftLine>): DraftLine[] =>
  lines.map((line) =>
    line.key === key
      ? { ...line, ...(change.unitCostText !== undefined && { isCostFilledIn: false }), ...change }
      : line,
  );

/** Returns the lines without this one. The last line cannot be removed (R-PUR-22). */
export const removeLine = (lines: readonly DraftLine[], key: number): readonly DraftLine[] =>
  lines.length > 1 ? lines.filter((line) => line.key !== key) : lines;

/**
 * Returns the line with an item. A cost that nobody has typed becomes the item's last cost, or blank if this device does
 * not know it (C-097).
 */
export function withItem(line: DraftLine, item: Item): DraftLine {
  if (line.unitCostText !== '' && !line.isCostFilledIn) return { ...line, itemId: item.id };
  const costMinor = item.costPriceMinor ?? 0;
  const isCostFilledIn = costMinor > 0;
  return { ...line, itemId: item.id, isCostFilledIn, unitCostText: isCostFilledIn ? typedAmount(costMinor) : '' };
}

/**
 * Returns the lines with one more of a scanned item: in its own line, else in the first line without an item, else in a
 * new one. Returns the same lines if there is no room, or if the typed quantity cannot be read.
 */
export function withScanned(lines: readonly DraftLine[], item: Item): readonly DraftLine[] {
  const same = lines.find(({ itemId }) => itemId === item.id);
  if (same) {
    const quantity = same.quantityText.trim() === '' ? 0 : quantityOf(same.quantityText);
    const next = quantity + QUANTITY_HUNDREDTHS_PER_UNIT;
    const canBe = quantity >= 0 && next <= QUANTITY_HUNDREDTHS_MAX;
    return canBe ? changeLine(lines, same.key, { quantityText: formatQuantity(next) }) : lines;
  }
  const open = lines.find(({ itemId }) => itemId === null);
  if (open === undefined && lines.length >= PURCHASE_LINES_MAX) return lines;
  const room = open === undefined ? addLine(lines) : lines;
  const key = open?.key ?? room.at(-1)?.key;
  return room.map((line) =>
    line.key === key ? withItem({ ...line, quantityText: line.quantityText || '1' }, item) : line,
  );
}

/** Returns the total of a line (R-PUR-19); null if its fields cannot be read. */
export function lineTotalOf({ quantityText, unitCostText }: DraftLine): number | null {
  const quantity = quantityOf(quantityText);
  const unitCost = amountOf(unitCostText);
  const isCounted = quantity > 0 && quantity <= QUANTITY_HUNDREDTHS_MAX && unitCost > 0 && unitCost <= PRICE_MINOR_MAX;
  return isCounted ? lineTotalMinor(quantity, unitCost) : null;
}

/**
 * True if a line's cost or quantity cannot be read or is too large. Then the purchase has no total, because a total
 * without this line would be wrong (R-SLIST-50, X-TYPE-08). A blank field is not an error yet.
 */
const isUncounted = ({ quantityText, unitCostText }: DraftLine): boolean =>
  isTypedBeyond(quantityText, quantityOf(quantityText), QUANTITY_HUNDREDTHS_MAX) ||
  isTypedBeyond(unitCostText, amountOf(unitCostText), PRICE_MINOR_MAX);

const isTypedBeyond = (text: string, value: number, max: number): boolean =>
  text.trim() !== '' && !(value >= 0 && value <= max);

/** Returns the sum of the filled-in lines (R-PUR-21); null if a line or the sum cannot be counted exactly. */
export function draftTotalMinor(lines: readonly DraftLine[]): number | null {
  if (lines.some(isUncounted)) return null;
  const sum = lines.reduce((total, line) => total + (lineTotalOf(line) ?? 0), 0);
  return Number.isSafeInteger(sum) ? sum : null;
}

const draftLineSchema = v.object({
  ...v.omit(newPurchaseLineSchema, ['id', 'itemName', 'totalCostMinor']).entries,
  // A line needs an item (R-PUR-10).
  itemId: v.number('Please select an item'),
  // A new purchase needs a cost above zero (R-PUR-15).
  unitCostMinor: v.pipe(newPurchaseLineSchema.entries.unitCostMinor, v.minValue(1, NO_UNIT_COST)),
  expiryDate: typedDay(),
});

/** Returns the schema of the form, with the domain's rules and messages. */
const draftSchema = (totalMinor: number | null) =>
  v.object({
    ...typedFieldsSchema(totalMinor).entries,
    // A purchase needs a supplier (R-PUR-08).
    supplierId: v.number('Please select a supplier'),
    purchaseDate: v.pipe(v.string(), v.check(isPlausibleDay, 'Enter the purchase date')),
    status: newPurchaseSchema.entries.status,
    lines: v.pipe(v.array(draftLineSchema), v.maxLength(PURCHASE_LINES_MAX)),
  });

const valuesOf = (draft: PurchaseDraft) => ({
  ...valuesOfFields(draft),
  supplierId: draft.supplier?.id ?? null,
  purchaseDate: draft.purchaseDate,
  status: draft.status,
  lines: draft.lines.map((line) => ({
    itemId: line.itemId,
    quantityHundredths: quantityOf(line.quantityText),
    unitCostMinor: amountOf(line.unitCostText),
    batchNumber: textOrNull(line.batchNumber),
    expiryDate: textOrNull(line.expiryDate),
    notes: textOrNull(line.notes),
  })),
});

/** Returns the errors that must be corrected before saving (R-PUR-08 to R-PUR-19). */
export function errorsOf(draft: PurchaseDraft): FieldErrors {
  const totalMinor = draftTotalMinor(draft.lines);
  const parsed = v.safeParse(draftSchema(totalMinor), valuesOf(draft));
  const errors = parsed.success ? {} : errorsOfIssues(parsed.issues);
  return {
    ...errors,
    ...(draft.lines.some(({ itemId }) => itemId !== null) ? {} : { lines: NO_LINES }),
    ...(totalMinor === null && !draft.lines.some(isUncounted) ? { total: AMOUNT_TOO_LARGE } : {}),
  };
}

/**
 * Returns the errors shown before the first try to save: amounts that are too large, because they leave no total
 * (R-SLIST-50).
 */
export function errorsAtOnce(draft: PurchaseDraft): FieldErrors {
  if (draftTotalMinor(draft.lines) !== null) return NO_ERRORS;
  return Object.fromEntries(
    Object.entries(errorsOf(draft)).filter(
      ([, sentence]) => sentence === AMOUNT_TOO_LARGE || sentence === QUANTITY_TOO_LARGE,
    ),
  );
}

/** The same text as in the domain's rule. */
const QUANTITY_TOO_LARGE = 'Quantity is too large';

export interface PurchaseFacts {
  itemsById: ReadonlyMap<number, Pick<Item, 'name'>>;
  currency: string;
  timeZone: string;
  nowMs: number;
}

/** Returns the purchase to save, with exactly the figures on the screen. Call it only for a draft without errors. */
export function newPurchaseOf(
  draft: PurchaseDraft,
  { itemsById, currency, timeZone, nowMs }: PurchaseFacts,
  { mintId }: Pick<ArgumentTools, 'mintId'>,
): NewPurchase {
  const totalMinor = draftTotalMinor(draft.lines);
  const { lines, purchaseDate, ...values } = v.parse(draftSchema(totalMinor), valuesOf(draft));
  return {
    ...values,
    id: mintId(),
    supplierName: draft.supplier?.name ?? '',
    // A purchase of today gets the current time, an older one the start of its day (C-120).
    purchaseDateMs: purchaseDate === dayKey(nowMs, timeZone) ? nowMs : dayStartMs(purchaseDate, timeZone),
    lines: lines.map((line) => ({
      ...line,
      id: mintId(),
      itemName: itemsById.get(line.itemId)?.name ?? '',
      totalCostMinor: lineTotalMinor(line.quantityHundredths, line.unitCostMinor),
    })),
    totalMinor: totalMinor ?? 0,
    currency,
    attachmentUrl: null,
  };
}
