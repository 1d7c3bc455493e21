import type { Table } from 'dexie';
import { NEWEST, OF_ITEM } from './database/schema.ts';

/**
 * Returns the rows created in a half-open range of time, by the index of the lists if the table has one. Tables without
 * this index are small enough to be read whole.
 */
export async function createdWithin<Row extends { createdAtMs: number }>(
  table: Table<Row, number>,
  fromMs: number,
  toMs: number,
): Promise<Row[]> {
  if (table.schema.indexes.some(({ name }) => name === NEWEST))
    return await table.where(NEWEST).between([fromMs, 0], [toMs, 0], true, false).toArray();
  return await table.filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs < toMs).toArray();
}

/** How many keys are read for each wanted row: reading a key is much faster than reading a row. */
const KEYS_PER_ROW = 4;

/**
 * Returns some of the rows created before an instant, and where to continue. It uses the index of the lists; for stock
 * movements, which have none, the keys of each item's index. A table without either index is small enough to be read
 * whole.
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
