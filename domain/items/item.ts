import * as v from 'valibot';
import type { EditStamps } from '../edit-stamp.ts';
import { idSchema } from '../id.ts';
import type { ItemEdit } from './item-history.ts';
import type { ItemImage } from './item-image.ts';
import { lengthFirst } from '../length-first.ts';
import { PRICE_MINOR_MAX } from '../money.ts';
import { QUANTITY_HUNDREDTHS_MAX } from '../quantity.ts';
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
  priceMinor: number;
  currency: string;
  /** Admins only (C-097): absent on a staff device. */
  costPriceMinor?: number | null;
  /** Σ of all movements; below zero when oversold (C-066). */
  currentStockHundredths: number;
  /**
   * The last time that somebody counted it, and whether something moved its stock before that and arrived only
   * afterwards: then the count is in doubt (M19). Absent while nobody has counted it.
   */
  lastCount?: { movementId: number; atMs: number; isInDoubt: boolean };
  trackStock: boolean;
  unitOfMeasure: string | null;
  itemCategoryId: number | null;
  /** The category's name when it was chosen (C-095). */
  category: string | null;
  subCategory: string | null;
  reorderLevelHundredths: number | null;
  advancedEnabled: boolean;
  sku: string | null;
  /** By key: the category's extra fields and the legacy ones (brand, size, condition, model, serialNumber, color). */
  customFields: Record<string, string>;
  /** By `order`. */
  images: ItemImage[];
  /** The last ones that were removed: what adds one of them and arrives late does not bring it back. */
  removedImageKeys?: string[];
  isActive: boolean;
  isKauntaEnabled: boolean;
  edits?: EditStamps;
  /** Its last edits, oldest first; absent while none is written down (R-ENT-31). */
  history?: readonly ItemEdit[];
  /** How many edits came before the first of these; absent for none. */
  forgottenEdits?: number;
  createdByUserId: number;
  createdAtMs: number;
  /** The time by the device's clock, kept where it is impossible (SYN-23). */
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

/** R-INEW-28, C-040. */
export const itemPriceSchema = v.pipe(
  v.number('Price must be a positive number'),
  v.safeInteger(notHundredths),
  v.minValue(1, 'Price must be a positive number'),
  v.maxValue(PRICE_MINOR_MAX, 'Amount is too large'),
);

/** R-INEW-29: an amount of stock that a person states. */
export const itemStockSchema = v.pipe(
  v.number('Stock must be a positive number or zero'),
  v.safeInteger(notHundredths),
  v.minValue(0, 'Stock must be a positive number or zero'),
  v.maxValue(QUANTITY_HUNDREDTHS_MAX, 'Quantity is too large'),
);

/** Every field that a person can change of an item; each bears the sentence of its rule. */
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

/** `openingMovementId` names the ledger entry of the first stock; null when there is none. */
export const newItemSchema = v.object({
  id: idSchema,
  openingMovementId: v.nullable(idSchema),
  initialStockHundredths: itemStockSchema,
  ...itemFieldsSchema.entries,
});

/** Fields of an item that an edit may carry: never stock (offline.md, ground rule 3). */
export const itemChangeSchema = v.partial(itemFieldsSchema);
export type ItemChange = Partial<ItemFields>;

/** C-089: a service tracks nothing; a product does unless its advanced switch is off. */
export const tracksStock = (item: { type: ItemType; trackStock: boolean }): boolean =>
  item.type === 'product' && item.trackStock;

export const LOW_STOCK_DEFAULT_HUNDREDTHS = 500;

/** 'low' and 'out' as C-090 and C-091 say; 'untracked' items are neither (R-REP-15). */
export function stockLevel(
  item: Pick<Item, 'type' | 'trackStock' | 'currentStockHundredths' | 'reorderLevelHundredths'>,
): 'untracked' | 'out' | 'low' | 'ok' {
  if (!tracksStock(item)) return 'untracked';
  if (item.currentStockHundredths <= 0) return 'out';
  const threshold = item.reorderLevelHundredths ?? LOW_STOCK_DEFAULT_HUNDREDTHS;
  return item.currentStockHundredths <= threshold ? 'low' : 'ok';
}

/** By how much a tracked item was sold beyond its stock, in hundredths; 0 when it was not (C-066). */
export const oversoldHundredths = (item: Pick<Item, 'type' | 'trackStock' | 'currentStockHundredths'>): number =>
  tracksStock(item) ? Math.max(0, -item.currentStockHundredths) : 0;
