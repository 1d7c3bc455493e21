import { TABLE_NAMES, type TableName } from '../../sync/protocol/tables.ts';

/** The SQL names of a synced table. */
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

/** The SQL tables. Those of businesses and users have columns for the server's own use; all others have one shape. */
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

/** A statement whose text never changes, and the name under which PostgreSQL caches its plan. */
export interface Statement {
  text: string;
  name: string;
}

/** Returns one statement for each table. Only names of this file go into the text, so no input can. */
export function statementPerTable(
  verb: string,
  textOf: (table: RowTable) => string,
): Readonly<Record<TableName, Statement>> {
  const entries = TABLE_NAMES.map((table) => [
    table,
    { text: textOf(ROW_TABLES[table]), name: `${ROW_TABLES[table].name}_${verb}` },
  ]);
  return Object.fromEntries(entries) as Record<TableName, Statement>; // The cast is safe: TABLE_NAMES has every table.
}
