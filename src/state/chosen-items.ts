import { useCallback, useMemo, useState } from 'react';
import type { Item } from '../../domain/items/item.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { itemsOfCode } from '../../sync/store/item-lists.ts';
import { itemsByIds } from '../../sync/store/live-reads.ts';
import type { CodePick } from '../ui/form/search-picker.tsx';
import { useLive, useReplica } from './replica.tsx';
import { useSameRows } from './same-rows.ts';

export interface ChosenItems {
  itemsById: ReadonlyMap<number, Item>;
  /**
   * Stores an item that was chosen for a line until the database has returned it. The same function at every render.
   */
  rememberItem: (item: Item) => void;
  /** Reads the items of all lines at once, for callers that cannot wait for the render (R-BROW-14). */
  readAll: () => Promise<ReadonlyMap<number, Item>>;
}

/**
 * Returns the rows of the items in a form's lines, live. An item that is removed meanwhile stays as it was when it was
 * chosen.
 */
export function useChosenItems(itemIds: readonly (number | null)[]): ChosenItems {
  const { database } = useReplica();
  const [picked, setPicked] = useState<ReadonlyMap<number, Item>>(new Map());
  const ids = [...new Set(itemIds.filter((id) => id !== null))];
  const sameRows = useSameRows<Item>();
  const live = useLive(async (shop) => sameRows(await itemsByIds(shop, ids)), [ids.join()]);
  const itemsById = useMemo(() => {
    const byId = new Map(picked);
    for (const item of live ?? []) byId.set(item.id, item);
    return byId;
  }, [picked, live]);
  const rememberItem = useCallback(
    (item: Item) => {
      // Makes the later read of the database return the same object.
      sameRows([item]);
      setPicked((before) => (before.get(item.id) === item ? before : new Map(before).set(item.id, item)));
    },
    [sameRows],
  );
  return {
    itemsById,
    rememberItem,
    async readAll() {
      if (ids.every((id) => itemsById.has(id))) return itemsById;
      const read = await itemsByIds(database, ids);
      return new Map([...itemsById, ...read.map((item) => [item.id, item] as const)]);
    },
  };
}

/** Picks the one active item with this code (G31); none if several items have it. */
export async function pickByCode(database: ShopDatabase, code: string, pick: (item: Item) => void): Promise<CodePick> {
  const [item, other] = await itemsOfCode(database, code, 2);
  if (item === undefined) return 'none';
  if (other !== undefined) return 'several';
  pick(item);
  return 'picked';
}
