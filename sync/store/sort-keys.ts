import { type Item, tracksStock } from '../../domain/items/item.ts';
import { type Purchase, purchaseBalanceMinor } from '../../domain/items/purchase.ts';
import type { Order } from '../../domain/sales/order.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import { saleBalanceMinor } from '../../domain/sales/sale-payment.ts';
import type { Rows } from '../protocol/tables.ts';
import type { SearchedTable } from './search/search-index.ts';

/*
 * The sort keys of lists (R-WIDE-12), by name. They sort all rows of a table, not one page of it. They are loaded with
 * the first search.
 */

/** A text in lower case, or a number; null if the row has no value. Rows with null come last in both directions. */
export type SortKey = string | number | null;
export type SortKeys = Readonly<Record<string, SortKey>>;

export interface RowSort {
  /** The name of a key. */
  by: string;
  isDescending: boolean;
}

const text = (said: string | null | undefined): string | null => said?.toLowerCase() || null;

export const SORT_KEYS: { readonly [T in SearchedTable]: (row: Rows[T]) => SortKeys } = {
  sale: (sale: Sale) => ({
    customer: text(sale.customerName),
    number: text(sale.saleNumber),
    date: sale.createdAtMs,
    method: text(sale.paymentMethodName),
    status: sale.status,
    balance: saleBalanceMinor(sale) || null,
    total: sale.finalMinor,
  }),
  item: (item: Item) => ({
    name: text(item.name),
    category: text(item.category),
    code: text(item.sku),
    price: item.priceMinor,
    stock: tracksStock(item) ? item.currentStockHundredths : null,
  }),
  order: ({ customer, orderNumber, createdAtMs, status, totalMinor }: Order) => ({
    customer: text(customer.name),
    number: text(orderNumber),
    date: createdAtMs,
    status,
    total: totalMinor,
  }),
  customer: ({ name, phone, address }) => ({ name: text(name), phone: text(phone), address: text(address) }),
  supplier: ({ name, phone, email, address }) => ({
    name: text(name),
    phone: text(phone),
    email: text(email),
    address: text(address),
  }),
  purchase: (purchase: Purchase) => ({
    supplier: text(purchase.supplierName),
    date: purchase.purchaseDateMs,
    invoice: text(purchase.invoiceNumber),
    status: purchase.status,
    balance: purchaseBalanceMinor(purchase) || null,
    total: purchase.totalMinor,
  }),
};

interface Sortable {
  id: number;
  createdAtMs: number;
}

/**
 * Returns a new, sorted array. Equal rows are newest first, in both directions. An unknown key leaves the order
 * unchanged.
 */
export function sortedRows<Row extends Sortable>(
  rows: Iterable<Row>,
  { by, isDescending }: RowSort,
  keysOf: (row: Row) => SortKeys | undefined,
): Row[] {
  const sign = isDescending ? -1 : 1;
  return Array.from(rows, (row) => ({ row, key: keysOf(row)?.[by] ?? null }))
    .sort((a, b) => byKey(a.key, b.key, sign) || b.row.createdAtMs - a.row.createdAtMs || b.row.id - a.row.id)
    .map(({ row }) => row);
}

function byKey(a: SortKey, b: SortKey, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -sign : sign;
}
