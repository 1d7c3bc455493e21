import * as v from 'valibot';
import { inputObject } from '../../../domain/input-object.ts';
import { lengthFirst } from '../../../domain/length-first.ts';
import { itemCategoryById } from '../../../domain/items/item-category.ts';
import {
  ITEM_CUSTOM_FIELDS_MAX,
  type Item,
  type ItemChange,
  type ItemFields,
  itemFieldsSchema,
  itemStockSchema,
  ITEM_TYPES,
  LEGACY_ITEM_FIELDS,
  typeLock,
  TOO_MANY_CUSTOM_FIELDS,
} from '../../../domain/items/item.ts';
import { invalidInput } from '../request/read-json.ts';
import { optionalPriceInput, optionalQuantityInput, priceInput } from './decimal.ts';
import { referenceInput } from './reference.ts';
import { takes } from './takes.ts';
import { blankToNull, optionalText } from './text.ts';

const rules = itemFieldsSchema.entries;
const NO_CATEGORY = 'Please select an item category';
/** Advanced settings are never turned off (R-IEDIT-11). */
const STAYS_ADVANCED = 'Advanced settings cannot be turned off once they are on';
const FIELDS_MISSING = 'Please fill in all required additional fields';

const flag = v.optional(v.boolean('This is either true or false'));
const text = (rule: typeof rules.sku) => v.optional(optionalText(rule));
const cost = v.optional(optionalPriceInput(rules.costPriceMinor));
/** A number in place of a text, such as a code of digits. It is stored as text. */
const typedNumber = v.pipe(v.number(), v.minValue(-Number.MAX_SAFE_INTEGER), v.maxValue(Number.MAX_SAFE_INTEGER));
const extra = v.pipe(v.union([v.string(), typedNumber], 'Use text'), v.transform(String));
const legacyText = v.optional(
  v.pipe(
    v.unknown(),
    takes(v.union([typedNumber, rules.sku])),
    // A number beyond its bounds stays a number; the next rule refuses it, because it is no text.
    v.transform((given) => blankToNull(v.is(typedNumber, given) ? String(given) : given)),
    rules.sku,
  ),
);

/** The fields that creating and changing an item share, under the documents' names and their aliases (C-094). */
const sharedFields = {
  description: v.optional(optionalText(rules.description)),
  type: v.optional(v.picklist(ITEM_TYPES, 'Type must be product or service')),
  costPrice: cost,
  cost,
  trackStock: flag,
  unitOfMeasure: text(rules.unitOfMeasure),
  unit: text(rules.unitOfMeasure),
  itemCategoryId: v.optional(
    v.pipe(
      referenceInput,
      v.check((id) => itemCategoryById(id) !== undefined, NO_CATEGORY),
    ),
  ),
  category: text(rules.category),
  subCategory: text(rules.subCategory),
  reorderLevel: v.optional(optionalQuantityInput(rules.reorderLevelHundredths)),
  advancedEnabled: flag,
  sku: text(rules.sku),
  customFields: v.optional(
    lengthFirst(
      v.pipe(
        v.record(v.string(), extra, 'Use a name and a text for each additional field'),
        v.maxEntries(ITEM_CUSTOM_FIELDS_MAX, TOO_MANY_CUSTOM_FIELDS),
        rules.customFields,
      ),
    ),
  ),
  ...(Object.fromEntries(LEGACY_ITEM_FIELDS.map((field) => [field, legacyText])) as Record<
    (typeof LEGACY_ITEM_FIELDS)[number],
    typeof legacyText
  >),
};

const stock = v.optional(optionalQuantityInput(v.nullable(itemStockSchema)));

export const newItemInputSchema = inputObject({
  name: rules.name,
  price: priceInput(rules.priceMinor),
  initialStock: stock,
  stock,
  ...sharedFields,
});
export const itemChangeInputSchema = inputObject({
  name: v.optional(rules.name),
  price: v.optional(priceInput(rules.priceMinor)),
  ...sharedFields,
});
/** Fields of an item that another call changes. The message names that call. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  isActive: 'An item is archived and restored by PATCH /items/{id}/active',
  isKauntaEnabled: 'An item is shown in the store by PATCH /items/{id}/kaunta-status',
  ...Object.fromEntries(
    ['stock', 'initialStock', 'currentStock'].map((field) => [field, 'Stock is changed by POST /items/{id}/stock']),
  ),
  images: 'Images are sent as files of a form',
};
const NO_FIELD = 'An item has no field of this name, or it cannot be changed';
/** The name of a form's list of images that stay. It is no field of the item. */
const OF_FORM = 'existingImages';
const OTHERS_LISTED_MAX = 20;

/** Throws for unknown and unchangeable fields. To ignore them would hide the caller's mistake. */
export function refuseOtherFields(fields: unknown): void {
  if (typeof fields !== 'object' || fields === null) return;
  const others = Object.keys(fields).filter(
    (field) => !Object.hasOwn(itemChangeInputSchema.entries, field) && field !== OF_FORM,
  );
  if (others.length === 0) return;
  throw invalidInput(
    others.slice(0, OTHERS_LISTED_MAX).map((path) => ({
      path,
      message: (Object.hasOwn(ELSEWHERE, path) ? ELSEWHERE[path] : undefined) ?? NO_FIELD,
    })),
  );
}

