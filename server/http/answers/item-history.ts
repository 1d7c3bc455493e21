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

/** One act on an item: who, when, which fields, and the item's values after it (R-ENT-31, R-FIELD-14). */
export const itemEventAnswerSchema = v.object({
  /** Counts within the item; 1 is its creation. */
  id: idSchema,
  itemId: idSchema,
  businessId: idSchema,
  action: v.picklist(['created', 'edited']),
  /** By changed field: what it became; null also where that is not known any more. */
  fields: v.record(v.string(), v.unknown()),
  /** Null, as the values below: not known of so early a time. */
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
  /** Nobody is asked for a remark on an edit. */
  notes: v.null(),
  createdByUserId: idSchema,
  editedAt: timeField,
});
type ItemEventAnswer = v.InferOutput<typeof itemEventAnswerSchema>;

const fieldsOfGroup = (group: string): readonly string[] =>
  FIELD_GROUPS.item.find(({ name }) => name === group)?.fields ?? [group];
const groupOfField = (field: string): string =>
  FIELD_GROUPS.item.find(({ fields }) => fields.includes(field))?.name ?? field;

/** The history of an item, newest first, without what this person may not see (SYN-13). */
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

/** Fields that have another name in answers than in the row. */
const ANSWERED_AS: Readonly<Partial<Record<string, string>>> = {
  priceMinor: 'price',
  costPriceMinor: 'costPrice',
  reorderLevelHundredths: 'reorderLevel',
};
