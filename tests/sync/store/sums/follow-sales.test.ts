import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sale } from '../../../../domain/sales/sale.ts';
import { openShopDatabase, type ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import { followSales, type SaleFigures } from '../../../../sync/store/sums/follow-sales.ts';
import { saleRow } from '../../../support/shop-rows.ts';
import { freshState } from '../../../support/device/test-device.ts';
import { PATIENTLY } from '../../../support/patience.ts';

const [FROM_MS, TO_MS] = [1_000, 2_000];
let database: ShopDatabase;
let seen: number[];
let stop: () => void;

const sumOf = (figures: readonly SaleFigures[]) => figures.reduce((sum, { finalMinor }) => sum + finalMinor, 0);
const put = (...sales: Sale[]) => database.write((tx) => tx.rows.put('sale', sales));
const sale = (id: number, finalMinor: number, createdAtMs = FROM_MS) => saleRow({ id, finalMinor, createdAtMs });

function follow(): void {
  seen = [];
  stop = followSales(
    database,
    { fromMs: FROM_MS, toMs: TO_MS },
    (figures) => seen.push(sumOf(figures)),
    (error) => expect.unreachable(String(error)),
  );
}

beforeEach(async () => {
  // The in-memory database does not use these timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  database = await openShopDatabase({
    client: freshState(),
    create: freshState(),
    witness: null,
    onStopped: () => undefined,
    onBlocked: null,
  });
});
afterEach(() => {
  stop();
  database.close();
  vi.useRealTimers();
});

test('C-076 P9 sums every sale of its time and no other, however many there are at one moment', async () => {
  const many = Array.from({ length: 450 }, (_, index) => sale(index + 1, 1));
  await put(...many, sale(9_001, 1_000, FROM_MS - 1), sale(9_002, 1_000, TO_MS), sale(9_003, 50, TO_MS - 1));
  follow();
  await vi.waitUntil(() => seen.length > 0, PATIENTLY);
  expect(seen).toEqual([500]);
});

test('C-076 P9 after that it reads only what changed, and counts what came, changed, left or was removed', async () => {
  await put(sale(1, 1), sale(2, 10), sale(3, 100));
  follow();
  await vi.waitUntil(() => seen.length > 0, PATIENTLY);
  const readRange = vi.spyOn(database.tables.rows.sale, 'where');
  await put(sale(2, 20), sale(4, 1_000), sale(5, 5, TO_MS));
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitUntil(() => seen.length > 1, PATIENTLY);
  await put(sale(3, 100, TO_MS));
  await database.write((tx) => tx.rows.remove('sale', [1]));
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitUntil(() => seen.length > 2, PATIENTLY);
  expect(seen).toEqual([111, 1_121, 1_020]);
  expect(readRange).not.toHaveBeenCalled();
});

test('P9 many changes within a second are one reading, and after a stop there is none', async () => {
  follow();
  await vi.waitUntil(() => seen.length > 0, PATIENTLY);
  for (let id = 1; id <= 20; id += 1) await put(sale(id, 1));
  expect(seen).toEqual([0]);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitUntil(() => seen.length > 1, PATIENTLY);
  expect(seen).toEqual([0, 20]);
  stop();
  await put(sale(30, 1));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(seen).toEqual([0, 20]);
});
