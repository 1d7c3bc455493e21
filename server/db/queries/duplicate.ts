import { PAID_SALES_MAX } from '../../../domain/sales/customer-payment.ts';
import type { DuplicateKind, DuplicateRow } from '../../../sync/mutation/duplicate.ts';
import type { Sql } from '../database.ts';
import type { Statement } from '../row-tables.ts';

/**
 * The statements find rows by the keys that the kind's `keysOf` returns. Each uses an index, except the search by code,
 * which runs only when the item 'Other' is created. One transfer may pay for PAID_SALES_MAX sales, so one more is read: a
 * sale that it does not pay for.
 */
const FIND: Readonly<Record<DuplicateKind, Statement>> = {
  saleTransaction: {
    name: 'duplicate_sale_transaction',
    text: `select version, doc from sale where business_id = $1 and transaction_keys <> '[]' and transaction_keys ? lower($2 collate "C")
      and not deleted order by created_at_ms, id limit ${PAID_SALES_MAX + 1}`,
  },
  purchaseInvoice: {
    name: 'duplicate_purchase_invoice',
    text: `select version, doc from purchase where business_id = $1 and invoice_key = lower($2 collate "C")
      and not deleted order by created_at_ms, id limit 20`,
  },
  itemCode: {
    name: 'duplicate_item_code',
    text: `select version, doc from item where business_id = $1 and doc ->> 'sku' = $2 and doc -> 'isActive' = 'true'::jsonb
      and not deleted order by created_at_ms, id limit 20`,
  },
};

/** Reads living rows with the value, oldest first. A flag refers to the row that was there before. */
export async function readDuplicates<Kind extends DuplicateKind>(
  sql: Sql,
  businessId: number,
  kind: Kind,
  value: string,
): Promise<DuplicateRow<Kind>[]> {
  const { text, name } = FIND[kind];
  const found = await sql.query<{ version: number; doc: DuplicateRow<Kind> }>(text, [businessId, value.trim()], name);
  return found.map(({ version, doc }) => ({ ...doc, version }));
}
