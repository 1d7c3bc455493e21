import { WALK_IN_CUSTOMER } from '../../../domain/people/customer.ts';
import type { OrderStatus } from '../../../domain/sales/order.ts';
import { soughtDigits } from '../../../domain/text/phone.ts';
import { searchQuery } from '../../../domain/text/search-text.ts';
import type { Rows, TableName } from '../../../sync/protocol/tables.ts';
import type { Sql } from '../database.ts';
import { readBusiness } from './business.ts';
import { ROW_TABLES, type Statement } from '../row-tables.ts';
import type { RowRecord } from './row.ts';

// Lists for plain calls: newest first, in pages of results, with a search over the fields that the screens search too.
// The app itself never reads them: it pulls changes and reads its own copy.

type ListTable = 'item' | 'product' | 'customer' | 'supplier' | 'sale' | 'order' | 'purchase' | 'stockMovement';

export interface ListWanted {
  page: number;
  limit: number;
  q: string;
}

export interface Listed<Row> {
  rows: Row[];
  total: number;
}

/**
 * Returns SQL that is true if the fields have all searched words (X-TYPE-31, X-TYPE-32). `$2`: their patterns, or null.
 */
const has = (fields: string): string =>
  `($2::text[] is null or fold_text(concat_ws(E'\\n', ${fields})) like all ($2::text[]))`;

// Searches name, SKU, id and price (R-ITEM-18 … R-ITEM-21), and the cost price if the user may see it (C-097). Archived
// items are not listed (C-105).
const LISTED_ITEM = `doc -> 'isActive' = 'true'::jsonb and ${has(`name, doc ->> 'sku', id, price,
    case when $3::boolean then ((doc ->> 'costPriceMinor')::numeric / 100)::numeric(14, 2) end`)}`;

/** Returns SQL for a phone as written and for its digits alone (X-TYPE-33). */
const phoneTexts = (phone: string): string => `${phone}, regexp_replace(${phone}, '[^0-9]', '', 'g')`;

/** The condition of each list. The meaning of `$3` depends on the list. */
const CONDITIONS: Record<ListTable, string> = {
  item: LISTED_ITEM,
  // Only items of type product (C-029).
  product: `doc ->> 'type' = 'product' and ${LISTED_ITEM}`,
  // Searches name, phone, address and notes (R-CUST-03 … R-CUST-06).
  customer: `$3::text is null
    and ${has(`doc ->> 'name', ${phoneTexts("doc ->> 'phone'")}, doc ->> 'address', doc ->> 'notes'`)}`,
  // Searches the fields of C-127. Aliases are not listed.
  supplier: `$3::text is null and doc -> 'aliasOfId' = 'null'::jsonb
    and ${has(`doc ->> 'name', ${phoneTexts("doc ->> 'phone'")}, doc ->> 'email', doc ->> 'address', doc ->> 'notes'`)}`,
  // Searches id, number and customer (R-SALE-24 … R-SALE-26). A sale without a customer has the name that its card
  // shows.
  sale: `$3::text is null and ${has(`id, sale_number, coalesce(doc ->> 'customerName', '${WALK_IN_CUSTOMER}')`)}`,
  // `$3` is the wanted status; null for all. Searches number, name and phone (C-085).
  order: `($3::text is null or status = $3)
    and ${has(`doc ->> 'orderNumber', doc -> 'customer' ->> 'name', ${phoneTexts("doc -> 'customer' ->> 'phone'")}`)}`,
  // Searches the fields of C-127.
  purchase: `$3::text is null and ${has(`doc ->> 'invoiceNumber', doc ->> 'supplierName', doc ->> 'notes',
    (select string_agg(line ->> 'itemName', E'\\n') from jsonb_array_elements(doc -> 'lines') as line)`)}`,
  stockMovement: `item_id = $3::bigint and $2::text[] is null`,
};

const rowTableOf = (table: ListTable): TableName => (table === 'product' ? 'item' : table);

