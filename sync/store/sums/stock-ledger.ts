import {
  type LedgerEntry,
  ledgerOf,
  stepOfMovement,
  stepsOfPurchase,
  stepsOfSale,
} from '../../../domain/items/stock-ledger.ts';
import type { Item } from '../../../domain/items/item.ts';
import { endOfPast } from '../../replica/window.ts';
import { replicaStateOf } from '../live-reads.ts';
import { cancelledSalesOfItem, movementsOfItem, purchasesOfItem, salesOfItem } from '../item-history.ts';
import type { ShopTables } from '../database/schema.ts';

/** Beyond this number, movements of one item by hand are too old to be shown. */
const MOVEMENTS_MAX = 1_000;

export interface StockLedger {
  /** Newest first. */
  entries: LedgerEntry[];
  /** True if this device has more sales or movements than were read. */
  hasOlder: boolean;
  /** The time before which this device lacks rows that may have moved this stock; null if it has all (SYN-12). */
  sinceMs: number | null;
}

/**
 * Returns every change of an item's stock that this device has, with the stock before and after it: movements by hand,
 * sales, their cancellations, purchases. It scans at most `lookedAtMax` sales, newest first. Everything before the
 * oldest of them, and everything before a time of which this device lacks rows, is left out, so that the stock before and
 * after stays correct. They are not while rows of the past are still arriving (SYN-12).
 */
export async function stockLedgerOf(
  shop: { readonly tables: ShopTables },
  itemId: number,
  lookedAtMax: number,
): Promise<StockLedger> {
  const item = await shop.tables.rows.item.get(itemId);
  if (!item) return { entries: [], hasOlder: false, sinceMs: null };
  const look = { from: null, rowsMax: lookedAtMax, lookedAtMax };
  const [sales, cancelled, purchases, movements] = await Promise.all([
    salesOfItem(shop, itemId, look),
    // An old sale may have been cancelled lately, and then its goods came back lately.
    cancelledSalesOfItem(shop, itemId, lookedAtMax),
    purchasesOfItem(shop, itemId, look),
    movementsOfItem(shop, itemId, MOVEMENTS_MAX),
  ]);
  const known = new Map([...cancelled, ...sales.rows].map((sale) => [sale.id, sale]));
  const steps = [
    ...[...known.values()].toReversed().flatMap((sale) => stepsOfSale(sale, itemId)),
    ...purchases.rows.toReversed().flatMap((purchase) => stepsOfPurchase(purchase, itemId)),
    ...movements.toReversed().map(stepOfMovement),
  ];
  const readMs = Math.max(
    sales.next?.[0] ?? 0,
    purchases.next?.[0] ?? 0,
    movements.length < MOVEMENTS_MAX ? 0 : (movements.at(-1)?.createdAtMs ?? 0),
  );
  const sinceMs = await lackedBeforeMs(shop, item);
  const horizonMs = Math.max(readMs, sinceMs ?? 0);
  const within = steps.filter(({ atMs }) => atMs >= horizonMs);
  return {
    entries: ledgerOf(item.currentStockHundredths, within),
    hasOlder: readMs > (sinceMs ?? 0),
    sinceMs,
  };
}

/** Returns the time before which rows of the item's history have left this device; null if it is younger than that. */
async function lackedBeforeMs(
  shop: { readonly tables: ShopTables },
  { createdAtMs }: Pick<Item, 'createdAtMs'>,
): Promise<number | null> {
  const state = await replicaStateOf(shop);
  const ends = (['sale', 'purchase', 'stockMovement'] as const).map(
    (table) => endOfPast(state, table)?.createdAtMs ?? 0,
  );
  const sinceMs = Math.max(...ends);
  return sinceMs > createdAtMs ? sinceMs : null;
}
