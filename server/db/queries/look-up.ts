import type { Sale } from '../../../domain/sales/sale.ts';
import type { Supplier } from '../../../domain/people/supplier.ts';
import type { UsedTable } from '../../../sync/mutation/mutation.ts';
import type { Conflict } from '../../../sync/protocol/conflict.ts';
import type { RowKey } from '../../../sync/protocol/tables.ts';
import type { Sql } from '../database.ts';
import type { Statement } from '../row-tables.ts';

// Queries of mutations (MutationTx) and of details screens over the rows of a business. Each uses an index.

const USE: Readonly<Record<UsedTable, Statement>> = {
  customer: {
    name: 'customer_use',
    text: `select exists (select 1 from sale where business_id = $1 and customer_id = $2 and not deleted)
      or exists (select 1 from customer_order where business_id = $1 and customer_id = $2 and not deleted) as is_used`,
  },
  paymentMethod: {
    name: 'payment_method_is_used',
    text: `select exists (select 1 from sale where business_id = $1 and payment_method_id = $2 and not deleted)
      or exists (select 1 from sale where business_id = $1 and other_method_ids <> '[]'
        and other_method_ids @> to_jsonb($2::bigint) and not deleted) as is_used`,
  },
};

/** True if the row is in use: a customer by a sale or an order, a payment method by a sale or one of its payments. */
export async function readUse(sql: Sql, businessId: number, table: UsedTable, id: number): Promise<boolean> {
  const [found] = await sql.query<{ is_used: boolean }>(USE[table].text, [businessId, id], USE[table].name);
  return found?.is_used ?? false;
}

/** Reads the open conflicts over a row, by id. */
export async function readOpenConflicts(sql: Sql, businessId: number, row: RowKey): Promise<Conflict[]> {
  const found = await sql.query<{ version: number; doc: Conflict }>(
    `select version, doc from conflict
     where business_id = $1 and row_table = $2 and row_id = $3 and status = 'open' and not deleted order by id`,
    [businessId, row.table, row.id],
    'conflict_open_over',
  );
  return found.map(({ version, doc }) => ({ ...doc, version }));
}

/** Reads all open conflicts, oldest first. */
export async function listConflicts(sql: Sql, businessId: number): Promise<Conflict[]> {
  const found = await sql.query<{ version: number; doc: Conflict }>(
    `select version, doc from conflict where business_id = $1 and status = 'open' and not deleted order by created_at_ms, id`,
    [businessId],
    'conflict_open',
  );
  return found.map(({ version, doc }) => ({ ...doc, version }));
}

/** Reads the suppliers of exactly this name, by id. */
export async function readSuppliersNamed(sql: Sql, businessId: number, name: string): Promise<Supplier[]> {
  const found = await sql.query<{ version: number; doc: Supplier }>(
    `select version, doc from supplier where business_id = $1 and doc ->> 'name' = $2 and not deleted order by id`,
    [businessId, name],
    'supplier_named',
  );
  return found.map(({ version, doc }) => ({ ...doc, version }));
}

/** Reads the keys of the images that items list or the business shows. */
export async function listImageKeys(sql: Sql, businessId: number): Promise<Set<string>> {
  const found = await sql.query<{ key: string }>(
    `select image ->> 'key' as key from item, jsonb_array_elements(doc -> 'images') as image
     where business_id = $1 and not deleted
     union all
     select doc #>> '{profileImage,key}' from business
     where id = $1 and doc #>> '{profileImage,key}' is not null`,
    [businessId],
    'image_keys',
  );
  return new Set(found.map(({ key }) => key));
}

/** Reads the supplier that an item was last bought from: that of the latest received purchase (C-098). */
export async function readLastSupplier(
  sql: Sql,
  businessId: number,
  itemId: number,
): Promise<{ name: string; phone: string | null } | null> {
  const [found] = await sql.query<{ name: string; phone: string | null }>(
    `select coalesce(s.doc ->> 'name', p.doc ->> 'supplierName') as name, s.doc ->> 'phone' as phone
     from purchase p left join supplier s on s.business_id = p.business_id and s.id = (p.doc ->> 'supplierId')::bigint
     where p.business_id = $1 and not p.deleted and p.doc ->> 'status' = 'completed'
       and p.doc -> 'lines' @> jsonb_build_array(jsonb_build_object('itemId', $2::bigint))
     order by p.created_at_ms desc, p.id desc limit 1`,
    [businessId, itemId],
    'supplier_last_of_item',
  );
  return found ?? null;
}

/** Reads the stock that an item was created with, in hundredths; 0 if there was none. */
export async function readOpeningStock(sql: Sql, businessId: number, itemId: number): Promise<number> {
  const [found] = await sql.query<{ hundredths: number }>(
    `select coalesce(sum((doc ->> 'quantityHundredths')::bigint), 0)::bigint as hundredths from stock_movement
     where business_id = $1 and item_id = $2 and doc ->> 'type' = 'opening' and not deleted`,
    [businessId, itemId],
    'stock_opening_of_item',
  );
  return found?.hundredths ?? 0;
}

/** True if anything other than sales and purchases has moved the item's stock (C-100). */
export async function readHasMovements(sql: Sql, businessId: number, itemId: number): Promise<boolean> {
  const [found] = await sql.query<{ has_movements: boolean }>(
    `select exists (select 1 from stock_movement where business_id = $1 and item_id = $2 and not deleted) as has_movements`,
    [businessId, itemId],
    'stock_movement_of_item_exists',
  );
  return found?.has_movements ?? false;
}

/** Reads all sales of a customer, oldest first (G23). */
export async function readSalesOfCustomer(sql: Sql, businessId: number, customerId: number): Promise<Sale[]> {
  const found = await sql.query<{ version: number; doc: Sale }>(
    `select version, doc from sale where business_id = $1 and customer_id = $2 and not deleted order by created_at_ms, id`,
    [businessId, customerId],
    'sale_of_customer',
  );
  return found.map(({ version, doc }) => ({ ...doc, version }));
}
