import { type Item, oversoldHundredths, stockLevel } from './item.ts';
import type { Purchase } from './purchase.ts';
import { dayKey, daysBetweenKeys } from '../time.ts';

/** The stock that needs a shopkeeper's attention (R-REP-11 … R-REP-15, C-090). */
export interface StockReport {
  /** The number of items on sale whose stock is tracked. */
  trackedCount: number;
  /** Sorted by stock, the lowest first. */
  low: Item[];
  out: Item[];
  /** Items in `out` that were oversold (C-066); the lowest stock first. */
  oversold: Item[];
}

/** Returns the report. Leaves out archived items, because they are not on sale. */
export function stockReport(items: readonly Item[]): StockReport {
  const levels = { low: [] as Item[], out: [] as Item[], ok: [] as Item[], untracked: [] as Item[] };
  for (const item of items) if (item.isActive) levels[stockLevel(item)].push(item);
  const { low, out, ok } = levels;
  const emptiestFirst = (a: Item, b: Item) =>
    a.currentStockHundredths - b.currentStockHundredths || a.name.localeCompare(b.name);
  return {
    trackedCount: low.length + out.length + ok.length,
    low: low.sort(emptiestFirst),
    out: out.filter((item) => oversoldHundredths(item) === 0).sort((a, b) => a.name.localeCompare(b.name)),
    oversold: out.filter((item) => oversoldHundredths(item) > 0).sort(emptiestFirst),
  };
}

/** Purchased goods with an expiry date (G48). */
export interface ExpiringBatch {
  key: string;
  itemId: number;
  itemName: string;
  batchNumber: string | null;
  /** The quantity that was bought; how much of it is left is unknown. */
  quantityHundredths: number;
  /** 'YYYY-MM-DD'. */
  expiryDate: string;
  /** Days until the expiry date; negative if it has passed. */
  daysLeft: number;
}

export const EXPIRING_WITHIN_DAYS = 30;

/**
 * Returns received batches that have expired or will expire within 30 days. Those that can still be sold come first, the
 * first to expire on top; then the expired ones, the last to expire on top. A batch that cannot be on the shelf any more
 * is left out: its item is not on sale, or its stock has run out.
 */
export function expiringBatches(
  purchases: readonly Pick<Purchase, 'id' | 'status' | 'lines'>[],
  { items, nowMs, zone }: { items: readonly Item[]; nowMs: number; zone: string },
): ExpiringBatch[] {
  const today = dayKey(nowMs, zone);
  const onShelf = new Set(
    items
      .filter(({ isActive }) => isActive)
      .filter((item) => stockLevel(item) !== 'out')
      .map(({ id }) => id),
  );
  const batches: ExpiringBatch[] = [];
  for (const { id, status, lines } of purchases) {
    if (status !== 'completed') continue;
    for (const { expiryDate, ...line } of lines) {
      if (expiryDate === null || !onShelf.has(line.itemId)) continue;
      const daysLeft = daysBetweenKeys(today, expiryDate);
      const { itemId, itemName, batchNumber, quantityHundredths } = line;
      if (daysLeft <= EXPIRING_WITHIN_DAYS)
        batches.push({
          ...{ key: `${id} ${line.id}`, itemId, itemName, batchNumber, quantityHundredths },
          ...{ expiryDate, daysLeft },
        });
    }
  }
  return batches.sort(
    (a, b) =>
      (a.daysLeft < 0 ? 1 : 0) - (b.daysLeft < 0 ? 1 : 0) ||
      Math.abs(a.daysLeft) - Math.abs(b.daysLeft) ||
      a.itemName.localeCompare(b.itemName),
  );
}
