import type { Purchase } from '../../domain/items/purchase.ts';
import { needsSettling, type Sale } from '../../domain/sales/sale.ts';
import { saleBalanceMinor, saleCreditMinor, saleRefundDueMinor } from '../../domain/sales/sale-payment.ts';
import type { Rows, TableName } from './tables.ts';

/** Later than every window begins: an open row belongs to all of them. */
const OPEN_MS = Number.MAX_SAFE_INTEGER;

/**
 * Returns when a row was last active: when it was created, or when a payment, a refund, a cancellation or a receipt
 * happened, because figures of that day include it. A row belongs to every window that begins no later (SYN-12).
 *
 * The database computes the same in SQL (server/db/migrations/0018_last_active.sql), so that a new device is sent
 * exactly what an old device keeps. Both must change together.
 */
export function lastActiveMs(table: TableName, row: Rows[TableName]): number {
  if (table === 'sale') return saleActiveMs(row as Sale);
  if (table === 'purchase') return purchaseActiveMs(row as Purchase);
  return row.createdAtMs;
}

function saleActiveMs(sale: Sale): number {
  if (isOpenSale(sale)) return OPEN_MS;
  const { payments = [], refunds = [], cancellations } = sale;
  return Math.max(sale.createdAtMs, ...[...payments, ...refunds, ...cancellations].map(({ atMs }) => atMs));
}

/** True while money is owed, due back or kept as credit: a customer's balance is the sum of these sales (G23). */
const isOpenSale = (sale: Sale): boolean =>
  sale.status === 'pending' ||
  needsSettling(sale) ||
  saleBalanceMinor(sale) > 0 ||
  saleRefundDueMinor(sale) > 0 ||
  saleCreditMinor(sale) > 0;

/** A purchase is open until it is received and paid. Its history has the days of both. */
function purchaseActiveMs({ status, paymentStatus, createdAtMs, history }: Purchase): number {
  if (status === 'pending' || paymentStatus !== 'paid') return OPEN_MS;
  return Math.max(createdAtMs, ...history.map(({ atMs }) => atMs));
}
