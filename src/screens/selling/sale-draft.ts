import * as v from 'valibot';
import type { DiscountKind } from '../../../domain/sales/discount.ts';
import { idSchema } from '../../../domain/id.ts';
import { formatQuantity, QUANTITY_HUNDREDTHS_MAX, QUANTITY_HUNDREDTHS_PER_UNIT } from '../../../domain/quantity.ts';
import { SALE_LINES_MAX } from '../../../domain/sales/sale.ts';
import { TILL_PAYMENTS_MAX } from '../../../domain/sales/sale-payment.ts';
import type { TypedPayment } from '../../parts/payment/draft-payment.ts';

/** A line of the form, with its texts as they were typed. */
export interface DraftLine {
  /** Identifies the line within this form only. */
  key: number;
  itemId: number | null;
  quantityText: string;
  /** Blank for the item's own price (R-SNEW-24). */
  priceText: string;
  /** The name of goods sold as the item 'Other' (R-CTR-07). Absent for the item's own name. */
  nameText?: string;
}

/** A part of the price that another method pays; the rest is still due. */
export interface PaidPart {
  /** Identifies the part within this form only. */
  key: number;
  amountMinor: number;
  paymentMethodId: number | null;
  paymentMethodName: string | null;
  transactionId: string;
}

export interface SaleDraft extends TypedPayment {
  lines: readonly DraftLine[];
  customer: { id: number; name: string } | null;
  /** Discount on the whole sale; blank for none (G20). */
  discountText: string;
  discountKind: DiscountKind;
  /** Cash handed over, to work out the change; blank if not entered (G65). It is not saved with the sale. */
  receivedText: string;
  /** Parts paid by other methods than the chosen one (R-CTR-24). */
  parts: readonly PaidPart[];
  /** The amount typed for 'Add another method' and not added yet; null while its field is not open. */
  partText: string | null;
  /** What a customer who pays later pays at once; blank for nothing (R-CTR-25). */
  paidNowText: string;
  notes: string;
}

const newLine = (key: number): DraftLine => ({ key, itemId: null, quantityText: '1', priceText: '' });

export const EMPTY_DRAFT: SaleDraft = {
  lines: [newLine(1)],
  customer: null,
  discountText: '',
  discountKind: 'amount',
  paymentMethodId: null,
  transactionId: '',
  isPayLater: false,
  receivedText: '',
  parts: [],
  partText: null,
  paidNowText: '',
  notes: '',
};

const keptLineSchema = v.object({
  key: v.pipe(v.number(), v.safeInteger()),
  itemId: v.nullable(idSchema),
  quantityText: v.string(),
  priceText: v.string(),
  nameText: v.exactOptional(v.string()),
});

const keptPartSchema = v.object({
  key: v.pipe(v.number(), v.safeInteger()),
  amountMinor: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  paymentMethodId: v.nullable(idSchema),
  paymentMethodName: v.nullable(v.string()),
  transactionId: v.string(),
});

/** A stored draft, perhaps of an older build that had fewer fields. */
const keptDraftSchema = v.object({
  lines: v.pipe(v.array(keptLineSchema), v.minLength(1)),
  customer: v.fallback(v.nullable(v.object({ id: idSchema, name: v.string() })), null),
  discountText: v.fallback(v.string(), ''),
  discountKind: v.fallback(v.picklist(['amount', 'percent']), 'amount'),
  paymentMethodId: v.fallback(v.nullable(idSchema), null),
  transactionId: v.fallback(v.string(), ''),
  isPayLater: v.fallback(v.boolean(), false),
  receivedText: v.fallback(v.string(), ''),
  parts: v.fallback(v.pipe(v.array(keptPartSchema), v.maxLength(TILL_PAYMENTS_MAX - 1)), []),
  partText: v.fallback(v.nullable(v.string()), null),
  paidNowText: v.fallback(v.string(), ''),
  notes: v.fallback(v.string(), ''),
});

/** Reads a stored draft. Returns an empty one if it cannot be read. */
export function readKeptDraft(kept: unknown): SaleDraft {
  const parsed = v.safeParse(keptDraftSchema, kept);
  return parsed.success ? parsed.output : EMPTY_DRAFT;
}

/** True if leaving would lose input. */
export const isDraftDirty = (draft: SaleDraft): boolean =>
  draft.lines.some((line) => !isBlankLine(line)) ||
  draft.customer !== null ||
  draft.paymentMethodId !== null ||
  draft.isPayLater ||
  draft.parts.length > 0 ||
  [
    draft.discountText,
    draft.transactionId,
    draft.receivedText,
    draft.partText ?? '',
    draft.paidNowText,
    draft.notes,
  ].some((text) => text.trim() !== '');

export function addLine(lines: readonly DraftLine[], part: Partial<DraftLine> = {}): DraftLine[] {
  return [...lines, { ...newLine(Math.max(...lines.map(({ key }) => key)) + 1), ...part }];
}

/** Removes a line. The last line is replaced by an empty one, because a form without a line is unclear. */
export function removeLine(lines: readonly DraftLine[], key: number): DraftLine[] {
  const left = lines.filter((line) => line.key !== key);
  return left.length > 0 ? left : [newLine(key + 1)];
}

export const changeLine = (lines: readonly DraftLine[], key: number, change: Partial<DraftLine>): DraftLine[] =>
  lines.map((line) => (line.key === key ? { ...line, ...change } : line));

/**
 * Adds one of a scanned item: to the line that has the item, else to the first line without one, else to a new line.
 * Returns the same lines if the sale is full, or the line has the largest quantity.
 * @param quantityOf returns the line's quantity in hundredths; null if it cannot be read
 */
export function addScanned(
  lines: readonly DraftLine[],
  itemId: number,
  quantityOf: (line: DraftLine) => number | null,
): readonly DraftLine[] {
  const same = lines.find((line) => line.itemId === itemId);
  if (same) {
    const quantity = quantityOf(same);
    if (quantity === null || quantity + QUANTITY_HUNDREDTHS_PER_UNIT > QUANTITY_HUNDREDTHS_MAX) return lines;
    return changeLine(lines, same.key, { quantityText: formatQuantity(quantity + QUANTITY_HUNDREDTHS_PER_UNIT) });
  }
  const open = lines.find((line) => line.itemId === null);
  if (open) return changeLine(lines, open.key, { itemId });
  return lines.length < SALE_LINES_MAX ? addLine(lines, { itemId }) : lines;
}

export const addPart = (parts: readonly PaidPart[], part: Omit<PaidPart, 'key'>): PaidPart[] => [
  ...parts,
  { ...part, key: Math.max(0, ...parts.map(({ key }) => key)) + 1 },
];
export const removePart = (parts: readonly PaidPart[], key: number): PaidPart[] =>
  parts.filter((part) => part.key !== key);

/** True if nothing was chosen or typed in the line. */
export const isBlankLine = (line: DraftLine): boolean =>
  line.itemId === null && line.priceText.trim() === '' && ['', '1'].includes(line.quantityText.trim());
