import type { ImportColumn, ImportedItem, ItemRow, RowProblem } from './item-import.ts';
import type { Item, ItemChange } from './item.ts';
import { type KnownItems, type MatchedBy } from './same-item.ts';

/** A line of the file whose item exists in the shop. */
export interface KnownRow {
  line: number;
  item: Item;
  by: MatchedBy;
  /** The fields that differ in the line; may be empty. Never the stock, which is counted and not overwritten. */
  change: ItemChange;
}

/** A line with the name of an existing item but another code. A person decides: one item or two (X-TYPE-26). */
export interface OtherCodeRow {
  row: ItemRow;
  item: Item;
}

export interface ImportPlan {
  /** Items that the shop does not have. */
  added: ItemRow[];
  known: KnownRow[];
  otherCode: OtherCodeRow[];
  /** Lines that cannot be imported, with the reason. */
  problems: RowProblem[];
}

/** Plans the import of these lines (G30) and changes nothing. A line whose item exists creates no second item. */
export function planImport(rows: readonly ItemRow[], items: KnownItems<Item>): ImportPlan {
  const plan: ImportPlan = { added: [], known: [], otherCode: [], problems: [] };
  const spokenOf = new Set<number>();
  for (const row of rows) {
    const isArchived = row.isArchived === true;
    const match = (isArchived ? items.archived.find(row.item) : null) ?? items.find(row.item);
    if (!match) {
      const item = items.named(row.item.name);
      const { line } = row;
      const whyNotNew = isArchived ? IS_ARCHIVED : row.whyNotNew;
      if (whyNotNew !== undefined) plan.problems.push({ line, name: row.item.name, sentences: [whyNotNew] });
      else if (item) plan.otherCode.push({ row, item });
      else plan.added.push(row);
      continue;
    }
    // The line of an archived item changes none on sale. A second line of the same item changes nothing, so that it does
    // not undo the first.
    const isOfAnother = isArchived && match.item.isActive;
    const change = isOfAnother || spokenOf.has(match.item.id) ? {} : changeOf(match.item, row);
    if (!isOfAnother) spokenOf.add(match.item.id);
    plan.known.push({ line: row.line, ...match, change });
  }
  return plan;
}

/** An item that is no longer sold does not become a new item on sale. */
const IS_ARCHIVED =
  "The file says that this item is archived. To import it as a new item, clear its cell in 'Archived'";

export const isChanged = ({ change }: KnownRow): boolean => Object.keys(change).length > 0;

/**
 * Returns the fields that the line fills with another value than the item's. An empty cell changes nothing, and the
 * type never changes (C-100).
 */
function changeOf(item: Item, { item: read, said }: ItemRow): ItemChange {
  const change: ItemChange = {};
  for (const column of said) Object.assign(change, CHANGES[column]?.(item, read));
  return Object.fromEntries(
    Object.entries(change).filter(([field, value]) => !isSame(item[field as keyof ItemChange], value)),
  );
}

const CHANGES: { readonly [C in ImportColumn]?: (item: Item, read: ImportedItem) => ItemChange } = {
  name: (_item, { name }) => ({ name }),
  price: (_item, { priceMinor }) => ({ priceMinor }),
  // Staff neither see nor set the cost (C-097).
  cost: ({ costPriceMinor }, read) =>
    costPriceMinor === undefined || read.costPriceMinor === null ? {} : { costPriceMinor: read.costPriceMinor },
  // An existing SKU stays: the item is recognised by it.
  sku: (item, { sku }) => ((item.sku ?? '').trim() === '' ? { sku } : {}),
  category: (item, { category, itemCategoryId }) => (item.category === category ? {} : { category, itemCategoryId }),
  subCategory: (_item, { subCategory }) => ({ subCategory }),
  unit: (_item, { unitOfMeasure }) => ({ unitOfMeasure }),
  // A new level needs the advanced fields, which can never be left again (C-100). The same level needs nothing.
  reorderLevel: ({ type, reorderLevelHundredths: level }, { reorderLevelHundredths }) =>
    type === 'service' || level === reorderLevelHundredths ? {} : { reorderLevelHundredths, advancedEnabled: true },
  brand: ({ customFields }, read) => ({ customFields: { ...customFields, ...read.customFields } }),
  description: (_item, { description }) => ({ description }),
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