const statements = (table: ListTable): { rows: Statement; total: Statement } => {
  const { name } = ROW_TABLES[rowTableOf(table)];
  const from = `from ${name} where business_id = $1 and not deleted and ${CONDITIONS[table]}`;
  return {
    rows: {
      name: `${table}_list`,
      text: `select id, version, doc ${from} order by created_at_ms desc, id desc limit $4::bigint offset $5::bigint`,
    },
    total: { name: `${table}_count`, text: `select count(*) as total ${from}` },
  };
};

const LISTS: Record<ListTable, ReturnType<typeof statements>> = {
  item: statements('item'),
  product: statements('product'),
  customer: statements('customer'),
  supplier: statements('supplier'),
  sale: statements('sale'),
  order: statements('order'),
  purchase: statements('purchase'),
  stockMovement: statements('stockMovement'),
};

type ListedRow<Table extends ListTable> = Table extends 'product' ? Rows['item'] : Rows[Exclude<Table, 'product'>];

async function list<Table extends ListTable>(
  sql: Sql,
  businessId: number,
  table: Table,
  wanted: ListWanted,
  own: string | number | boolean | null,
): Promise<Listed<ListedRow<Table>>> {
  const digits = PHONE_LISTS.has(table) ? await digitsSought(sql, businessId, wanted.q) : null;
  const params = [businessId, digits === null ? wordPatterns(wanted.q) : [containing(digits)], own];
  const { rows, total } = LISTS[table];
  const offset = (wanted.page - 1) * wanted.limit;
  const found = await sql.query<RowRecord>(rows.text, [...params, wanted.limit, offset], rows.name);
  const [counted] = await sql.query<{ total: number }>(total.text, params, total.name);
  // The cast is safe: the document is a row of this table.
  const asRow = ({ doc, version }: RowRecord) => ({ ...doc, version }) as ListedRow<Table>;
  return { rows: found.map(asRow), total: counted?.total ?? 0 };
}

const PHONE_LISTS: ReadonlySet<ListTable> = new Set(['customer', 'supplier', 'order']);

/**
 * Returns the digits to search for, so that a phone is found in any spelling (X-TYPE-33); null if no phone was typed.
 */
async function digitsSought(sql: Sql, businessId: number, typed: string): Promise<string | null> {
  const query = searchQuery(typed);
  if (soughtDigits(query, '') === null) return null;
  return soughtDigits(query, (await readBusiness(sql, businessId))?.country ?? '');
}

/** Returns one pattern for each word; null for a blank text, which finds everything. */
export function wordPatterns(typed: string): string[] | null {
  const query = searchQuery(typed);
  return query === '' ? null : query.split(' ').map(containing);
}

/** Returns a LIKE pattern for values that contain the text; escapes the text's own wildcards. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

export const listItems = (sql: Sql, businessId: number, wanted: ListWanted, seesCost: boolean) =>
  list(sql, businessId, 'item', wanted, seesCost);
export const listProducts = (sql: Sql, businessId: number, wanted: ListWanted, seesCost: boolean) =>
  list(sql, businessId, 'product', wanted, seesCost);
export const listCustomers = (sql: Sql, businessId: number, wanted: ListWanted) =>
  list(sql, businessId, 'customer', wanted, null);
export const listSuppliers = (sql: Sql, businessId: number, wanted: ListWanted) =>
  list(sql, businessId, 'supplier', wanted, null);
export const listSales = (sql: Sql, businessId: number, wanted: ListWanted) =>
  list(sql, businessId, 'sale', wanted, null);
export const listOrders = (sql: Sql, businessId: number, wanted: ListWanted, status: OrderStatus | null) =>
  list(sql, businessId, 'order', wanted, status);
export const listPurchases = (sql: Sql, businessId: number, wanted: ListWanted) =>
  list(sql, businessId, 'purchase', wanted, null);
export const listStockMovements = (sql: Sql, businessId: number, wanted: Omit<ListWanted, 'q'>, itemId: number) =>
  list(sql, businessId, 'stockMovement', { ...wanted, q: '' }, itemId);