/** Sets the store switch (R-ITEM-11). */
export const storeSwitchInputSchema = inputObject({
  isKauntaEnabled: v.boolean('isKauntaEnabled must be true or false'),
});
/** Archives or restores an item (C-105). */
export const activeSwitchInputSchema = inputObject({ isActive: v.boolean('isActive must be true or false') });
export type NewItemInput = v.InferOutput<typeof newItemInputSchema>;
export type ItemChangeInput = v.InferOutput<typeof itemChangeInputSchema>;

/** Returns the fields of a new item. Fields that were not sent get the documents' defaults. */
export function itemFieldsOf(input: NewItemInput, currency: string): ItemFields {
  const type = input.type ?? 'product';
  const category = input.itemCategoryId === undefined ? undefined : itemCategoryById(input.itemCategoryId);
  const customFields = customFieldsOf(input, {});
  refuseMissingFields(input.itemCategoryId, customFields);
  return {
    name: input.name,
    description: input.description ?? null,
    type,
    priceMinor: input.price,
    currency,
    costPriceMinor: input.costPrice ?? input.cost ?? null,
    trackStock: wantsTracking(type, input.advancedEnabled ?? false, input.trackStock),
    unitOfMeasure: input.unitOfMeasure ?? input.unit ?? null,
    itemCategoryId: category?.id ?? null,
    category: category?.name ?? input.category ?? null,
    subCategory: input.subCategory ?? null,
    reorderLevelHundredths: input.reorderLevel ?? null,
    advancedEnabled: type === 'product' && (input.advancedEnabled ?? false),
    sku: input.sku ?? null,
    customFields,
  };
}

/**
 * Returns the change that the input asks for. Fields that were not sent stay as they are (C-097).
 * @param hasMovements whether the item's stock ledger has entries; only read if the item becomes a service
 */
export function itemChangeOf(input: ItemChangeInput, item: Item, hasMovements: boolean): ItemChange {
  const category = input.itemCategoryId === undefined ? undefined : itemCategoryById(input.itemCategoryId);
  if (item.advancedEnabled && input.advancedEnabled === false)
    throw invalidInput([{ path: 'advancedEnabled', message: STAYS_ADVANCED }]);
  const isAdvanced = input.advancedEnabled ?? item.advancedEnabled;
  // A stock without an entry of the ledger comes from sales and purchases.
  const hasMoved = hasMovements || item.currentStockHundredths !== 0;
  const lock = input.type === 'service' ? typeLock({ ...item, advancedEnabled: isAdvanced }, hasMoved) : null;
  if (lock !== null) throw invalidInput([{ path: 'type', message: lock }]);
  const change: Record<keyof ItemFields, ItemFields[keyof ItemFields] | undefined> = {
    name: input.name,
    description: input.description,
    type: input.type,
    priceMinor: input.price,
    currency: undefined,
    costPriceMinor: input.costPrice === undefined ? input.cost : input.costPrice,
    trackStock: trackingChange(input, item, isAdvanced),
    unitOfMeasure: input.unitOfMeasure === undefined ? input.unit : input.unitOfMeasure,
    itemCategoryId: category?.id,
    category: category ? category.name : input.category,
    subCategory: input.subCategory,
    reorderLevelHundredths: input.reorderLevel,
    // A service has no advanced settings (C-100).
    advancedEnabled: input.advancedEnabled && (input.type ?? item.type) === 'product',
    sku: input.sku,
    customFields: hasCustomFields(input) ? customFieldsOf(input, item.customFields) : undefined,
  };
  if (category || hasCustomFields(input))
    refuseMissingFields(category?.id ?? item.itemCategoryId ?? undefined, customFieldsOf(input, item.customFields));
  // The cast is safe: each value is one of its own field.
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as ItemChange;
}

/** True if stock is tracked: for every product, unless the advanced form turned it off (C-089). */
const wantsTracking = (type: Item['type'], isAdvanced: boolean, said: boolean | undefined): boolean =>
  type === 'product' && (!isAdvanced || (said ?? true));

function trackingChange(input: ItemChangeInput, item: Item, isAdvanced: boolean): boolean | undefined {
  if (input.type === undefined && (input.trackStock === undefined || !isAdvanced)) return undefined;
  return wantsTracking(input.type ?? item.type, isAdvanced, input.trackStock);
}

type CustomInput = Pick<ItemChangeInput, 'customFields' | (typeof LEGACY_ITEM_FIELDS)[number]>;

const hasCustomFields = (input: CustomInput): boolean =>
  input.customFields !== undefined || LEGACY_ITEM_FIELDS.some((field) => input[field] !== undefined);

/** Merges the legacy fields into the custom fields (C-107). A legacy field that is sent blank is removed. */
function customFieldsOf(input: CustomInput, before: Readonly<Record<string, string>>): Record<string, string> {
  const legacy = LEGACY_ITEM_FIELDS.map((field) => [field, input[field]] as const).filter(
    ([, value]) => value !== undefined,
  );
  const all = { ...(input.customFields ?? before), ...Object.fromEntries(legacy) };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Throws if a required additional field of the category is blank (R-INEW-31). */
function refuseMissingFields(itemCategoryId: number | undefined, customFields: Readonly<Record<string, string>>): void {
  const required =
    (itemCategoryId === undefined ? undefined : itemCategoryById(itemCategoryId))?.schema.fields.filter(
      (field) => field.required,
    ) ?? [];
  const isMissing = required.some((field) => (customFields[field.name] ?? '').trim() === '');
  if (isMissing) throw invalidInput([{ path: 'customFields', message: FIELDS_MISSING }]);
}
