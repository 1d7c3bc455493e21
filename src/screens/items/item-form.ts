import * as v from 'valibot';
import {
  type Item,
  type ItemChange,
  itemFieldsSchema,
  itemStockSchema,
  type ItemType,
} from '../../../domain/items/item.ts';
import { itemCategoryById, type ItemCategoryField } from '../../../domain/items/item-category.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { isPlausibleDay } from '../../../domain/time.ts';
import { type FieldValues, isSameValue } from '../../../sync/merge/three-way.ts';
import { editOf } from '../../parts/form/edit-of.ts';
import { amountOf, quantityOf, typedAmount } from '../../parts/form/typed-number.ts';

/**
 * The values of the item form: texts as typed, named as the item's fields, so that each message, of the form or of the
 * mutation, finds its field.
 */
export interface ItemFormValues extends Record<string, unknown> {
  name: string;
  itemCategoryId: string;
  /** Shown only for an item that already has one; the long form asks for it. */
  subCategory: string;
  type: ItemType;
  priceMinor: string;
  costPriceMinor: string;
  initialStockHundredths: string;
  sku: string;
  unitOfMeasure: string;
  description: string;
  advancedEnabled: boolean;
  trackStock: boolean;
  reorderLevelHundredths: string;
  customFields: Record<string, string>;
  /** Names of custom fields that no category asks for. They are kept (C-096). */
  otherFields: readonly string[];
}

/** R-INEW-15, R-INEW-18, R-INEW-22 to R-INEW-26. */
export const NEW_ITEM_VALUES: ItemFormValues = {
  name: '',
  itemCategoryId: '',
  subCategory: '',
  type: 'product',
  priceMinor: '0',
  costPriceMinor: '',
  initialStockHundredths: '0',
  sku: '',
  unitOfMeasure: '',
  description: '',
  advancedEnabled: false,
  trackStock: false,
  reorderLevelHundredths: '',
  customFields: {},
  otherFields: [],
};

/** Returns the form's values for an item (R-IEDIT-01). */
export function itemFormValuesOf(item: Item): ItemFormValues {
  const asked = new Set(categoryFieldsOf(item.itemCategoryId ?? 0).map(({ name }) => name));
  const { costPriceMinor = null, reorderLevelHundredths } = item;
  return {
    name: item.name,
    itemCategoryId: item.itemCategoryId === null ? '' : String(item.itemCategoryId),
    subCategory: item.subCategory ?? '',
    type: item.type,
    priceMinor: typedAmount(item.priceMinor),
    costPriceMinor: costPriceMinor === null ? '' : typedAmount(costPriceMinor),
    initialStockHundredths: '0',
    sku: item.sku ?? '',
    unitOfMeasure: item.unitOfMeasure ?? '',
    description: item.description ?? '',
    advancedEnabled: item.advancedEnabled,
    trackStock: item.trackStock,
    reorderLevelHundredths: reorderLevelHundredths === null ? '' : formatQuantity(reorderLevelHundredths),
    customFields: { ...item.customFields },
    otherFields: Object.keys(item.customFields).filter((name) => !asked.has(name)),
  };
}

export interface ItemEdit {
  base: FieldValues;
  change: ItemChange;
}

/**
 * Returns a person's changes to an item, with the values that they saw (offline.md, ground rule 5). Untouched fields
 * are left out, even if the form would format them differently. Fields that make sense only with a changed one are sent
 * too.
 */
export function itemEditOf(item: Item, seen: ItemFormValues, input: ItemInput): ItemEdit {
  const { initialStockHundredths: _stock, ...fields } = input;
  const untouched: FieldValues = itemInputOf(seen);
  const changed = Object.entries(fields).filter(([field, value]) => !isSameValue(untouched[field], value));
  // The cast is safe: these are entries of the input under their own names.
  return editOf('item', item, Object.fromEntries(changed) as ItemChange);
}

/** Returns the custom fields that a category asks for (R-INEW-06); none before a category is chosen. */
export const categoryFieldsOf = (itemCategoryId: string | number): readonly ItemCategoryField[] =>
  itemCategoryById(Number(itemCategoryId))?.schema.fields ?? [];

const NO_CATEGORY = 'Please select an item category';
const REQUIRED_FIELDS = 'Please fill in all required additional fields';

const itemInputSchema = v.object({
  ...v.omit(itemFieldsSchema, ['currency']).entries,
  itemCategoryId: v.number(NO_CATEGORY),
  initialStockHundredths: itemStockSchema,
});
export type ItemInput = v.InferOutput<typeof itemInputSchema>;

