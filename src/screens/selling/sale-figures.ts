import { readDiscountMinor } from '../../../domain/sales/discount.ts';
import { groupThousands, type HundredthsError, TOO_MANY_DECIMALS } from '../../../domain/hundredths.ts';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import { AMOUNT_TOO_LARGE, lineTotalMinor, minorToDecimal, PRICE_MINOR_MAX } from '../../../domain/money.ts';
import { formatQuantity, parseQuantityHundredths, readSaleQuantity } from '../../../domain/quantity.ts';
import { ok, type Result } from '../../../domain/result.ts';
import { readTyped } from '../../parts/form/typed-number.ts';
import type { DraftLine, SaleDraft } from './sale-draft.ts';

/** Returns the amounts of a line; null without an item, or if its price or quantity cannot be read. */
export interface LineFigures {
  quantityHundredths: number;
  unitPriceMinor: number;
  totalMinor: number;
}

export function lineFigures(line: DraftLine, item: Item | undefined): LineFigures | null {
  if (item === undefined) return null;
  const typed = readLinePrice(line.priceText);
  const quantityHundredths = lineQuantity(line, item.unitOfMeasure);
  if (!typed.ok || quantityHundredths === null) return null;
  // R-SNEW-23, R-SNEW-24.
  const unitPriceMinor = typed.value ?? item.priceMinor;
  return { quantityHundredths, unitPriceMinor, totalMinor: lineTotalMinor(quantityHundredths, unitPriceMinor) };
}

/**
 * The quantity of a line (C-055, C-056), in hundredths. Null for digits that are no quantity, or more than a line can
 * hold: turning those into 1 would sell one where a hundred thousand, or a half, were meant (X-TYPE-03).
 */
export function lineQuantity(line: Pick<DraftLine, 'quantityText'>, unit: string | null): number | null {
  const read = readSaleQuantity(line.quantityText, unit);
  return read.ok ? read.value : null;
}

const QUANTITY_SENTENCES: Readonly<Record<HundredthsError, string>> = {
  not_a_number: 'Quantity must be a number, such as 3 or 0.5',
  too_many_decimals: TOO_MANY_DECIMALS,
  too_large: 'Quantity is too large',
};

/** Returns why a line's quantity cannot be counted; null if it can. */
export function quantityProblem(line: Pick<DraftLine, 'quantityText'>, unit: string | null): string | null {
  const read = readSaleQuantity(line.quantityText, unit);
  return read.ok ? null : QUANTITY_SENTENCES[read.error];
}

/** Returns the text of a line's quantity after its field is left. */
export function normalQuantityText(line: DraftLine, unit: string | null): string {
  const quantityHundredths = lineQuantity(line, unit);
  return quantityHundredths === null ? line.quantityText : formatQuantity(quantityHundredths);
}

/** True if leaving the field changes the amount, not only its spelling. */
export function isQuantityReplaced(line: Pick<DraftLine, 'quantityText'>, unit: string | null): boolean {
  const typed = parseQuantityHundredths(line.quantityText);
  const counted = lineQuantity(line, unit);
  return counted !== null && !(typed.ok && typed.value === counted);
}

/** Reads the typed price of a line; null if it is blank. 0 is a gift; a negative price is refused (C-057). */
export function readLinePrice(text: string): Result<number | null, string> {
  if (text.trim() === '') return ok(null);
  return readTyped(text, 'Price must be zero or more', { max: PRICE_MINOR_MAX });
}

/** Returns the item's own price as a blank price field shows it: '2,700', '0.5' (R-SNEW-24). */
export function priceHint(minor: number): string {
  const [whole = '', fraction = ''] = minorToDecimal(minor).split('.');
  return fraction === '00' ? groupThousands(whole) : `${groupThousands(whole)}.${fraction}`;
}

export interface DraftTotals {
  /** The sum of the lines (R-SNEW-26). */
  totalMinor: number;
  /** 0 while the typed discount cannot be subtracted. */
  discountMinor: number;
  /** The amount to pay. */
  finalMinor: number;
}

/**
 * True when a line's price or quantity cannot be read, or is too large. Then the sale has no total: one without this
 * line would be wrong (R-SLIST-50, X-TYPE-08).
 */
export const isUncounted = (line: DraftLine, item: Item | undefined): boolean =>
  !readLinePrice(line.priceText).ok || lineQuantity(line, item?.unitOfMeasure ?? null) === null;

/** Returns the figures; null if a line cannot be counted, or the sum is too large to be exact. */
export function draftTotals(
  draft: SaleDraft,
  itemsById: ReadonlyMap<number, Item>,
  currency: string,
): DraftTotals | null {
  if (draft.lines.some((line) => isUncounted(line, itemOf(line, itemsById)))) return null;
  let totalMinor = 0;
  for (const line of draft.lines) totalMinor += lineFigures(line, itemOf(line, itemsById))?.totalMinor ?? 0;
  if (!Number.isSafeInteger(totalMinor)) return null;
  const discount = readDiscountMinor(draft.discountText, draft.discountKind, { totalMinor, currency });
  const discountMinor = discount.ok ? discount.value : 0;
  return { totalMinor, discountMinor, finalMinor: totalMinor - discountMinor };
}

/** Returns why there is no sum: a line cannot be read, or the sum is too large. */
export function whyNoTotals(draft: SaleDraft, itemsById: ReadonlyMap<number, Item>): string {
  const isUnread = (line: DraftLine) => {
    const price = readLinePrice(line.priceText);
    const quantity = readSaleQuantity(line.quantityText, itemOf(line, itemsById)?.unitOfMeasure ?? null);
    return (!price.ok && price.error !== AMOUNT_TOO_LARGE) || (!quantity.ok && quantity.error !== 'too_large');
  };
  return draft.lines.some(isUnread) ? 'A price or quantity cannot be read. Tap its line to mend it.' : AMOUNT_TOO_LARGE;
}

/** Returns the change, negative for a missing amount; null while nothing is typed (G65). */
export function readChange(receivedText: string, finalMinor: number): Result<number | null, string> {
  if (receivedText.trim() === '') return ok(null);
  const typed = readTyped(receivedText, 'Amount received must be zero or more');
  return typed.ok ? ok(typed.value - finalMinor) : typed;
}

/**
 * Returns 'Only N in stock' for each line that goes beyond the stock. Earlier lines of the same item count too (C-066).
 */
export function stockWarnings(draft: SaleDraft, itemsById: ReadonlyMap<number, Item>): Map<number, string> {
  const wantedByItem = new Map<number, number>();
  const warnings = new Map<number, string>();
  for (const line of draft.lines) {
    const item = itemOf(line, itemsById);
    if (item === undefined || !tracksStock(item)) continue;
    const quantityHundredths = lineQuantity(line, item.unitOfMeasure);
    if (quantityHundredths === null) continue;
    const wanted = (wantedByItem.get(item.id) ?? 0) + quantityHundredths;
    wantedByItem.set(item.id, wanted);
    const inStock = Math.max(0, item.currentStockHundredths);
    if (wanted > inStock) warnings.set(line.key, `Only ${formatQuantity(inStock)} in stock`);
  }
  return warnings;
}

export const itemOf = (line: DraftLine, itemsById: ReadonlyMap<number, Item>): Item | undefined =>
  line.itemId === null ? undefined : itemsById.get(line.itemId);
