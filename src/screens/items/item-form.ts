import * as v from 'valibot';
import { itemFieldsSchema, itemStockSchema, type ItemType } from '../../../domain/item.ts';
import { itemCategoryById, type ItemCategoryField } from '../../../domain/item-category.ts';
import { amountOf, quantityOf } from './typed-number.ts';

/**
 * The item form as its fields stand: text as typed, under the names of the item's own fields, so that every message,
 * the form's or the device's, finds its field.
 */
export interface ItemFormValues extends Record<string, unknown> {
  name: string;
  itemCategoryId: string;
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
}

/** R-INEW-15, R-INEW-18, R-INEW-22 to R-INEW-26. */
export const NEW_ITEM_VALUES: ItemFormValues = {
  name: '',
  itemCategoryId: '',
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
};

/** The further fields that a category asks for (R-INEW-06); none before one is chosen. */
export const categoryFieldsOf = (itemCategoryId: string | number): readonly ItemCategoryField[] =>
  itemCategoryById(Number(itemCategoryId))?.schema.fields ?? [];

const NO_CATEGORY = 'Please select an item category';
const REQUIRED_FIELDS = 'Please fill in all required additional fields';

const itemInputSchema = v.pipe(
  v.object({
    ...v.omit(itemFieldsSchema, ['currency']).entries,
    itemCategoryId: v.pipe(
      v.number(NO_CATEGORY),
      v.check((id) => itemCategoryById(id) !== undefined, NO_CATEGORY),
    ),
    initialStockHundredths: itemStockSchema,
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    // Every rule above judges a value of the right type, so that all messages of the form come at once.
    if (!dataset.typed) return;
    const { customFields, itemCategoryId } = dataset.value;
    for (const field of categoryFieldsOf(itemCategoryId)) {
      if (field.required && customFields[field.name] === undefined) {
        addIssue({ message: REQUIRED_FIELDS, path: pathTo(dataset.value, customFields, field.name) });
      }
    }
  }),
);

/** What the form says of its fields (R-INEW-27 to R-INEW-32), and the item that they make. */
export const itemFormSchema = v.pipe(
  v.custom<ItemFormValues>((input) => typeof input === 'object' && input !== null),
  v.transform(itemInputOf),
  itemInputSchema,
);
export type ItemInput = v.InferOutput<typeof itemFormSchema>;

/** The fields as the item has them; what cannot be read becomes a value that the field's own rule refuses. */
function itemInputOf(values: ItemFormValues): v.InferInput<typeof itemInputSchema> {
  const isProduct = values.type === 'product';
  const isAdvanced = isProduct && values.advancedEnabled;
  return {
    name: values.name,
    description: textOrNull(values.description),
    type: values.type,
    priceMinor: amountOf(values.priceMinor),
    costPriceMinor: values.costPriceMinor.trim() === '' ? null : amountOf(values.costPriceMinor),
    // C-089: a product is counted unless its advanced switch is off, a service never (R-INEW-16).
    trackStock: isAdvanced ? values.trackStock : isProduct,
    unitOfMeasure: textOrNull(values.unitOfMeasure),
    itemCategoryId: Number(values.itemCategoryId),
    category: itemCategoryById(Number(values.itemCategoryId))?.name ?? null,
    subCategory: null,
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

/** What the chosen category asks for, as far as it was filled in; fields of another category were only passed by. */
function customFieldsOf({ itemCategoryId, customFields }: ItemFormValues): Record<string, string> {
  const typed = categoryFieldsOf(itemCategoryId).map(({ name }): [string, string] => [
    name,
    (customFields[name] ?? '').trim(),
  ]);
  return Object.fromEntries(typed.filter(([, value]) => value !== ''));
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text);

function pathTo(
  input: object,
  customFields: Record<string, string>,
  key: string,
): [v.ObjectPathItem, v.ObjectPathItem] {
  const at = { type: 'object', origin: 'value' } as const;
  return [
    { ...at, input: { ...input }, key: 'customFields', value: customFields },
    { ...at, input: customFields, key, value: customFields[key] },
  ];
}
