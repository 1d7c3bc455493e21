import { Dexie, liveQuery, type ObservabilitySet } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PULL_ROWS_VISIBLE } from '../../../../sync/protocol/pull.ts';
import type { JournalEvent } from '../../../../sync/ports.ts';
import { openShopDatabase, type ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import { changedKeysOf } from '../../../../sync/store/database/changed-keys.ts';
import { saleRow } from '../../../support/shop-rows.ts';
import { freshState } from '../../../support/device/test-device.ts';
import { PATIENTLY } from '../../../support/patience.ts';

let database: ShopDatabase;
let told: ObservabilitySet[];
const hear = (parts: ObservabilitySet) => void told.push(parts);

const MANY = 60;
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const event = (atMs: number): JournalEvent & { seq: number } => ({ seq: atMs, atMs, what: 'test', detail: {} });

beforeEach(async () => {
  told = [];
  database = await openShopDatabase({
    client: freshState(),
    create: freshState(),
    witness: null,
    onStopped: () => undefined,
    onBlocked: null,
  });
  await database.tables.journal.bulkPut(ids(MANY).map(event));
  await database.write((tx) =>
    tx.rows.put(
      'sale',
      ids(MANY).map((id) => saleRow({ id })),
    ),
  );
  Dexie.on.storagemutated.subscribe(hear);
});
afterEach(() => {
  Dexie.on.storagemutated.unsubscribe(hear);
  database.close();
});

function keysToldOf(table: string): number {
  const countOf = (node: unknown): number =>
    typeof node === 'object' && node !== null && 'from' in node
      ? 1 + Object.values(node).reduce((sum: number, part: unknown) => sum + countOf(part), 0)
      : 0;
  const parts = Object.entries(told.at(-1) ?? {}).filter(([part]) => part.includes(`/${table}/`));
  return parts.reduce((sum, [, tree]) => sum + countOf(tree), 0);
}

const changed = (table: string) => changedKeysOf(told.at(-1) ?? {}, database.name, table);

test('P9 many deletes of bookkeeping are told as one change of the table, few by their keys', async () => {
  await database.tables.journal.bulkDelete(ids(MANY));
  expect(changed('journal')).toBe('all');
  expect(JSON.stringify(told.at(-1)).length).toBeLessThan(1_000);
  await database.tables.journal.bulkDelete([1, 2]);
  expect([...changed('journal')].toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2]);
});

test("P9 the shop's own rows are told by their keys up to a page of a pull, also where they are deleted or put in parts: search and sums read only what changed", async () => {
  await database.write((tx) =>
    tx.rows.put(
      'sale',
      ids(300).map((id) => saleRow({ id })),
    ),
  );
  expect(changed('sale')).toHaveLength(300);
  // With its four indexes a row would report five keys; only its own is reported.
  expect(keysToldOf('sale')).toBeLessThan(2 * 300);
  await database.write((tx) => tx.rows.remove('sale', ids(MANY)));
  expect(changed('sale')).toHaveLength(MANY);
  await database.write((tx) => tx.rows.put('sale', [saleRow({ id: 7 })]));
  expect(changed('sale')).toEqual([7]);
});

test('P9 as many rows as a page of a pull brings at most are still told by their keys', async () => {
  await database.write((tx) =>
    tx.rows.put(
      'sale',
      ids(PULL_ROWS_VISIBLE).map((id) => saleRow({ id })),
    ),
  );
  expect(changed('sale')).toHaveLength(PULL_ROWS_VISIBLE);
});

test('P9 of more rows than a page of a pull brings it says only that the table changed', async () => {
  await database.write((tx) =>
    tx.rows.put(
      'sale',
      ids(PULL_ROWS_VISIBLE + 1).map((id) => saleRow({ id })),
    ),
  );
  expect(changed('sale')).toBe('all');
  expect(keysToldOf('sale')).toBeLessThan(20);
});

test('P9 a live query hears of many deletes as of few', async () => {
  const counts: number[] = [];
  const subscription = liveQuery(() => database.tables.journal.count()).subscribe((count) => counts.push(count));
  await vi.waitUntil(() => counts.at(-1) === MANY, PATIENTLY);
  await database.tables.journal.bulkDelete(ids(MANY - 1));
  await vi.waitUntil(() => counts.at(-1) === 1, PATIENTLY);
  await database.tables.journal.bulkDelete([MANY]);
  await vi.waitUntil(() => counts.at(-1) === 0, PATIENTLY);
  expect(counts).toEqual([MANY, 1, 0]);
  subscription.unsubscribe();
});

test('P9 a live query over an index hears of many changes, of which it is told no keys', async () => {
  const newest: (number | undefined)[] = [];
  const subscription = liveQuery(async () => (await database.tables.rows.sale.orderBy('[createdAtMs+id]').last())?.id);
  const stop = subscription.subscribe((id) => newest.push(id));
  await vi.waitUntil(() => newest.at(-1) === MANY, PATIENTLY);
  await database.write((tx) =>
    tx.rows.put(
      'sale',
      ids(300).map((id) => saleRow({ id })),
    ),
  );
  await vi.waitUntil(() => newest.at(-1) === 300, PATIENTLY);
  expect(newest).toEqual([MANY, 300]);
  stop.unsubscribe();
});
