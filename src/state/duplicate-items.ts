import { useEffect, useState } from 'react';
import type { Item } from '../../domain/items/item.ts';
import { type KnownItem, type Duplicates, duplicatesAmong } from '../../domain/items/same-item.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { everyRow } from '../../sync/store/every-row.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { useReplica } from './replica.tsx';

/**
 * The shown fields of an item that exists more than once. There are few fields, because all items of the shop are read.
 */
export type DuplicateItem = KnownItem &
  Pick<Item, 'createdByUserId' | 'priceMinor' | 'currentStockHundredths' | 'type' | 'trackStock'>;

/**
 * Returns the items that are in the shop more than once (M12, decisions/0021); null before the first search. It is not
 * live: every sale changes an item, and no sale creates a second one. It searches again when `moment` changes.
 */
export function useDuplicateItems(moment: unknown): readonly Duplicates<DuplicateItem>[] | null {
  const { database } = useReplica();
  const [duplicates, setDuplicates] = useState<readonly Duplicates<DuplicateItem>[] | null>(null);
  useEffect(() => {
    let isGone = false;
    whenIdle(() => {
      if (isGone) return;
      // A failed read is reported by the other reads of the screen.
      findDuplicates(database).then(
        (found) => isGone || setDuplicates(found),
        () => undefined,
      );
    });
    return () => {
      isGone = true;
    };
  }, [database, moment]);
  return duplicates;
}

async function findDuplicates(database: ShopDatabase): Promise<Duplicates<DuplicateItem>[]> {
  const all: DuplicateItem[] = [];
  for await (const items of everyRow(database, 'item')) for (const item of items) all.push(shownOf(item));
  return duplicatesAmong(all);
}

const shownOf = (item: Item): DuplicateItem => {
  const { id, name, sku, isActive, createdAtMs, createdByUserId } = item;
  const { priceMinor, currentStockHundredths, type, trackStock } = item;
  return {
    ...{ id, name, sku, isActive, createdAtMs, createdByUserId },
    ...{ priceMinor, currentStockHundredths, type, trackStock },
  };
};
