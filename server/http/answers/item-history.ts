import * as v from 'valibot';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { idSchema } from '../../../domain/id.ts';
import { type Item, ITEM_TYPES } from '../../../domain/items/item.ts';
import { type PastOfItem, pastOfItem } from '../../../domain/items/item-history.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { ADMIN_ONLY_FIELDS, seesCost } from '../../../domain/people/permission.ts';
import { FIELD_GROUPS } from '../../../sync/merge/field-groups.ts';
import { isoTime } from '../answer.ts';
import { decimalOrNull, textOrNull, timeField } from './field.ts';
import type { Viewer } from './item.ts';

/** One event of an item: user, time, changed fields and the item's values after it (R-ENT-31, R-FIELD-14). */
export const itemEventAnswerSchema = v.object({
  /** The number of the event within the item; 1 is the item's creation. */
  id: idSchema,
  itemId: idSchema,
  businessId: idSchema,
  action: v.picklist(['created', 'edited']),
  /** The new value by field. Null may also mean that the value is not known any more. */
  fields: v.record(v.string(), v.unknown()),
  /** Null if the value at that time is not known. The values below follow the same rule. */
  name: textOrNull,
  price: decimalOrNull,
  /** Absent for staff. */
  costPrice: v.optional(decimalOrNull),
  type: v.nullable(v.picklist(ITEM_TYPES)),
  trackStock: v.nullable(v.boolean()),
  unitOfMeasure: textOrNull,
  category: textOrNull,
  subCategory: textOrNull,
  reorderLevel: decimalOrNull,
  advancedEnabled: v.nullable(v.boolean()),
  /** Always null: the edit form has no field for a remark. */
  notes: v.null(),
  createdByUserId: idSchema,
  editedAt: timeField,
});
type ItemEventAnswer = v.InferOutput<typeof itemEventAnswerSchema>;

const fieldsOfGroup = (group: string): readonly string[] =>
  FIELD_GROUPS.item.find(({ name }) => name === group)?.fields ?? [group];
const groupOfField = (field: string): string =>
  FIELD_GROUPS.item.find(({ fields }) => fields.includes(field))?.name ?? field;

/** Returns the history of an item, newest first, without the fields that the viewer's role may not see (SYN-13). */
export function itemHistoryAnswer(item: Item, viewer: Viewer): ItemEventAnswer[] {
  const hidden: readonly string[] = seesCost(viewer.role) ? [] : ADMIN_ONLY_FIELDS.item;
  return pastOfItem(item, fieldsOfGroup)
    .map((event) => ({ ...event, changed: event.changed.filter((field) => !hidden.includes(field)) }))
    .filter(({ action, changed }) => action === 'created' || changed.length > 0)
    .map((event) => eventAnswer(event, viewer, item));
}

function eventAnswer(event: PastOfItem, { businessId, role }: Viewer, { id }: Item): ItemEventAnswer {
  const past = event.item;
  const known = <T>(field: keyof Item, value: T | null | undefined): T | null =>
    event.isKnown(field, groupOfField(field)) ? (value ?? null) : null;
  const decimal = (field: keyof Item, toText: (whole: number) => string, whole: number | null | undefined) =>
    known(field, typeof whole === 'number' ? toText(whole) : null);
  const costPrice = seesCost(role) ? { costPrice: decimal('costPriceMinor', minorToDecimal, past.costPriceMinor) } : {};
  const values = {
    name: known('name', past.name),
    price: decimal('priceMinor', minorToDecimal, past.priceMinor),
    ...costPrice,
    type: known('type', past.type),
    trackStock: known('trackStock', past.trackStock),
    unitOfMeasure: known('unitOfMeasure', past.unitOfMeasure),
    category: known('category', past.category),
    subCategory: known('subCategory', past.subCategory),
    reorderLevel: decimal('reorderLevelHundredths', hundredthsToDecimal, past.reorderLevelHundredths),
    advancedEnabled: known('advancedEnabled', past.advancedEnabled),
  };
  const others: Record<string, unknown> = {
    currency: known('currency', past.currency),
    itemCategoryId: known('itemCategoryId', past.itemCategoryId),
    sku: known('sku', past.sku),
    description: known('description', past.description),
    customFields: known('customFields', past.customFields),
  };
  const shown: Record<string, unknown> = { ...others, ...values };
  const names = event.changed.map((field) => ANSWERED_AS[field] ?? field);
  return {
    id: event.number,
    itemId: id,
    businessId,
    action: event.action,
    fields: Object.fromEntries(names.map((name) => [name, shown[name] ?? null])),
    ...values,
    notes: null,
    createdByUserId: event.userId,
    editedAt: isoTime(event.atMs),
  };
}

/** Names of fields that responses call by another name than the row does. */
const ANSWERED_AS: Readonly<Partial<Record<string, string>>> = {
  priceMinor: 'price',
  costPriceMinor: 'costPrice',
  reorderLevelHundredths: 'reorderLevel',
};
