import type { Table } from 'dexie';
import type { BaseRow } from '../ports.ts';

/** Returns the rows in the order of the keys. Without keys it does not ask the database. */
export async function bulkGet<Row, Key>(table: Table<Row, Key>, keys: readonly Key[]): Promise<(Row | undefined)[]> {
  return keys.length === 0 ? [] : await table.bulkGet([...keys]);
}

/** From this number of keys on, one read of all existing keys is faster than a lookup for each requested key. */
const KEYS_MANY = 100;

/**
 * Returns the rows in the order of the ids. A page of history has thousands of rows of which hardly any exists here, so
 * for many ids it first reads which ones exist.
 */
export async function getByIds<Row extends { id: number }>(
  table: Table<Row, number>,
  ids: readonly number[],
): Promise<(Row | undefined)[]> {
  if (ids.length < KEYS_MANY) return await bulkGet(table, ids);
  const [first, last] = ids.reduce(([low, high], id) => [Math.min(low, id), Math.max(high, id)], [Infinity, -Infinity]);
  const within = await table.where(':id').between(first, last, true, true).limit(ids.length).primaryKeys();
  if (within.length >= ids.length) return await bulkGet(table, ids);
  const there = new Set(within);
  return await getThose(table, ids, (id) => there.has(id));
}

/**
 * Returns the bases in the order of the keys. Only rows with waiting changes have a base, so for many keys it first
 * reads which ones exist.
 */
export async function getBases(
  base: Table<BaseRow, string>,
  keys: readonly string[],
): Promise<(BaseRow | undefined)[]> {
  if (keys.length < KEYS_MANY) return await bulkGet(base, keys);
  const some = await base.limit(keys.length).primaryKeys();
  if (some.length >= keys.length) return await bulkGet(base, keys);
  const there = new Set(some);
  return await getThose(base, keys, (key) => there.has(key));
}

/** Returns the rows in the order of the keys, and asks only for those that exist. */
async function getThose<Row, Key>(
  table: Table<Row, Key>,
  keys: readonly Key[],
  isThere: (key: Key) => boolean,
): Promise<(Row | undefined)[]> {
  const asked = keys.filter(isThere);
  const rows = await bulkGet(table, asked);
  const rowsByKey = new Map(asked.map((key, index) => [key, rows[index]]));
  return keys.map((key) => rowsByKey.get(key));
}
