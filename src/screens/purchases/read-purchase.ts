import type { Item } from '../../../domain/items/item.ts';
import { type Purchase, stockOfPurchase } from '../../../domain/items/purchase.ts';
import type { User } from '../../../domain/people/user.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { itemsByIds, usersById } from '../../../sync/store/live-reads.ts';
import { purchaseById, supplierById } from '../../../sync/store/supplier-reads.ts';
import { readRowSync } from '../../state/row-sync.ts';
import type { RowSync } from '../../ui/status-badge.tsx';

/** A purchase with the rows that its screen shows. */
export interface ShownPurchase {
  purchase: Purchase;
  itemsById: ReadonlyMap<number, Item>;
  users: ReadonlyMap<number, User>;
  sync: RowSync | null;
  /** null if the supplier was deleted: then only the name stored in the purchase is left (C-117). */
  supplierId: number | null;
  /** Items whose stock would fall below zero if the goods were taken out of stock again (C-113, M27). */
  shortItems: readonly ShortItem[];
}

export interface ShortItem {
  name: string;
  stockHundredths: number;
}

/** Reads a purchase; null if this device does not have it. */
export async function readPurchase(database: ShopDatabase, id: number): Promise<ShownPurchase | null> {
  const purchase = await purchaseById(database, id);
  if (purchase === undefined) return null;
  const items = await itemsByIds(database, [...new Set(purchase.lines.map(({ itemId }) => itemId))]);
  return {
    purchase,
    itemsById: new Map(items.map((item) => [item.id, item])),
    users: await usersById(database),
    supplierId: (await supplierById(database, purchase.supplierId))?.id ?? null,
    sync: (await readRowSync(database, 'purchase', [id])).get(id) ?? null,
    shortItems: shortWithout(purchase, items),
  };
}

function shortWithout(purchase: Purchase, items: readonly Item[]): ShortItem[] {
  const moved = stockOfPurchase(purchase);
  return items.flatMap(({ id, name, currentStockHundredths }) => {
    const stockHundredths = currentStockHundredths - (moved.get(id) ?? 0);
    return moved.has(id) && stockHundredths < 0 ? [{ name, stockHundredths }] : [];
  });
}
