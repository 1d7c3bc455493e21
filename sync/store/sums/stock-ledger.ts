import {
  type LedgerEntry,
  ledgerOf,
  stepOfMovement,
  stepsOfPurchase,
  stepsOfSale,
} from '../../../domain/items/stock-ledger.ts';
import { cancelledSalesOfItem, movementsOfItem, purchasesOfItem, salesOfItem } from '../item-history.ts';
import type { ShopTables } from '../database/schema.ts';

/** Beyond this number, movements of one item by hand are too old to be shown. */
const MOVEMENTS_MAX = 1_000;

export interface StockLedger {
  /** Newest first. */
  entries: LedgerEntry[];
  /** True if this device has more sales or movements than were read. */
  hasOlder: boolean;
}

/**
 * Returns every change of an item's stock that this device has, with the stock before and after it: movements by hand,
 * sales, their cancellations, purchases. It scans at most `lookedAtMax` sales, newest first. Everything before the
 * oldest of them is left out, so that the stock before and after stays correct.
 */
export async function stockLedgerOf(
  shop: { readonly tables: ShopTables },
  itemId: number,
  lookedAtMax: number,
): Promise<StockLedger> {
  const item = await shop.tables.rows.item.get(itemId);
  if (!item) return { entries: [], hasOlder: false };
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
  const horizonMs = Math.max(
    sales.next?.[0] ?? 0,
    purchases.next?.[0] ?? 0,
    movements.length < MOVEMENTS_MAX ? 0 : (movements.at(-1)?.createdAtMs ?? 0),
  );
  const within = steps.filter(({ atMs }) => atMs >= horizonMs);
  return { entries: ledgerOf(item.currentStockHundredths, within), hasOlder: horizonMs > 0 };
}
