import { dayKey, daysRange } from '../../domain/time.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { businessOf, replicaStateOf } from '../../sync/store/live-reads.ts';
import { readSalesReport } from '../../sync/store/sums/report-reads.ts';

/** A read is reused for this long, because best sellers change from week to week, not from sale to sale. */
const FRESH_MS = 30 * 60_000;
const DAYS = 30;
const DAY_MS = 86_400_000;

export type SoldByItem = ReadonlyMap<number, number>;

const reads = new WeakMap<ShopDatabase, { atMs: number; sold: Promise<SoldByItem> }>();

/**
 * Returns how much of each item was sold in the last 30 days, in hundredths, according to this device's copy
 * (R-CTR-02).
 */
export function soldLately(database: ShopDatabase, businessId: number, nowMs: number): Promise<SoldByItem> {
  const known = reads.get(database);
  if (known && nowMs - known.atMs < FRESH_MS) return known.sold;
  const sold = readSold(database, businessId, nowMs);
  reads.set(database, { atMs: nowMs, sold });
  sold.catch(() => reads.delete(database));
  void isWhole(database)
    .then((whole) => whole || reads.delete(database))
    .catch(() => undefined);
  return sold;
}

/** False while the shop's rows are still arriving: what was sold is then counted anew for each caller. */
async function isWhole(database: ShopDatabase): Promise<boolean> {
  const { snapshotComplete, historyLeft } = await replicaStateOf(database);
  return snapshotComplete && !historyLeft;
}

async function readSold(database: ShopDatabase, businessId: number, nowMs: number): Promise<SoldByItem> {
  const business = await businessOf(database, businessId);
  if (!business?.currency) return new Map();
  const { timeZone: zone, currency } = business;
  const range = daysRange(dayKey(nowMs - (DAYS - 1) * DAY_MS, zone), dayKey(nowMs, zone), zone);
  const report = await readSalesReport(database, { range, zone, currency }, () => false);
  return new Map((report?.items ?? []).map(({ itemId, quantityHundredths }) => [itemId, quantityHundredths]));
}
