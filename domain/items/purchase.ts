import * as v from 'valibot';
import { INSTANT_MAX_MS, wholeNumber } from '../text/whole-number.ts';
import { idSchema } from '../id.ts';
import { lengthFirst } from '../length-first.ts';
import { lineTotalMinor, PRICE_MINOR_MAX, sumMinor } from '../money.ts';
import { QUANTITY_HUNDREDTHS_MAX } from '../quantity.ts';
import { notHundredths } from '../hundredths.ts';

export const PURCHASE_STATUSES = ['completed', 'pending', 'cancelled'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];
export const PURCHASE_PAYMENT_STATUSES = ['paid', 'pending', 'partial'] as const;
export type PurchasePaymentStatus = (typeof PURCHASE_PAYMENT_STATUSES)[number];
/** The five stored ways to pay a purchase (C-053, R-PUR-27). */
export const PURCHASE_PAYMENT_KEYS = ['cash', 'mobileMoney', 'bankTransfer', 'credit', 'other'] as const;
export type PurchasePaymentKey = (typeof PURCHASE_PAYMENT_KEYS)[number];

/** Oddities of a recorded purchase. They are shown and never a reason to refuse (sync.md, class fact). */
export const PURCHASE_FLAGS = [
  'same_invoice',
  'supplier_missing',
  'item_missing',
  'total_mismatch',
  'currency_mismatch',
  'actor_disabled',
  'clock_suspect',
  'recount',
] as const;
export type PurchaseFlag = (typeof PURCHASE_FLAGS)[number];

export interface PurchaseLine {
  id: number;
  itemId: number;
  /** The item's name when it was bought. */
  itemName: string;
  quantityHundredths: number;
  /** Visible to every role that may record purchases (C-097). */
  unitCostMinor: number;
  totalCostMinor: number;
  batchNumber: string | null;
  /** A calendar day, 'YYYY-MM-DD'. */
  expiryDate: string | null;
  notes: string | null;
  /** True if the item's stock was tracked when it was bought. Receiving then adds the line to stock (C-113). */
  movesStock: boolean;
}

/** One step in the life of a purchase (R-ENT-36, C-125). */
export interface PurchaseEvent {
  action: string;
  /** The old and the new value by field. */
  changedFields: Record<string, { from: unknown; to: unknown }>;
  atMs: number;
  deviceAtMs?: number;
  byUserId: number;
  notes: string | null;
}

/**
 * One purchase of goods from a supplier, with its lines. Source: D2's entity, R-ENT-32 … R-ENT-36, C-113, C-119 …
 * C-125.
 */
export interface Purchase {
  id: number;
  version: number;
  supplierId: number;
  /** The supplier's name of that day. It stays if the supplier is removed (C-117). */
  supplierName: string;
  invoiceNumber: string | null;
  /** A calendar day, 'YYYY-MM-DD'. */
  invoiceDate: string | null;
  purchaseDateMs: number;
  /** The date that was entered, stored only if it was impossible (SYN-23). */
  saidPurchaseDateMs?: number;
  status: PurchaseStatus;
  paymentMethod: PurchasePaymentKey;
  paymentStatus: PurchasePaymentStatus;
  /** Only for a partly paid purchase (C-123). */
  amountPaidMinor: number | null;
  lines: PurchaseLine[];
  totalMinor: number;
  currency: string;
  notes: string | null;
  attachmentUrl: string | null;
  flags: PurchaseFlag[];
  /** Oldest first. */
  history: PurchaseEvent[];
  createdByUserId: number;
  createdAtMs: number;
  /** The time of the device's clock, stored only if it was impossible (SYN-23). */
  deviceAtMs?: number;
  offsetMinutes: number;
}

export const PURCHASE_LINES_MAX = 200;
export const PURCHASE_NOTES_CHARS_MAX = 500;
export const PURCHASE_ATTACHMENT_CHARS_MAX = 500;
/** The longest number of an invoice or a batch. */
export const PURCHASE_SHORT_TEXT_CHARS_MAX = 120;

const text = (charsMax: number) =>
  v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(charsMax, `Use at most ${charsMax} characters`)));
const amount = wholeNumber(0, Number.MAX_SAFE_INTEGER);
const day = v.nullable(v.pipe(v.string(), v.isoDate('Enter a date')));
export const NO_UNIT_COST = 'Unit cost must be a positive number';
export const NO_LINES = 'At least one item is required';
const NO_QUANTITY = 'Quantity must be a positive number';

