import { itemCategoryById, labelledFields } from '../../../domain/item-category.ts';
import { type Item, LEGACY_ITEM_FIELDS } from '../../../domain/item.ts';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { seesCost } from '../../../domain/permission.ts';
import type { UserRole } from '../../../domain/user.ts';
import { isoTime } from '../answer.ts';

/** Who asks: what of a row may be told depends on it (C-097). */
export interface Viewer {
  businessId: number;
  role: UserRole;
}

const optionalDecimal = (hundredths: number | null | undefined): string | null =>
  hundredths === null || hundredths === undefined ? null : hundredthsToDecimal(hundredths);

/** An item by the documents' names: amounts and quantities as decimal strings (C-045). */
export function itemAnswer(item: Item, { businessId, role }: Viewer): object {
  return {
    id: item.id,
    businessId,
    createdByUserId: item.createdByUserId,
    name: item.name,
    description: item.description,
    price: minorToDecimal(item.priceMinor),
    currency: item.currency,
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
    ...Object.fromEntries(LEGACY_ITEM_FIELDS.map((field) => [field, item.customFields[field] ?? null])),
    images: item.images,
    isActive: item.isActive,
    isKauntaEnabled: item.isKauntaEnabled,
    createdAt: isoTime(item.createdAtMs),
  };
}

/** The same with what a details screen shows beside it: category, labelled fields, last supplier (C-096, C-098). */
export function itemDetailsAnswer(
  item: Item,
  supplier: { name: string; phone: string | null } | null,
  viewer: Viewer,
): object {
  const category = item.itemCategoryId === null ? undefined : itemCategoryById(item.itemCategoryId);
  return {
    ...itemAnswer(item, viewer),
    itemCategory: category ? { id: category.id, name: category.name, schema: category.schema } : null,
    supplier,
    customFieldsWithContext: labelledFields(item),
  };
}
