import type { ChangePosition, StoredRow } from '../../../server/mutate/server-store.ts';
import { TABLE_NAMES } from '../../../sync/protocol/tables.ts';

/** Returns the index of the first entry after a place, by binary search. */
export function firstAfter(log: readonly StoredRow[], position: ChangePosition): number {
  let [low, high] = [0, log.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = log[middle];
    if (row && comparePlace(row, position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const comparePlace = (row: StoredRow, position: ChangePosition): number =>
  row.version - position.version || TABLE_NAMES.indexOf(row.table) - position.tableIndex || row.id - position.id;
