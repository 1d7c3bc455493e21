import type { FieldGroup } from './three-way.ts';

/** The tables whose rows people edit field by field. */
export type EditedTable = 'item' | 'customer' | 'supplier' | 'business';

/** Groups of fields that only make sense together, by table. Every other field is a group of its own. */
export const FIELD_GROUPS: Readonly<Record<EditedTable, readonly FieldGroup[]>> = {
  item: [
    { name: 'price', fields: ['priceMinor', 'currency'] },
    { name: 'type', fields: ['type', 'trackStock'] },
    { name: 'category', fields: ['itemCategoryId', 'category', 'subCategory'] },
  ],
  customer: [],
  supplier: [],
  business: [{ name: 'address', fields: ['address', 'country'] }],
};
