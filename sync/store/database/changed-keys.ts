import type { IntervalTree, ObservabilitySet } from 'dexie';

/** The rows of a table that a committed transaction changed; 'all' if it is not known which. */
export type ChangedKeys = 'all' | readonly number[];

/** Returns the changed keys that Dexie reports of a transaction, made in this tab, in another tab or in the worker. */
export function changedKeysOf(parts: ObservabilitySet, databaseName: string, table: string): ChangedKeys {
  if ('all' in parts) return 'all';
  const keys: number[] = [];
  // A report from another tab is a plain tree, without the iterator of Dexie's own class.
  const left: (IntervalTree | null | undefined)[] = [parts[`idb://${databaseName}/${table}/`]];
  while (left.length > 0) {
    const node = left.pop();
    if (!node || !('from' in node)) continue;
    // A range means that the table was cleared, or that too many rows were put to name them.
    if (node.from !== node.to || typeof node.from !== 'number') return 'all';
    keys.push(node.from);
    left.push(node.l, node.r);
  }
  return keys;
}
