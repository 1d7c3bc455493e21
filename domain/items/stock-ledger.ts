import type { Purchase, PurchaseStatus } from './purchase.ts';
import type { Sale } from '../sales/sale.ts';
import type { StockMovement } from './stock-movement.ts';

/** One change of an item's stock by a movement, a sale or a purchase (docs/decisions/0003, 0013). */
export interface StockStep {
  key: string;
  cause:
    | { kind: 'movement'; movement: StockMovement }
    | { kind: 'sale' | 'cancellation'; sale: Sale }
    | { kind: 'receipt' | 'return'; purchase: Purchase };
  /** Signed hundredths of the item's unit. */
  quantityHundredths: number;
  atMs: number;
  /** The time of the device's clock, stored only if it was impossible (SYN-23). */
  deviceAtMs?: number | undefined;
  byUserId: number;
}

export interface LedgerEntry extends StockStep {
  beforeHundredths: number;
  afterHundredths: number;
}

/**
 * Returns the steps with the stock before and after each, newest first. Computes backwards from the present stock, so
 * the latest entries are right even if the first steps are missing. Steps of the same time must be passed oldest first.
 */
export function ledgerOf(currentStockHundredths: number, steps: readonly StockStep[]): LedgerEntry[] {
  let afterHundredths = currentStockHundredths;
  return steps
    .toReversed()
    .toSorted((a, b) => b.atMs - a.atMs)
    .map((step) => {
      const entry = { ...step, afterHundredths, beforeHundredths: afterHundredths - step.quantityHundredths };
      afterHundredths = entry.beforeHundredths;
      return entry;
    });
}

export const stepOfMovement = (movement: StockMovement): StockStep => ({
  key: `movement ${movement.id}`,
  cause: { kind: 'movement', movement },
  quantityHundredths: movement.quantityHundredths,
  atMs: movement.createdAtMs,
  deviceAtMs: movement.deviceAtMs,
  byUserId: movement.createdByUserId,
});

/** Returns the steps by which a sale took stock of an item, and its cancellation returned it (C-065). */
export function stepsOfSale(sale: Sale, itemId: number): StockStep[] {
  const taken = movedBy(sale.lines, itemId);
  if (taken === 0) return [];
  const { id, createdAtMs, createdByUserId } = sale;
  const sold: StockStep = {
    key: `sale ${id}`,
    cause: { kind: 'sale', sale },
    quantityHundredths: -taken,
    atMs: createdAtMs,
    deviceAtMs: sale.deviceAtMs,
    byUserId: createdByUserId,
  };
  const [cancelled] = sale.cancellations;
  if (sale.status !== 'cancelled' || !cancelled) return [sold];
  const back: StockStep = {
    key: `cancellation ${id}`,
    cause: { kind: 'cancellation', sale },
    quantityHundredths: taken,
    atMs: cancelled.atMs,
    byUserId: cancelled.byUserId,
  };
  return [sold, back];
}

/** Returns the steps by which receiving a purchase added stock, and its cancellation removed it (C-113). */
export function stepsOfPurchase(purchase: Purchase, itemId: number): StockStep[] {
  const brought = movedBy(purchase.lines, itemId);
  if (brought === 0) return [];
  const changes = purchase.history.flatMap(({ changedFields: { status }, atMs, deviceAtMs, byUserId }) =>
    status
      ? [{ from: status.from as PurchaseStatus, to: status.to as PurchaseStatus, atMs, deviceAtMs, byUserId }]
      : [],
  );
  const { id, createdAtMs, deviceAtMs, createdByUserId } = purchase;
  const recorded = {
    to: changes[0]?.from ?? purchase.status,
    atMs: createdAtMs,
    deviceAtMs,
    byUserId: createdByUserId,
  };
  let isHere = false;
  return [recorded, ...changes].flatMap(({ to, byUserId, ...time }, index): StockStep[] => {
    const wasHere = isHere;
    isHere = to === 'completed';
    if (isHere === wasHere) return [];
    const kind = isHere ? 'receipt' : 'return';
    const quantityHundredths = isHere ? brought : -brought;
    return [{ key: `purchase ${id} ${index}`, cause: { kind, purchase }, quantityHundredths, ...time, byUserId }];
  });
}

const movedBy = (
  lines: readonly { itemId: number; quantityHundredths: number; movesStock: boolean }[],
  itemId: number,
): number =>
  lines
    .filter((line) => line.itemId === itemId && line.movesStock)
    .reduce((sum, line) => sum + line.quantityHundredths, 0);
