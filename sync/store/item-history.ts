import type { Table } from 'dexie';
import type { Item } from '../../domain/items/item.ts';
import type { Purchase } from '../../domain/items/purchase.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import type { StockMovement } from '../../domain/items/stock-movement.ts';
import { NEWEST, OF_ITEM, OF_STATUS, type ShopTables } from './database/schema.ts';

/*
 * The history of one item, newest first. Sales and purchases have their items in lines, which no index of IndexedDB
 * covers, and an index of our own would cost time at every sale. So they are scanned in batches.
 */

type Shop = { readonly tables: ShopTables };

/** Where to continue in a list that is newest first; null at its end. */
export type OlderThan = readonly [createdAtMs: number, id: number] | null;

export interface Stretch<Row> {
  rows: Row[];
  /** Where there may be more rows; null if everything was scanned. */
  next: OlderThan;
}

interface Look {
  from: OlderThan;
  /**
   * The number of rows wanted, and the number of rows scanned for them at most, because a person waits for the result.
   */
  rowsMax: number;
  lookedAtMax: number;
}

const ROWS_PER_READ = 250;

/** Returns the sales of this item, cancelled ones too (R-IDET-24, C-099). */
export const salesOfItem = ({ tables }: Shop, itemId: number, look: Look): Promise<Stretch<Sale>> =>
  lookThrough(tables.rows.sale, (sale) => sale.lines.some((line) => line.itemId === itemId), look);

/** Returns the cancelled sales of this item among the newest `lookedAtMax` cancelled ones (which have an index). */
export const cancelledSalesOfItem = async ({ tables }: Shop, itemId: number, lookedAtMax: number): Promise<Sale[]> => {
  const cancelled = tables.rows.sale.where(OF_STATUS).between(['cancelled'], ['cancelled', []]).reverse();
  const sales = await cancelled.limit(lookedAtMax).toArray();
  return sales.filter((sale) => sale.lines.some((line) => line.itemId === itemId));
};

/** Returns the purchases of this item. */
export const purchasesOfItem = ({ tables }: Shop, itemId: number, look: Look): Promise<Stretch<Purchase>> =>
  lookThrough(tables.rows.purchase, (purchase) => purchase.lines.some((line) => line.itemId === itemId), look);

/**
 * Returns the supplier of the latest purchase of this item whose goods were received (C-098). It scans only as far back
 * as a person would wait for.
 */
export async function lastSupplierOf(
  { tables }: Shop,
  itemId: number,
  lookedAtMax: number,
): Promise<{ name: string; phone: string | null } | null> {
  const isIt = ({ status, lines }: Purchase) => status === 'completed' && lines.some((line) => line.itemId === itemId);
  const { rows } = await lookThrough(tables.rows.purchase, isIt, { from: null, rowsMax: 1, lookedAtMax });
  const [purchase] = rows;
  if (purchase === undefined) return null;
  const supplier = await tables.rows.supplier.get(purchase.supplierId);
  return { name: supplier?.name ?? purchase.supplierName, phone: supplier?.phone ?? null };
}

/** Returns the newest entries of an item's stock ledger that come from neither a sale nor a purchase. */
export const movementsOfItem = ({ tables }: Shop, itemId: number, countMax: number): Promise<StockMovement[]> =>
  tables.rows.stockMovement.where(OF_ITEM).between([itemId], [itemId, []]).reverse().limit(countMax).toArray();

/** True if anything other than sales and purchases has moved the item's stock (C-100). */
export const hasMovements = async ({ tables }: Shop, itemId: number): Promise<boolean> =>
  (await tables.rows.stockMovement.where(OF_ITEM).between([itemId], [itemId, []]).count()) > 0;

/** Returns another active item with this SKU, regardless of case (M12, G47). */
export const itemWithSku = ({ tables }: Shop, sku: string, exceptId: number | null): Promise<Item | undefined> =>
  tables.rows.item
    .where('sku')
    .equalsIgnoreCase(sku)
    .filter((item) => item.id !== exceptId && item.isActive)
    .first();

async function lookThrough<Row extends { id: number; createdAtMs: number }>(
  store: Table<Row, number>,
  isWanted: (row: Row) => boolean,
  { from, rowsMax, lookedAtMax }: Look,
): Promise<Stretch<Row>> {
  const rows: Row[] = [];
  let next: OlderThan = from;
  for (let lookedAt = 0; lookedAt < lookedAtMax; lookedAt += ROWS_PER_READ) {
    const older = next === null ? store.orderBy(NEWEST) : store.where(NEWEST).below([...next]);
    const read = await older.reverse().limit(ROWS_PER_READ).toArray();
    for (const row of read) {
      next = [row.createdAtMs, row.id];
      if (isWanted(row)) rows.push(row);
      if (rows.length === rowsMax) return { rows, next };
    }
    if (read.length < ROWS_PER_READ) return { rows, next: null };
  }
  return { rows, next };
}