/**
 * Returns the form's rules and messages (R-INEW-27 to R-INEW-32); their output is the item.
 * @param seen the values that an edit began with; null for a new item
 */
export const itemFormSchemaOf = (seen: ItemFormValues | null) =>
  v.pipe(
    v.custom<ItemFormValues>((input) => typeof input === 'object' && input !== null),
    v.transform(itemInputOf),
    itemInputSchema,
    v.rawCheck(({ dataset, addIssue }) => {
      // Every check gets a value of the right type, so that all errors of the form are found at once.
      if (!dataset.typed) return;
      for (const issue of [...missingOf(dataset.value, seen), ...noDatesOf(dataset.value, seen)]) addIssue(issue);
    }),
  );

/** The rules of a new item. */
export const itemFormSchema = itemFormSchemaOf(null);

/**
 * Returns an issue if there is no category, and one for each field that the category requires and that is blank. While
 * the category is the one that an edit began with, what the item did not have then is not asked for (X-TYPE-54).
 */
function missingOf(input: ItemInput, seen: ItemFormValues | null) {
  const { itemCategoryId, customFields } = input;
  const before = seen !== null && itemCategoryId === Number(seen.itemCategoryId) ? seen : null;
  const at = { type: 'object', origin: 'value' } as const;
  if (before === null && itemCategoryById(itemCategoryId) === undefined) {
    const path: [v.ObjectPathItem] = [{ ...at, input: { ...input }, key: 'itemCategoryId', value: itemCategoryId }];
    return [{ message: NO_CATEGORY, path }];
  }
  return categoryFieldsOf(itemCategoryId)
    .filter(({ name, required }) => required && customFields[name] === undefined)
    .filter(({ name }) => before === null || (before.customFields[name] ?? '').trim() !== '')
    .map(({ name }) => customFieldIssue(input, name, REQUIRED_FIELDS));
}

/** Returns an issue for each date of the category that was typed in this form and is none. */
function noDatesOf(input: ItemInput, seen: ItemFormValues | null) {
  const { itemCategoryId, customFields } = input;
  return categoryFieldsOf(itemCategoryId)
    .filter(({ name, type }) => type === 'date' && customFields[name] !== seen?.customFields[name])
    .filter(({ name }) => customFields[name] !== undefined && !isPlausibleDay(customFields[name]))
    .map(({ name }) => customFieldIssue(input, name, 'Enter a date'));
}

function customFieldIssue(input: ItemInput, name: string, message: string) {
  const { customFields } = input;
  const at = { type: 'object', origin: 'value' } as const;
  const path: [v.ObjectPathItem, v.ObjectPathItem] = [
    { ...at, input: { ...input }, key: 'customFields', value: customFields },
    { ...at, input: customFields, key: name, value: customFields[name] },
  ];
  return { message, path };
}

/** Converts the texts to the item's fields. A text that cannot be read becomes a value that the schema refuses. */
function itemInputOf(values: ItemFormValues): ItemInput {
  const isProduct = values.type === 'product';
  const isAdvanced = isProduct && values.advancedEnabled;
  return {
    name: values.name,
    description: textOrNull(values.description),
    type: values.type,
    priceMinor: amountOf(values.priceMinor),
    costPriceMinor: values.costPriceMinor.trim() === '' ? null : amountOf(values.costPriceMinor),
    // C-089: a product's stock is tracked unless its advanced switch is off; a service's never (R-INEW-16).
    trackStock: isAdvanced ? values.trackStock : isProduct,
    unitOfMeasure: textOrNull(values.unitOfMeasure),
    itemCategoryId: Number(values.itemCategoryId),
    category: itemCategoryById(Number(values.itemCategoryId))?.name ?? null,
    subCategory: textOrNull(values.subCategory),
    reorderLevelHundredths:
      isAdvanced && values.reorderLevelHundredths.trim() !== '' ? quantityOf(values.reorderLevelHundredths) : null,
    // R-INEW-17.
    advancedEnabled: isAdvanced,
    sku: textOrNull(values.sku),
    customFields: customFieldsOf(values),
    // C-104.
    initialStockHundredths: isProduct ? quantityOf(values.initialStockHundredths) : 0,
  };
}

/** Returns the filled-in fields of the chosen category. Those of categories that were chosen before are dropped. */
function customFieldsOf({ itemCategoryId, customFields, otherFields }: ItemFormValues): Record<string, string> {
  const names = new Set([...otherFields, ...categoryFieldsOf(itemCategoryId).map(({ name }) => name)]);
  const typed = [...names].map((name): [string, string] => [name, (customFields[name] ?? '').trim()]);
  return Object.fromEntries(typed.filter(([, value]) => value !== ''));
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text);
