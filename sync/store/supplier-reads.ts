import { invoiceKey, type Purchase } from '../../domain/items/purchase.ts';
import { DEFAULT_SUPPLIER_NAME, type Supplier } from '../../domain/people/supplier.ts';
import type { ShopTables } from './database/schema.ts';

/*
 * Reads of suppliers and of purchases from them, for screens. They are not in live-reads.ts, which Home loads first,
 * because they would load the rules of suppliers too.
 */

type Shop = { readonly tables: ShopTables };

/**
 * Returns the supplier with the default name that is no alias (C-112). It scans, because a shop has a handful of
 * suppliers.
 */
export const defaultSupplierOf = ({ tables }: Shop): Promise<Supplier | undefined> =>
  tables.rows.supplier.filter(({ name, aliasOfId }) => name === DEFAULT_SUPPLIER_NAME && aliasOfId === null).first();

/**
 * Returns the supplier of this id. For an alias it returns the supplier behind it, because an old link may name the
 * alias (C-112).
 */
export async function supplierById({ tables }: Shop, id: number): Promise<Supplier | undefined> {
  const named = await tables.rows.supplier.get(id);
  return named?.aliasOfId ? await tables.rows.supplier.get(named.aliasOfId) : named;
}

/**
 * Returns the newest purchases from a supplier and its aliases, at most `countMax`, and the number of all (R-SUPP-24,
 * C-112).
 */
export async function purchasesOfSupplier(
  { tables }: Shop,
  supplierId: number,
  countMax: number,
): Promise<{ rows: Purchase[]; total: number }> {
  // A full scan is fine: a shop has a handful of suppliers.
  const aliasIds = await tables.rows.supplier.filter(({ aliasOfId }) => aliasOfId === supplierId).primaryKeys();
  const ofEach = [supplierId, ...aliasIds].map((id) =>
    tables.rows.purchase.where('[supplierId+createdAtMs+id]').between([id], [id, []]),
  );
  const counts = await Promise.all(ofEach.map((purchases) => purchases.count()));
  const newest = await Promise.all(ofEach.map((purchases) => purchases.reverse().limit(countMax).toArray()));
  return {
    rows: newest
      .flat()
      .sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id)
      .slice(0, countMax),
    total: counts.reduce((sum, count) => sum + count, 0),
  };
}

export const purchaseById = ({ tables }: Shop, id: number): Promise<Purchase | undefined> =>
  tables.rows.purchase.get(id);

/** Returns the latest other purchase of this supplier with this invoice number, in any spelling (M25, G47). */
export const purchaseOfInvoice = (
  { tables }: Shop,
  { supplierId, invoiceNumber, exceptId }: { supplierId: number; invoiceNumber: string; exceptId: number | null },
): Promise<Purchase | undefined> =>
  tables.rows.purchase
    .where('[supplierId+createdAtMs+id]')
    .between([supplierId], [supplierId, []])
    .reverse()
    .filter(
      (purchase) =>
        purchase.id !== exceptId &&
        purchase.invoiceNumber !== null &&
        invoiceKey(purchase.invoiceNumber) === invoiceKey(invoiceNumber),
    )
    .first();
