import type { IntervalTree, ObservabilitySet } from 'dexie';

/** Which rows of a table a committed transaction touched: 'all' when it is not known which. */
export type ChangedKeys = 'all' | readonly number[];

/** Reads what Dexie tells of a transaction, of this tab, another one or the worker. */
export function changedKeysOf(parts: ObservabilitySet, databaseName: string, table: string): ChangedKeys {
  if ('all' in parts) return 'all';
  const keys: number[] = [];
  // From another tab it comes as a plain tree, without the iterator that Dexie's own class has.
  const left: (IntervalTree | null | undefined)[] = [parts[`idb://${databaseName}/${table}/`]];
  while (left.length > 0) {
    const node = left.pop();
    if (!node || !('from' in node)) continue;
    // A range is a clearing, or a put of too many rows to name.
    if (node.from !== node.to || typeof node.from !== 'number') return 'all';
    keys.push(node.from);
    left.push(node.l, node.r);
  }
  return keys;
}
