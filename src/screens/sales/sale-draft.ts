import * as v from 'valibot';
import type { DiscountKind } from '../../../domain/discount.ts';
import { idSchema } from '../../../domain/id.ts';
import { formatQuantity, QUANTITY_HUNDREDTHS_PER_UNIT } from '../../../domain/quantity.ts';
import { SALE_LINES_MAX } from '../../../domain/sale.ts';
import type { TypedPayment } from '../../app/draft-payment.ts';

/** A line as it stands in the form: what was typed, kept as typed. */
export interface DraftLine {
  /** Tells lines apart while they come and go; nothing else. */
  key: number;
  itemId: number | null;
  quantityText: string;
  /** Blank: the item's own price (R-SNEW-24). */
  priceText: string;
}

export interface SaleDraft extends TypedPayment {
  lines: readonly DraftLine[];
  customer: { id: number; name: string } | null;
  /** Off the whole sale; blank: none (G20). */
  discountText: string;
  discountKind: DiscountKind;
  /** What the customer handed over in cash; blank: nobody counted (G65). It is no part of the sale. */
  receivedText: string;
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
  notes: '',
};

const keptLineSchema = v.object({
  key: v.pipe(v.number(), v.safeInteger()),
  itemId: v.nullable(idSchema),
  quantityText: v.string(),
  priceText: v.string(),
});

/** A draft as it was kept, perhaps by an older build, which knew fewer fields. */
const keptDraftSchema = v.object({
  lines: v.pipe(v.array(keptLineSchema), v.minLength(1), v.maxLength(SALE_LINES_MAX)),
  customer: v.fallback(v.nullable(v.object({ id: idSchema, name: v.string() })), null),
  discountText: v.fallback(v.string(), ''),
  discountKind: v.fallback(v.picklist(['amount', 'percent']), 'amount'),
  paymentMethodId: v.fallback(v.nullable(idSchema), null),
  transactionId: v.fallback(v.string(), ''),
  isPayLater: v.fallback(v.boolean(), false),
  receivedText: v.fallback(v.string(), ''),
  notes: v.fallback(v.string(), ''),
});

/** The draft of which this is what was kept; an empty one where nothing can be read. */
export function readKeptDraft(kept: unknown): SaleDraft {
  const parsed = v.safeParse(keptDraftSchema, kept);
  return parsed.success ? parsed.output : EMPTY_DRAFT;
}

/** Whether leaving would lose something that was chosen or typed. */
export const isDraftDirty = (draft: SaleDraft): boolean =>
  draft.lines.some((line) => !isBlankLine(line)) ||
  draft.customer !== null ||
  draft.paymentMethodId !== null ||
  draft.isPayLater ||
  [draft.discountText, draft.transactionId, draft.receivedText, draft.notes].some((text) => text.trim() !== '');

export function addLine(lines: readonly DraftLine[], part: Partial<DraftLine> = {}): DraftLine[] {
  return [...lines, { ...newLine(Math.max(...lines.map(({ key }) => key)) + 1), ...part }];
}

/** Without the line; the last one leaves an empty one in its place, because a sale form without a line says nothing. */
export function removeLine(lines: readonly DraftLine[], key: number): DraftLine[] {
  const left = lines.filter((line) => line.key !== key);
  return left.length > 0 ? left : [newLine(key + 1)];
}

export const changeLine = (lines: readonly DraftLine[], key: number, change: Partial<DraftLine>): DraftLine[] =>
  lines.map((line) => (line.key === key ? { ...line, ...change } : line));

/**
 * With one more of a scanned item: in the line that has it, else in the first line without an item, else in a new one.
 * The same lines when the sale holds no more.
 * @param quantityOf what counts as the line's quantity, in hundredths; null where that cannot be said
 */
export function addScanned(
  lines: readonly DraftLine[],
  itemId: number,
  quantityOf: (line: DraftLine) => number | null,
): readonly DraftLine[] {
  const same = lines.find((line) => line.itemId === itemId);
  if (same) {
    const quantity = quantityOf(same);
    if (quantity === null) return lines;
    return changeLine(lines, same.key, { quantityText: formatQuantity(quantity + QUANTITY_HUNDREDTHS_PER_UNIT) });
  }
  const open = lines.find((line) => line.itemId === null);
  if (open) return changeLine(lines, open.key, { itemId });
  return lines.length < SALE_LINES_MAX ? addLine(lines, { itemId }) : lines;
}

/** Nothing was chosen or typed in it. */
export const isBlankLine = (line: DraftLine): boolean =>
  line.itemId === null && line.priceText.trim() === '' && ['', '1'].includes(line.quantityText.trim());
