import { type Item, tracksStock } from '../../domain/items/item.ts';
import type { MutationContext, MutationTx } from './mutation.ts';

/** Signed hundredths by item id. */
type StockByItem = ReadonlyMap<number, number>;

export interface StockMoved {
  /** The items whose stock moved, with their new stock. */
  items: Item[];
  /**
   * True if one of the items was counted after this act happened and before it arrived: that count is in doubt (M19).
   */
  recount: boolean;
}

/**
 * Moves the stock of items by the difference between what a document accounts for after an act and before it. So
 * cancelling, editing or receiving twice is correct by construction: the second time there is no difference. An item
 * that is gone has no stock to move.
 */
export async function moveStock(
  tx: MutationTx,
  before: StockByItem,
  after: StockByItem,
  context: MutationContext,
): Promise<StockMoved> {
  const moved: StockMoved = { items: [], recount: false };
  const itemIds = [...new Set([...before.keys(), ...after.keys()])];
  const items = await tx.getMany('item', itemIds);
  itemIds.forEach((itemId, index) => {
    const item = items[index];
    const byHundredths = (after.get(itemId) ?? 0) - (before.get(itemId) ?? 0);
    if (!item || byHundredths === 0) return;
    // The clocks decide nothing but this flag (SYN-23).
    const isCountInDoubt = item.lastCount !== undefined && context.atMs < item.lastCount.atMs;
    const next: Item = {
      ...item,
      ...(item.lastCount && isCountInDoubt ? { lastCount: { ...item.lastCount, isInDoubt: true } } : {}),
      currentStockHundredths: item.currentStockHundredths + byHundredths,
    };
    moved.recount ||= isCountInDoubt;
    moved.items.push(next);
    tx.put('item', next);
  });
  return moved;
}

/** Returns the ids of the items whose stock is tracked: only their lines move stock (C-065, C-113). */
export async function trackedItemIds(tx: MutationTx, itemIds: readonly number[]): Promise<ReadonlySet<number>> {
  const items = await tx.getMany('item', [...new Set(itemIds)]);
  return new Set(items.filter((item) => item !== undefined && tracksStock(item)).map((item) => item?.id ?? 0));
}
