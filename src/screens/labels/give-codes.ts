import { ownCodes } from '../../../domain/items/barcode.ts';
import { codeSpellings } from '../../../domain/items/item-code.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { itemById, takenSkus } from '../../../sync/store/live-reads.ts';
import { editOf } from '../../parts/form/edit-of.ts';
import { saved } from '../../parts/form/save.ts';
import type { Replica } from '../../state/replica.tsx';
import { hasCode } from './label-content.ts';

export type CodesGiven = { ok: true; givenCount: number } | { ok: false; givenCount: number; reason: string | null };

/**
 * Gives an own code to each of these items that has no code (R-PRN-31), with one edit per item. If it ends early, each
 * item is either edited or untouched, and a new start does the rest.
 */
export async function giveCodes(
  { database, run }: Pick<Replica, 'database' | 'run'>,
  itemIds: readonly number[],
  act: string,
): Promise<CodesGiven> {
  let givenCount = 0;
  for (const id of itemIds) {
    // Read again: another device may have given it a code since it was chosen.
    const item = await itemById(database, id);
    if (item === undefined || hasCode(item)) continue;
    const sku = await freeCode(database, id);
    if (sku === null) continue;
    const result = await saved(run('item.edit', () => ({ id, ...editOf('item', item, { sku }) }), `${act}/${id}`));
    if (!result.ok) return { ok: false, givenCount, reason: result.reason };
    givenCount += 1;
  }
  return { ok: true, givenCount };
}

/** Returns the item's first own code that no item on this device has; null if all are taken. */
async function freeCode(database: ShopDatabase, itemId: number): Promise<string | null> {
  const codes = ownCodes(itemId);
  const taken = await takenSkus(database, codes.flatMap(codeSpellings));
  return codes.find((code) => codeSpellings(code).every((spelling) => !taken.has(spelling))) ?? null;
}
