import type { Item } from '../../../domain/items/item.ts';
import type { Purchase } from '../../../domain/items/purchase.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import type { StockMovement } from '../../../domain/items/stock-movement.ts';
import { groupLabel } from '../../parts/conflict/conflict-words.ts';
import { purchaseLink } from '../../parts/paths.ts';

/** An event in an item's history. */
export interface Activity {
  key: string;
  text: string;
  /** Notes; null for none. */
  notes: string | null;
  atMs: number;
  deviceAtMs?: number | undefined;
  byUserId: number | null;
  /** The address of its details. */
  to?: string;
}

export interface ItemPast {
  item: Item;
  movements: readonly StockMovement[];
  purchases: readonly Purchase[];
}

/** The history of an item without its sales, newest first (R-IDET-25, C-099, M17). */
export function activitiesOf({ item, movements, purchases }: ItemPast): Activity[] {
  const created: Activity = {
    ...{ key: 'created', text: 'Item created', notes: null },
    ...{ atMs: item.createdAtMs, deviceAtMs: item.deviceAtMs, byUserId: item.createdByUserId },
  };
  // The row holds only the last edit of every field; earlier values are not stored.
  const edits = Object.entries(item.edits ?? {}).map(([group, { userId, atMs }]): Activity => {
    return { key: `edit ${group}`, text: `${groupLabel(group)} changed`, notes: null, atMs, byUserId: userId };
  });
  const moved = movements.map((movement): Activity => {
    const { id, notes, createdAtMs, createdByUserId, deviceAtMs } = movement;
    return {
      key: `movement ${id}`,
      text: movementText(movement),
      notes,
      atMs: createdAtMs,
      deviceAtMs,
      byUserId: createdByUserId,
    };
  });
  const bought = purchases.map((purchase): Activity => {
    const { id, notes, createdAtMs, createdByUserId, deviceAtMs } = purchase;
    const text = purchaseText(purchase, item.id);
    return {
      key: `purchase ${id}`,
      text,
      notes,
      atMs: createdAtMs,
      deviceAtMs,
      byUserId: createdByUserId,
      to: purchaseLink(id),
    };
  });
  return [...moved, ...bought, ...edits, created].toSorted((a, b) => b.atMs - a.atMs);
}

function movementText({ type, quantityHundredths, batchId, reason, count }: StockMovement): string {
  const by = signed(quantityHundredths);
  switch (type) {
    case 'opening':
      return `Opening stock ${formatQuantity(quantityHundredths)}`;
    case 'addition':
      return `Stock added ${by}${batchId === null ? '' : `, batch ${batchId}`}`;
    case 'adjustment':
      return `Stock adjusted ${by}${reason === undefined ? '' : `, ${reason}`}`;
    case 'count':
      return count === undefined
        ? `Stock counted ${by}`
        : `Stock counted: ${formatQuantity(count.countedHundredths)}, expected ${formatQuantity(count.expectedHundredths)}`;
  }
}

const PURCHASE_WORDS = { completed: 'Bought', pending: 'Ordered', cancelled: 'Purchase cancelled:' } as const;

function purchaseText({ status, lines, supplierName }: Purchase, itemId: number): string {
  const own = lines.filter((line) => line.itemId === itemId);
  const quantityHundredths = own.reduce((sum, line) => sum + line.quantityHundredths, 0);
  return `${PURCHASE_WORDS[status]} ${formatQuantity(quantityHundredths)} from ${supplierName}`;
}

const signed = (hundredths: number): string => `${hundredths > 0 ? '+' : ''}${formatQuantity(hundredths)}`;
