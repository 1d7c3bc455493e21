import type { Table } from 'dexie';
import { NEWEST, OF_ITEM } from './database/schema.ts';

/** By the index of the lists where a table has one; the others are small enough to look at whole. */
export async function createdWithin<Row extends { createdAtMs: number }>(
  table: Table<Row, number>,
  fromMs: number,
  toMs: number,
): Promise<Row[]> {
  if (table.schema.indexes.some(({ name }) => name === NEWEST))
    return await table.where(NEWEST).between([fromMs, 0], [toMs, 0], true, false).toArray();
  return await table.filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < toMs).toArray();
}

/** Keys of an index are looked at so much faster than rows are read. */
const KEYS_PER_ROW = 4;

/**
 * By the index of the lists; of stock movements, which have none, by the keys of each item's. A table without either
 * is small enough to be read whole.
 */
export async function createdBefore<Row extends { id: number; createdAtMs: number }>(
  table: Table<Row, number>,
  beforeMs: number,
  place: readonly number[] | null,
  countMax: number,
): Promise<{ rows: Row[]; next: readonly number[] | null }> {
  const has = (index: string) => table.schema.indexes.some(({ name }) => name === index);
  if (has(NEWEST)) {
    const from = place ?? [-Infinity];
    const rows = await table.where(NEWEST).between(from, [beforeMs], false, false).limit(countMax).toArray();
    const last = rows.at(-1);
    return { rows, next: last && rows.length === countMax ? [last.createdAtMs, last.id] : null };
  }
  if (has(OF_ITEM)) {
    const keysMax = countMax * KEYS_PER_ROW;
    const keys = (await table
      .where(OF_ITEM)
      .above(place ?? [-Infinity])
      .limit(keysMax)
      .keys()) as unknown as [number, number, number][];
    const ids = keys.filter(([, createdAtMs]) => createdAtMs < beforeMs).map(([, , id]) => id);
    const rows = (await table.bulkGet(ids)).filter((row) => row !== undefined);
    return { rows, next: keys.length === keysMax ? (keys.at(-1) ?? null) : null };
  }
  return { rows: await table.filter(({ createdAtMs }) => createdAtMs < beforeMs).toArray(), next: null };
}
