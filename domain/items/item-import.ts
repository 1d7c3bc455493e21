import * as v from 'valibot';
import { isTextCell, textOfCell } from '../text/csv.ts';
import { type HundredthsError, TOO_MANY_DECIMALS } from '../hundredths.ts';
import { itemFieldsSchema, itemStockSchema } from './item.ts';
import type { ItemCategory } from './item-category.ts';
import { itemKey } from './same-item.ts';
import { parseMinor } from '../money.ts';
import { parseQuantityHundredths } from '../quantity.ts';
import type { Result } from '../result.ts';
import { storableText } from '../text/storable-text.ts';

/** The most lines of one file; more items need several files (G30). */
export const IMPORT_ROWS_MAX = 10_000;

/** The columns that an import knows, with their possible names in the first line. Our own name comes first. */
const COLUMNS = {
  name: ['Name', 'Item', 'Item name', 'Product', 'Product name'],
  price: ['Selling price', 'Price', 'Unit price', 'Sale price'],
  cost: ['Cost price', 'Cost', 'Buying price'],
  stock: ['Stock', 'Initial stock', 'Quantity', 'Current stock', 'In stock'],
  sku: ['SKU', 'Code', 'Barcode', 'Item code'],
  type: ['Type'],
  category: ['Category'],
  subCategory: ['Sub-category', 'Subcategory', 'Sub category'],
  unit: ['Unit', 'Unit of measure', 'Unit of sale'],
  reorderLevel: ['Reorder level'],
  brand: ['Brand'],
  description: ['Description'],
  archived: ['Archived'],
} as const;
export type ImportColumn = keyof typeof COLUMNS;

/**
 * The columns of a file for import, in order, with our own names. Without the cost for those who may not set it (C-097),
 * and without what only an export needs: a new item is on sale.
 */
export const importColumns = (seesCost: boolean): { column: ImportColumn; name: string }[] =>
  (Object.keys(COLUMNS) as ImportColumn[])
    .filter((column) => column !== 'archived' && (column !== 'cost' || seesCost))
    .map((column) => ({ column, name: COLUMNS[column][0] }));

const importedItemSchema = v.object({ ...itemFieldsSchema.entries, initialStockHundredths: itemStockSchema });
export type ImportedItem = v.InferOutput<typeof importedItemSchema>;

export interface ItemRow {
  /** The number of the line in the file, from 1. */
  line: number;
  item: ImportedItem;
  /** The columns that the line fills. The other fields have the defaults of a new item. */
  said: readonly ImportColumn[];
  /**
   * Why the line cannot create an item: its stock is no valid first stock (such as that of an oversold item, below
   * zero), or an earlier line has the same item. An existing item keeps its stock and takes the values of the first
   * line (X-TYPE-27).
   */
  whyNotNew?: string;
  /** True if the line says that its item is archived. It then never stands for an item on sale (X-TYPE-27). */
  isArchived?: true;
}

export interface RowProblem {
  line: number;
  name: string;
  /** The errors, as sentences. */
  sentences: string[];
}

export interface ItemTable {
  /** Lines that can be imported. */
  rows: ItemRow[];
  problems: RowProblem[];
  /** Columns with unknown names; the import ignores them. */
  unknownColumns: string[];
}

export interface ImportContext {
  currency: string;
  /** False for staff, who neither see nor set the cost of an item (C-097). */
  seesCost: boolean;
  categories: readonly ItemCategory[];
}

/** Reads the items of a table. Its first line names the columns; null if the columns for name and price are missing. */
export function readItemTable(table: readonly (readonly string[])[], context: ImportContext): ItemTable | null {
  const headerAt = table.findIndex((row) => row.length > 0);
  const header = (table[headerAt] ?? []).map((cell) => cell.replace(/^\uFEFF/u, '').trim());
  const columns = header.map(columnNamed);
  if (!columns.includes('name') || !columns.includes('price')) return null;
  const result: ItemTable = {
    rows: [],
    problems: [],
    unknownColumns: header.filter((name, index) => name !== '' && !isRead(columns[index], context)),
  };
  const lineByKey = new Map<string, number>();
  table.forEach((cells, index) => {
    if (index <= headerAt || cells.length === 0) return;
    takeRow(result, { line: index + 1, cells: cellsOf(columns, cells) }, context, lineByKey);
  });
  return result;
}

const columnsByName = new Map(
  Object.entries(COLUMNS).flatMap(([column, names]) =>
    names.map((name) => [name.toLowerCase(), column as ImportColumn]),
  ),
);
const columnNamed = (name: string): ImportColumn | undefined => columnsByName.get(name.toLowerCase());

const isRead = (column: ImportColumn | undefined, { seesCost }: ImportContext): boolean =>
  column !== undefined && (column !== 'cost' || seesCost);

interface Cells extends Partial<Record<ImportColumn, string>> {
  /** True if the cell marks the SKU as text (X-TYPE-29). It is then taken as it is, even if it looks like a number. */
  hasTextSku?: boolean;
}

/** Returns the cells by column. If two columns have the same meaning, the first that is filled counts. */
function cellsOf(columns: readonly (ImportColumn | undefined)[], cells: readonly string[]): Cells {
  const found: Cells = {};
  columns.forEach((column, index) => {
    if (column === undefined || (found[column] ?? '') !== '') return;
    const cell = (cells[index] ?? '').trim();
    found[column] = storableText(textOfCell(cell));
    if (column === 'sku') found.hasTextSku = isTextCell(cell);
  });
  return found;
}

