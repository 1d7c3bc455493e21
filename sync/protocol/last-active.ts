import type { Purchase } from '../../domain/items/purchase.ts';
import { needsSettling, type Sale } from '../../domain/sales/sale.ts';
import { saleBalanceMinor, saleCreditMinor, saleRefundDueMinor } from '../../domain/sales/sale-payment.ts';
import { dayNumberOfKey } from '../../domain/time.ts';
import { DAY_MS } from '../../domain/zone-offset.ts';
import type { Rows, TableName } from './tables.ts';

/** Later than every window begins: an open row belongs to all of them. */
const OPEN_MS = Number.MAX_SAFE_INTEGER;

/**
 * Returns when a row was last active: when it was created, or when a payment, a refund, a cancellation or a receipt
 * happened, because figures of that day include it. A purchase is also active until the last of its goods expire. A row
 * belongs to every window that begins no later (SYN-12).
 *
 * The database computes the same in SQL (server/db/migrations, 0018 and 0019), so that a new device is sent exactly what an
 * old device keeps. Both must change together.
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

/**
 * A purchase is open until it is received and paid. Its history has the days of both. It is active until its goods
 * expire, because the report of what expires soon reads received ones then (G48).
 */
function purchaseActiveMs({ status, paymentStatus, createdAtMs, history, lines }: Purchase): number {
  if (status === 'pending' || paymentStatus !== 'paid') return OPEN_MS;
  const expiries = lines.flatMap(({ expiryDate }) => (expiryDate === null ? [] : expiryMs(expiryDate)));
  return Math.max(createdAtMs, ...history.map(({ atMs }) => atMs), ...expiries);
}

/**
 * Returns the start of the day in UTC, as a list; an empty one for a text that is no day. It is counted from the month,
 * because older builds have stored days that do not exist.
 */
function expiryMs(day: string): number[] {
  const [, month, date] = /^([12]\d{3}-(?:0[1-9]|1[0-2]))-([0-3]\d)$/.exec(day) ?? [];
  return month === undefined ? [] : [(dayNumberOfKey(`${month}-01`) + Number(date) - 1) * DAY_MS];
}
