import { TABLE_NAMES, type TableName } from '../../sync/protocol/tables.ts';

/** Where the rows of a synced table live, in words of SQL. */
export interface RowTable {
  name: string;
  businessColumn: 'id' | 'business_id';
  versionColumn: 'row_version' | 'version';
  /** SQL that is true for a tombstone. */
  deleted: 'deleted' | 'false';
}

const ofTheShop = (name: string): RowTable => ({
  name,
  businessColumn: 'business_id',
  versionColumn: 'version',
  deleted: 'deleted',
});

/** The business and its users have tables that the server itself works with; all others are of one shape. */
export const ROW_TABLES: Readonly<Record<TableName, RowTable>> = {
  business: { name: 'business', businessColumn: 'id', versionColumn: 'row_version', deleted: 'false' },
  user: { name: 'app_user', businessColumn: 'business_id', versionColumn: 'row_version', deleted: 'false' },
  paymentMethod: ofTheShop('payment_method'),
  item: ofTheShop('item'),
  customer: ofTheShop('customer'),
  supplier: ofTheShop('supplier'),
  order: ofTheShop('customer_order'),
  sale: ofTheShop('sale'),
  purchase: ofTheShop('purchase'),
  stockMovement: ofTheShop('stock_movement'),
  conflict: ofTheShop('conflict'),
  feedback: ofTheShop('feedback'),
  cashCount: ofTheShop('cash_count'),
};

/** A statement whose text never changes, and the name under which PostgreSQL keeps its plan. */
export interface Statement {
  text: string;
  name: string;
}

/** One statement for each table; nothing but names of this file goes into the text. */
export function statementPerTable(
  verb: string,
  textOf: (table: RowTable) => string,
): Readonly<Record<TableName, Statement>> {
  const entries = TABLE_NAMES.map((table) => [
    table,
    { text: textOf(ROW_TABLES[table]), name: `${ROW_TABLES[table].name}_${verb}` },
  ]);
  return Object.fromEntries(entries) as Record<TableName, Statement>; // TABLE_NAMES has every table
}
