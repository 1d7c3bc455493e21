import * as v from 'valibot';
import { idSchema } from '../../../domain/id.ts';
import { imageKeySchema } from '../../../domain/items/item-image.ts';
import { itemCategoryById, labelledFields } from '../../../domain/items/item-category.ts';
import { type Item, ITEM_TYPES, LEGACY_ITEM_FIELDS } from '../../../domain/items/item.ts';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { seesCost } from '../../../domain/people/permission.ts';
import type { UserRole } from '../../../domain/people/user.ts';
import { isoTime } from '../answer.ts';
import { countField, decimalField, decimalOrNull, idOrNull, textOrNull, timeField } from './field.ts';

export const imageAnswerSchema = v.object({
  key: imageKeySchema,
  originalUrl: v.string(),
  thumbnailUrl: v.string(),
  order: countField,
  isStored: v.boolean(),
});

const legacyFieldsOf = <Value>(valueOf: (field: (typeof LEGACY_ITEM_FIELDS)[number]) => Value) =>
  Object.fromEntries(LEGACY_ITEM_FIELDS.map((field) => [field, valueOf(field)])) as Record<
    (typeof LEGACY_ITEM_FIELDS)[number],
    Value
  >; // The cast is safe: the entries are exactly these fields.

export const itemAnswerSchema = v.object({
  id: idSchema,
  businessId: idSchema,
  createdByUserId: idSchema,
  name: v.string(),
  description: textOrNull,
  price: decimalField,
  currency: v.string(),
  /** Absent for staff. */
  costPrice: v.optional(decimalOrNull),
  type: v.picklist(ITEM_TYPES),
  currentStock: decimalField,
  trackStock: v.boolean(),
  unitOfMeasure: textOrNull,
  category: textOrNull,
  subCategory: textOrNull,
  reorderLevel: decimalOrNull,
  advancedEnabled: v.boolean(),
  itemCategoryId: idOrNull,
  sku: textOrNull,
  customFields: v.record(v.string(), v.string()),
  ...legacyFieldsOf(() => textOrNull),
  /** The name of `unitOfMeasure` in the old form (R-ENT-28). */
  unitOfSale: textOrNull,
  images: v.array(imageAnswerSchema),
  isActive: v.boolean(),
  isKauntaEnabled: v.boolean(),
  createdAt: timeField,
});

/** The additional fields of the items of a category (R-ENT-29). */
export const categorySchemaAnswerSchema = v.object({
  fields: v.pipe(
    v.array(
      v.object({
        name: v.string(),
        label: v.string(),
        type: v.picklist(['text', 'select', 'date']),
        placeholder: v.optional(v.string()),
        options: v.optional(v.pipe(v.array(v.string()), v.readonly())),
        required: v.boolean(),
      }),
    ),
    v.readonly(),
  ),
});

export const itemDetailsAnswerSchema = v.object({
  ...itemAnswerSchema.entries,
  itemCategory: v.nullable(v.object({ id: idSchema, name: v.string(), schema: categorySchemaAnswerSchema })),
  supplier: v.nullable(v.object({ name: v.string(), phone: textOrNull })),
  initialStock: decimalField,
  customFieldsWithContext: v.array(v.object({ name: v.string(), label: v.string(), value: v.string() })),
});

/** The user who reads the response. Some fields are only for some roles (C-097). */
export interface Viewer {
  businessId: number;
  role: UserRole;
}

/** A viewer of items, whose prices are in the shop's currency (decision 67). */
export interface ItemViewer extends Viewer {
  currency: string;
}

const optionalDecimal = (hundredths: number | null | undefined): string | null =>
  hundredths === null || hundredths === undefined ? null : hundredthsToDecimal(hundredths);

/** Returns an item under the documents' field names; amounts and quantities are decimal strings (C-045). */
export function itemAnswer(
  item: Item,
  { businessId, role, currency }: ItemViewer,
): v.InferOutput<typeof itemAnswerSchema> {
  return {
    id: item.id,
    businessId,
    createdByUserId: item.createdByUserId,
    name: item.name,
    description: item.description,
    price: minorToDecimal(item.priceMinor),
    currency,
    ...(seesCost(role) ? { costPrice: optionalDecimal(item.costPriceMinor) } : {}),
    type: item.type,
    currentStock: hundredthsToDecimal(item.currentStockHundredths),
    trackStock: item.trackStock,
    unitOfMeasure: item.unitOfMeasure,
    category: item.category,
    subCategory: item.subCategory,
    reorderLevel: optionalDecimal(item.reorderLevelHundredths),
    advancedEnabled: item.advancedEnabled,
    itemCategoryId: item.itemCategoryId,
    sku: item.sku,
    customFields: item.customFields,
    ...legacyFieldsOf((field) => item.customFields[field] ?? null),
    unitOfSale: item.unitOfMeasure,
    images: item.images,
    isActive: item.isActive,
    isKauntaEnabled: item.isKauntaEnabled,
    createdAt: isoTime(item.createdAtMs),
  };
}

/** Facts about an item that come from other rows: its purchases and its opening stock movement. */
export interface PastOfGoods {
  supplier: { name: string; phone: string | null } | null;
  initialStockHundredths: number;
}

/** Returns an item with the facts of its details screen: category, labelled fields, last supplier (C-096, C-098). */
export function itemDetailsAnswer(
  item: Item,
  { supplier, initialStockHundredths }: PastOfGoods,
  viewer: ItemViewer,
): v.InferOutput<typeof itemDetailsAnswerSchema> {
  const category = item.itemCategoryId === null ? undefined : itemCategoryById(item.itemCategoryId);
  return {
    ...itemAnswer(item, viewer),
    itemCategory: category ? { id: category.id, name: category.name, schema: category.schema } : null,
    supplier,
    initialStock: hundredthsToDecimal(initialStockHundredths),
    customFieldsWithContext: labelledFields(item),
  };
}
