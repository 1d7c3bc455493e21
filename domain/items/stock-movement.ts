import * as v from 'valibot';
import { wholeNumber } from '../text/whole-number.ts';
import { idSchema } from '../id.ts';
import { PRICE_MINOR_MAX } from '../money.ts';
import { QUANTITY_HUNDREDTHS_MAX, STOCK_BELOW_ZERO, STOCK_HUNDREDTHS_MAX } from '../quantity.ts';
import { notHundredths } from '../hundredths.ts';

/**
 * A stored stock movement: the first stock, an addition, a correction or a count. The stock that a sale takes and its
 * cancellation returns is in the sale's own lines (docs/decisions/0003-the-sale-is-its-movement.md). The stock on hand
 * is the sum of both (SYN-4).
 */
export interface StockMovement {
  id: number;
  version: number;
  itemId: number;
  type: StockMovementType;
  /** Signed hundredths of the item's unit. */
  quantityHundredths: number;
  /** Only for admins: absent on a device of staff (C-097). */
  costPriceMinor?: number | null;
  batchId: string | null;
  notes: string | null;
  /** Why a person corrected the stock; only with an adjustment. */
  reason?: StockAdjustmentReason;
  /** The reversal of an addition; absent if it was not reversed. There is at most one (decision 68). */
  reversed?: { movementId: number; byUserId: number; atMs: number };
  /** Only for a count: the counted stock and the stock that the device showed; the movement is their difference. */
  count?: { countedHundredths: number; expectedHundredths: number };
  createdByUserId: number;
  createdAtMs: number;
  /** The time of the device's clock, stored only if it was impossible (SYN-23). */
  deviceAtMs?: number;
  offsetMinutes: number;
}

export const STOCK_MOVEMENT_TYPES = ['opening', 'addition', 'adjustment', 'count'] as const;
export type StockMovementType = (typeof STOCK_MOVEMENT_TYPES)[number];

/** Why stock is corrected by hand (G17). */
export const STOCK_ADJUSTMENT_REASONS = ['damaged', 'expired', 'counted', 'other'] as const;
export type StockAdjustmentReason = (typeof STOCK_ADJUSTMENT_REASONS)[number];

export const BATCH_ID_CHARS_MAX = 80;
export const STOCK_NOTES_CHARS_MAX = 500;

const notesSchema = v.nullable(
  v.pipe(v.string(), v.trim(), v.maxLength(STOCK_NOTES_CHARS_MAX, `Use at most ${STOCK_NOTES_CHARS_MAX} characters`)),
);

const NO_COST = 'Cost price must be zero or more';

/** Stock added by a person. Source: R-STK-15 … R-STK-20. */
export const newStockAdditionSchema = v.object({
  id: idSchema,
  itemId: idSchema,
  quantityHundredths: v.pipe(
    v.number('Quantity must be a positive number'),
    v.safeInteger(notHundredths),
    v.minValue(1, 'Quantity must be a positive number'),
    v.maxValue(QUANTITY_HUNDREDTHS_MAX, 'Quantity is too large'),
  ),
  costPriceMinor: v.nullable(
    v.pipe(
      v.number(NO_COST),
      v.safeInteger(notHundredths),
      v.minValue(0, NO_COST),
      v.maxValue(PRICE_MINOR_MAX, 'Amount is too large'),
    ),
  ),
  batchId: v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(BATCH_ID_CHARS_MAX))),
});

const NO_CHANGE = 'Enter by how much the stock changes';

/** A correction of stock by a person: negative if goods were lost, positive if found (G17, M19). */
export const newStockAdjustmentSchema = v.object({
  id: idSchema,
  itemId: idSchema,
  quantityHundredths: v.pipe(
    v.number(NO_CHANGE),
    v.safeInteger(notHundredths),
    v.check((quantity) => quantity !== 0, NO_CHANGE),
    v.minValue(-QUANTITY_HUNDREDTHS_MAX, 'Quantity is too large'),
    v.maxValue(QUANTITY_HUNDREDTHS_MAX, 'Quantity is too large'),
  ),
  reason: v.picklist(STOCK_ADJUSTMENT_REASONS, 'Choose a reason'),
  notes: notesSchema,
  /** The addition that it takes back. If it takes back all of it, it is the only one that does (decision 68). */
  reversesId: v.optional(idSchema),
});

/** A stock count: the counted stock, and the stock that the device showed then (M19). */
export const newStockCountSchema = v.object({
  id: idSchema,
  itemId: idSchema,
  // What stock can be can be counted, also if additions have brought it beyond the largest quantity of one act.
  countedHundredths: v.pipe(
    v.number(STOCK_BELOW_ZERO),
    v.safeInteger(notHundredths),
    v.minValue(0, STOCK_BELOW_ZERO),
    v.maxValue(STOCK_HUNDREDTHS_MAX, 'Quantity is too large'),
  ),
  expectedHundredths: wholeNumber(-STOCK_HUNDREDTHS_MAX, STOCK_HUNDREDTHS_MAX),
  notes: notesSchema,
});

/** Returns the batch id of an addition without one (R-STK-19). */
export const defaultBatchId = (atMs: number): string => `batch-${atMs}`;