function takeRow(
  table: ItemTable,
  { line, cells }: { line: number; cells: Cells },
  context: ImportContext,
  lineByKey: Map<string, number>,
): void {
  const name = cells.name ?? '';
  const whole = readRow(cells, context);
  const stockProblem = whole.sentences.length === 1 ? whole.sentences.find(isOfStock) : undefined;
  const { item, sentences } = stockProblem === undefined ? whole : readRow({ ...cells, stock: '' }, context);
  if (item === null || sentences.length > 0) {
    table.problems.push({ line, name, sentences });
    return;
  }
  const isArchived = (cells.archived ?? '').toLowerCase() === 'yes';
  const key = `${isArchived ? 'archived ' : ''}${itemKey({ name, sku: cells.sku ?? null })}`;
  const before = lineByKey.get(key);
  if (before === undefined) lineByKey.set(key, line);
  const whyNotNew = before === undefined ? stockProblem : `The same name and SKU as line ${before}`;
  table.rows.push({
    ...{ line, item, said: saidOf(cells) },
    ...(whyNotNew !== undefined && { whyNotNew }),
    ...(isArchived && { isArchived }),
  });
}

const isOfStock = (sentence: string): boolean => sentence.startsWith(`${LABELS['initialStockHundredths']}: `);

function readRow(cells: Cells, context: ImportContext): { item: ImportedItem | null; sentences: string[] } {
  const isShortened = SHORTENED_CODE.test(cells.sku ?? '') && !cells.hasTextSku;
  const sentences: string[] = isShortened ? [CODE_IS_SHORTENED] : [];
  const parsed = v.safeParse(importedItemSchema, itemOf(cells, context, sentences));
  const issues = (parsed.issues ?? []).map((issue) => {
    const [field] = v.getDotPath(issue)?.split('.') ?? [];
    const label = LABELS[field ?? ''];
    // A cell that is no number has a sentence already.
    return label === undefined || sentences.some((sentence) => sentence.startsWith(`${label}: `))
      ? null
      : `${label}: ${issue.message}`;
  });
  sentences.push(...issues.filter((issue) => issue !== null));
  return { item: parsed.success ? parsed.output : null, sentences };
}

/**
 * A code like 5.449E+12 is refused: it stands for all codes that begin so, and would match a wrong item (X-TYPE-24).
 */
const SHORTENED_CODE = /^\d([.,]\d+)?E\+?\d+$/i;
const CODE_IS_SHORTENED =
  'SKU: the spreadsheet has shortened this code. Format its column as text, enter the code again, and save the file again';

const saidOf = (cells: Cells): ImportColumn[] =>
  (Object.keys(COLUMNS) as ImportColumn[]).filter((column) => (cells[column] ?? '') !== '');

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  priceMinor: 'Selling price',
  costPriceMinor: 'Cost price',
  initialStockHundredths: 'Stock',
  sku: 'SKU',
  type: 'Type',
  category: 'Category',
  subCategory: 'Sub-category',
  unitOfMeasure: 'Unit',
  reorderLevelHundredths: 'Reorder level',
  customFields: 'Brand',
  description: 'Description',
};

const NUMBER_SENTENCES: Readonly<Record<HundredthsError, string>> = {
  not_a_number: 'must be a number, such as 1500 or 1,500.50',
  too_many_decimals: TOO_MANY_DECIMALS,
  too_large: 'The number is too large',
};

/** Returns the cells as input of the item's schema. Adds a sentence for each cell that is no number. */
function itemOf(cells: Cells, { currency, seesCost, categories }: ImportContext, sentences: string[]): unknown {
  const numberOf = (
    label: string,
    text: string | undefined,
    parse: (text: string) => Result<number, HundredthsError>,
    absent: number | null,
  ): number | null => {
    if (text === undefined || text === '') return absent;
    const parsed = parse(withoutCurrency(text, currency));
    if (parsed.ok) return parsed.value;
    sentences.push(`${label}: ${NUMBER_SENTENCES[parsed.error]}`);
    return absent;
  };
  const isService = (cells.type ?? '').toLowerCase() === 'service';
  const isOtherType = !['', 'product', 'service'].includes((cells.type ?? '').toLowerCase());
  if (isOtherType) sentences.push("Type: must be 'product' or 'service'");
  const category = categories.find(({ name }) => name.toLowerCase() === (cells.category ?? '').toLowerCase());
  const reorderLevelHundredths = numberOf('Reorder level', cells.reorderLevel, parseQuantityHundredths, null);
  return {
    name: cells.name ?? '',
    description: textOrNull(cells.description),
    type: isService ? 'service' : 'product',
    priceMinor: numberOf('Selling price', cells.price, parseMinor, -1),
    currency,
    costPriceMinor: seesCost ? numberOf('Cost price', cells.cost, parseMinor, null) : null,
    // A service has no stock (C-089, C-104).
    trackStock: !isService,
    initialStockHundredths: isService ? 0 : numberOf('Stock', cells.stock, parseQuantityHundredths, 0),
    unitOfMeasure: textOrNull(cells.unit),
    itemCategoryId: category?.id ?? null,
    category: category?.name ?? textOrNull(cells.category),
    subCategory: textOrNull(cells.subCategory),
    reorderLevelHundredths: isService ? null : reorderLevelHundredths,
    advancedEnabled: !isService && reorderLevelHundredths !== null,
    sku: textOrNull(cells.sku),
    customFields: cells.brand === undefined || cells.brand === '' ? {} : { brand: cells.brand },
  };
}

const withoutCurrency = (text: string, currency: string): string =>
  text.toUpperCase().startsWith(currency) ? text.slice(currency.length) : text;

const textOrNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);
