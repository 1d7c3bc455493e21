import * as v from 'valibot';
import type { EditStamps } from '../edit-stamp.ts';
import { idSchema } from '../id.ts';
import type { ItemEdit } from './item-history.ts';
import type { ItemImage } from './item-image.ts';
import { lengthFirst } from '../length-first.ts';
import { PRICE_MINOR_MAX } from '../money.ts';
import { QUANTITY_HUNDREDTHS_MAX, STOCK_BELOW_ZERO } from '../quantity.ts';
import { notHundredths } from '../hundredths.ts';

export const ITEM_TYPES = ['product', 'service'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** An item that a shop sells: a product with stock, or a service. Source: D2's entity, C-089, C-095, C-096. */
export interface Item {
  id: number;
  version: number;
  name: string;
  description: string | null;
  type: ItemType;
  /** In the shop's currency, also if that has changed since (decision 67). */
  priceMinor: number;
  /** The shop's currency when the price was set. No screen shows it. */
  currency: string;
  /** Only for admins: absent on a device of staff (C-097). */
  costPriceMinor?: number | null;
  /** The sum of all movements; below zero if oversold (C-066). */
  currentStockHundredths: number;
  /**
   * The last stock count; absent if there was none. `isInDoubt`: a movement from before the count arrived after it, or
   * the counting device did not know of one that had arrived, so the stock may be wrong (M19).
   */
  lastCount?: { movementId: number; atMs: number; isInDoubt: boolean };
  trackStock: boolean;
  unitOfMeasure: string | null;
  itemCategoryId: number | null;
  /** The name that the category had when it was chosen (C-095). */
  category: string | null;
  subCategory: string | null;
  reorderLevelHundredths: number | null;
  advancedEnabled: boolean;
  sku: string | null;
  /**
   * The category's additional fields and the legacy ones (brand, size, condition, model, serialNumber, color), by key.
   */
  customFields: Record<string, string>;
  /** Sorted by `order`. */
  images: ItemImage[];
  /** The last removed images. A mutation that adds one of them and arrives late does not bring it back. */
  removedImageKeys?: string[];
  isActive: boolean;
  isKauntaEnabled: boolean;
  edits?: EditStamps;
  /** The last edits, oldest first; absent if none is stored (R-ENT-31). */
  history?: readonly ItemEdit[];
  /** The number of edits before the first one in `history`; absent if there are none. */
  forgottenEdits?: number;
  createdByUserId: number;
  createdAtMs: number;
  /** The time of the device's clock, stored only if it was impossible (SYN-23). */
  deviceAtMs?: number;
  offsetMinutes: number;
}

export const ITEM_NAME_CHARS_MAX = 160;
export const ITEM_DESCRIPTION_CHARS_MAX = 2_000;
export const ITEM_CUSTOM_FIELDS_MAX = 40;
export const TOO_MANY_CUSTOM_FIELDS = 'Too many additional fields';
const SHORT_TEXT_CHARS_MAX = 120;

export const LEGACY_ITEM_FIELDS = ['brand', 'size', 'condition', 'model', 'serialNumber', 'color'] as const;
export const LEGACY_FIELD_LABELS: Readonly<Record<(typeof LEGACY_ITEM_FIELDS)[number], string>> = {
  brand: 'Brand',
  size: 'Size',
  condition: 'Condition',
  model: 'Model',
  serialNumber: 'Serial number',
  color: 'Color',
};

const shortText = v.nullable(
  v.pipe(v.string(), v.trim(), v.maxLength(SHORT_TEXT_CHARS_MAX, `Use at most ${SHORT_TEXT_CHARS_MAX} characters`)),
);
const optionalAmount = v.nullable(
  v.pipe(
    v.number('Cost price must be a number'),
    v.safeInteger(notHundredths),
    v.minValue(0, 'Cost price must be zero or more'),
    v.maxValue(PRICE_MINOR_MAX, 'Amount is too large'),
  ),
);

export const itemNameSchema = v.pipe(
  v.string('Item name is required'),
  v.trim(),
  v.minLength(1, 'Item name is required'),
  v.maxLength(ITEM_NAME_CHARS_MAX, `Use at most ${ITEM_NAME_CHARS_MAX} characters`),
);

/** The price of an item (R-INEW-28, C-040). */
export const itemPriceSchema = v.pipe(
  v.number('Price must be a positive number'),
  v.safeInteger(notHundredths),
  v.minValue(1, 'Price must be a positive number'),
  v.maxValue(PRICE_MINOR_MAX, 'Amount is too large'),
);

/** A stock that a person states (R-INEW-29). */
export const itemStockSchema = v.pipe(
  v.number(STOCK_BELOW_ZERO),
  v.safeInteger(notHundredths),
  v.minValue(0, STOCK_BELOW_ZERO),
  v.maxValue(QUANTITY_HUNDREDTHS_MAX, 'Quantity is too large'),
);

/** All fields of an item that a person can change, with the sentences of their rules. */
export const itemFieldsSchema = v.object({
  name: itemNameSchema,
  description: v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(ITEM_DESCRIPTION_CHARS_MAX, `Use at most ${ITEM_DESCRIPTION_CHARS_MAX} characters`),
    ),
  ),
  type: v.picklist(ITEM_TYPES),
  priceMinor: itemPriceSchema,
  currency: v.pipe(v.string(), v.length(3)),
  costPriceMinor: optionalAmount,
  trackStock: v.boolean(),
  unitOfMeasure: shortText,
  itemCategoryId: v.nullable(idSchema),
  category: shortText,
  subCategory: shortText,
  reorderLevelHundredths: v.nullable(itemStockSchema),
  advancedEnabled: v.boolean(),
  sku: shortText,
  customFields: lengthFirst(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(60)), v.pipe(v.string(), v.maxLength(SHORT_TEXT_CHARS_MAX))),
      v.maxEntries(ITEM_CUSTOM_FIELDS_MAX, TOO_MANY_CUSTOM_FIELDS),
    ),
  ),
});
export type ItemFields = v.InferOutput<typeof itemFieldsSchema>;