/** A line of a new purchase (R-PUR-10 … R-PUR-19). */
export const newPurchaseLineSchema = v.object({
  id: idSchema,
  itemId: idSchema,
  itemName: v.pipe(v.string(), v.maxLength(160)),
  quantityHundredths: v.pipe(
    v.number(NO_QUANTITY),
    v.safeInteger(notHundredths),
    v.minValue(1, NO_QUANTITY),
    v.maxValue(QUANTITY_HUNDREDTHS_MAX, 'Quantity is too large'),
  ),
  unitCostMinor: v.pipe(
    v.number(NO_UNIT_COST),
    v.safeInteger(notHundredths),
    // A stock addition without a cost records 0 (R-STK-30). The form of a purchase demands more (R-PUR-15).
    v.minValue(0, NO_UNIT_COST),
    v.maxValue(PRICE_MINOR_MAX, 'Amount is too large'),
  ),
  totalCostMinor: amount,
  batchNumber: text(PURCHASE_SHORT_TEXT_CHARS_MAX),
  expiryDate: day,
  notes: text(PURCHASE_NOTES_CHARS_MAX),
});

/** The fields of a recorded purchase that can be changed (C-122, C-123). */
export const purchaseFieldsSchema = v.object({
  invoiceNumber: text(PURCHASE_SHORT_TEXT_CHARS_MAX),
  invoiceDate: day,
  paymentMethod: v.picklist(PURCHASE_PAYMENT_KEYS, 'Choose how it is paid'),
  paymentStatus: v.picklist(PURCHASE_PAYMENT_STATUSES, 'Choose whether it is paid'),
  amountPaidMinor: v.nullable(amount),
  notes: text(PURCHASE_NOTES_CHARS_MAX),
});

const NO_ADDRESS = 'Enter an address that begins with https://';

/** The URL of a copy of the invoice. The purchase links to it, so only http and https are allowed. */
export const purchaseAttachmentSchema = v.nullable(
  v.pipe(
    v.string(NO_ADDRESS),
    v.trim(),
    v.maxLength(PURCHASE_ATTACHMENT_CHARS_MAX, `Use at most ${PURCHASE_ATTACHMENT_CHARS_MAX} characters`),
    v.url(NO_ADDRESS),
    v.regex(/^https?:\/\//, NO_ADDRESS),
  ),
);

/** A new purchase. Its amounts are those of the paper, so they are stored as sent. */
export const newPurchaseSchema = v.object({
  id: idSchema,
  supplierId: idSchema,
  supplierName: v.pipe(v.string(), v.maxLength(160)),
  purchaseDateMs: wholeNumber(0, INSTANT_MAX_MS),
  status: v.picklist(PURCHASE_STATUSES, 'Choose a status'),
  lines: lengthFirst(
    v.pipe(
      v.array(newPurchaseLineSchema),
      v.minLength(1, NO_LINES),
      v.maxLength(PURCHASE_LINES_MAX, `A purchase holds at most ${PURCHASE_LINES_MAX} lines`),
    ),
  ),
  totalMinor: amount,
  currency: v.pipe(v.string(), v.length(3)),
  /** Older builds did not send this field. */
  attachmentUrl: v.optional(purchaseAttachmentSchema, null),
  ...purchaseFieldsSchema.entries,
});
export type NewPurchase = v.InferOutput<typeof newPurchaseSchema>;

/** The fields that an edit may hold (C-122). */
export const purchaseChangeSchema = v.partial(
  v.object({ ...purchaseFieldsSchema.entries, attachmentUrl: purchaseAttachmentSchema }),
);

/** Returns line totals and the total by the one rounding rule, in minor units (R-PUR-19, R-PUR-21). */
export function purchaseTotals(lines: readonly Pick<PurchaseLine, 'quantityHundredths' | 'unitCostMinor'>[]): {
  lineTotalsMinor: number[];
  totalMinor: number;
} {
  const lineTotalsMinor = lines.map((line) => lineTotalMinor(line.quantityHundredths, line.unitCostMinor));
  return { lineTotalsMinor, totalMinor: sumMinor(lineTotalsMinor) };
}

/** Returns the stock that a purchase adds, in hundredths by item id; nothing before it is received (C-113). */
export function stockOfPurchase(purchase: Pick<Purchase, 'status' | 'lines'> | undefined): Map<number, number> {
  const moved = new Map<number, number>();
  if (purchase?.status !== 'completed') return moved;
  for (const line of purchase.lines)
    if (line.movesStock) moved.set(line.itemId, (moved.get(line.itemId) ?? 0) + line.quantityHundredths);
  return moved;
}

/** Returns the unpaid part of a purchase, in minor units (C-123); 0 for a cancelled purchase. */
export function purchaseBalanceMinor(
  purchase: Pick<Purchase, 'status' | 'paymentStatus' | 'totalMinor' | 'amountPaidMinor'>,
): number {
  if (purchase.status === 'cancelled' || purchase.paymentStatus === 'paid') return 0;
  // Only a partly paid one has an amount; one that two devices changed at once may have kept it.
  const paidMinor = purchase.paymentStatus === 'partial' ? (purchase.amountPaidMinor ?? 0) : 0;
  return Math.max(0, purchase.totalMinor - paidMinor);
}

/** Returns a key that is equal for two spellings of one supplier's invoice number. */
export const invoiceKey = (invoiceNumber: string): string => invoiceNumber.trim().toLowerCase();
