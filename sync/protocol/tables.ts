import type { Business } from '../../domain/business.ts';
import type { CashCount } from '../../domain/sales/cash-count.ts';
import type { Customer } from '../../domain/people/customer.ts';
import type { Feedback } from '../../domain/feedback.ts';
import type { Item } from '../../domain/items/item.ts';
import type { Order } from '../../domain/sales/order.ts';
import type { PaymentMethod } from '../../domain/sales/payment-method.ts';
import type { Purchase } from '../../domain/items/purchase.ts';
import type { Sale } from '../../domain/sales/sale.ts';
import { salePayments } from '../../domain/sales/sale-payment.ts';
import type { StockMovement } from '../../domain/items/stock-movement.ts';
import type { Supplier } from '../../domain/people/supplier.ts';
import type { User } from '../../domain/people/user.ts';
import type { Conflict } from './conflict.ts';

/** Every synced table and the shape of its rows. */
export interface Rows {
  business: Business;
  user: User;
  paymentMethod: PaymentMethod;
  item: Item;
  customer: Customer;
  supplier: Supplier;
  order: Order;
  sale: Sale;
  purchase: Purchase;
  stockMovement: StockMovement;
  conflict: Conflict;
  feedback: Feedback;
  cashCount: CashCount;
}
export type TableName = keyof Rows;

/** Parents must stand before their children, because rows of one version are sent in this order (SYN-11). */
export const TABLE_NAMES = [
  'business',
  'user',
  'paymentMethod',
  'item',
  'customer',
  'supplier',
  'order',
  'sale',
  'purchase',
  'stockMovement',
  'conflict',
  'feedback',
  'cashCount',
] as const satisfies readonly TableName[];

/**
 * The set of tables that a build knows. A new table goes into the next set. A build names its set in each request, so
 * that devices with two versions can work in one shop (SYN-11).
 */
export const TABLE_SET = 2;
/** The table set of builds that did not send one. */
export const FIRST_TABLE_SET = 1;
const SINCE_SET: Record<TableName, number> = {
  business: 1,
  user: 1,
  paymentMethod: 1,
  item: 1,
  customer: 1,
  supplier: 1,
  order: 1,
  sale: 1,
  purchase: 1,
  stockMovement: 1,
  conflict: 1,
  feedback: 1,
  cashCount: 2,
};
export const isInTableSet = (table: TableName, set: number = FIRST_TABLE_SET): boolean => SINCE_SET[table] <= set;

/**
 * Every device stores these tables whole. The other tables are history: a device stores the last months, newest first
 * (SYN-12).
 */
export const WHOLE_TABLES = [
  'business',
  'user',
  'paymentMethod',
  'item',
  'customer',
  'supplier',
  'order',
  'conflict',
] as const satisfies readonly TableName[];
export const HISTORY_TABLES = [
  'sale',
  'purchase',
  'stockMovement',
  'feedback',
  'cashCount',
] as const satisfies readonly TableName[];
export type HistoryTable = (typeof HISTORY_TABLES)[number];
export const HISTORY_MONTHS = 13;
/** The length of the longest month, so that a window is never shorter than its number of months. */
export const HISTORY_MONTH_MS = 31 * 24 * 60 * 60_000;

export interface RowKey {
  table: TableName;
  id: number;
}
export const rowKeyText = (key: RowKey): string => `${key.table}/${key.id}`;

/**
 * Returns the rows to which a row refers: a child must never be visible before its parents (docs/sync.md, What must
 * hold, 9).
 */
export function parentKeys<T extends TableName>(table: T, row: Rows[T]): RowKey[] {
  if (table === 'sale') {
    const sale = row as Sale;
    const keys: RowKey[] = sale.lines.map((line) => ({ table: 'item', id: line.itemId }));
    if (sale.customerId !== null) keys.push({ table: 'customer', id: sale.customerId });
    const methodIds = [sale.paymentMethodId, ...salePayments(sale).map((payment) => payment.paymentMethodId)];
    for (const id of new Set(methodIds)) if (id !== null) keys.push({ table: 'paymentMethod', id });
    return keys;
  }
  if (table === 'purchase') {
    const purchase = row as Purchase;
    const items = purchase.lines.map((line): RowKey => ({ table: 'item', id: line.itemId }));
    return [{ table: 'supplier', id: purchase.supplierId }, ...items];
  }
  if (table === 'supplier') {
    const { aliasOfId } = row as Supplier;
    return aliasOfId === null ? [] : [{ table: 'supplier', id: aliasOfId }];
  }
  if (table === 'stockMovement') return [{ table: 'item', id: (row as StockMovement).itemId }];
  if (table === 'order') {
    const order = row as Order;
    const items = order.lines.map((line): RowKey => ({ table: 'item', id: line.itemId }));
    return order.customerId === null ? items : [{ table: 'customer', id: order.customerId }, ...items];
  }
  return [];
}