/** `openingMovementId` is the id of the movement of the first stock; null if there is none. */
export const newItemSchema = v.object({
  id: idSchema,
  openingMovementId: v.nullable(idSchema),
  initialStockHundredths: itemStockSchema,
  ...itemFieldsSchema.entries,
});

/** Fields of an item that an edit may carry: never stock (offline.md, ground rule 3). */
export const itemChangeSchema = v.partial(itemFieldsSchema);
export type ItemChange = Partial<ItemFields>;

/** True if the item's stock is tracked. A service has none; a product may have it turned off (C-089). */
export const tracksStock = (item: { type: ItemType; trackStock: boolean }): boolean =>
  item.type === 'product' && item.trackStock;

/** Returns why a product cannot become a service; null if it can (C-100). `hasMoved`: its stock has moved. */
export function typeLock(item: Pick<Item, 'type' | 'advancedEnabled'>, hasMoved: boolean): string | null {
  if (item.type !== 'product') return null;
  if (item.advancedEnabled) return 'An item with advanced settings stays a product.';
  return hasMoved ? 'An item whose stock has moved stays a product.' : null;
}

export const LOW_STOCK_DEFAULT_HUNDREDTHS = 500;

/** Returns how full the stock is (C-090, C-091). 'untracked' items are neither low nor out (R-REP-15). */
export function stockLevel(
  item: Pick<Item, 'type' | 'trackStock' | 'currentStockHundredths' | 'reorderLevelHundredths'>,
): 'untracked' | 'out' | 'low' | 'ok' {
  if (!tracksStock(item)) return 'untracked';
  if (item.currentStockHundredths <= 0) return 'out';
  const threshold = item.reorderLevelHundredths ?? LOW_STOCK_DEFAULT_HUNDREDTHS;
  return item.currentStockHundredths <= threshold ? 'low' : 'ok';
}

/** Returns the quantity in hundredths that was sold beyond the stock; 0 if none (C-066). */
export const oversoldHundredths = (item: Pick<Item, 'type' | 'trackStock' | 'currentStockHundredths'>): number =>
  tracksStock(item) ? Math.max(0, -item.currentStockHundredths) : 0;
