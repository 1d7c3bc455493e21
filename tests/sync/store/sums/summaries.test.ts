import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Item } from '../../../../domain/items/item.ts';
import type { Sale } from '../../../../domain/sales/sale.ts';
import { createSalesReport, type ReportScope } from '../../../../domain/sales/sales-report.ts';
import { daysRange } from '../../../../domain/time.ts';
import { seededRandom, type SeededRandom } from '../../../../scripts/demo/seeded-random.ts';
import { writeRows } from '../../../../sync/replica/row-counts.ts';
import type { ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import { keepSummaries } from '../../../../sync/store/sums/keep-summaries.ts';
import { readCosts, readSalesReport } from '../../../../sync/store/sums/report-reads.ts';
import { COSTS_MADE_FOR, salesMadeFor } from '../../../../sync/store/sums/summaries.ts';
import { itemRow, saleRow } from '../../../support/shop-rows.ts';
import { openDexieDevice } from '../../../support/device/test-device.ts';
import { yearOfSales } from '../../../support/year-of-sales.ts';

let database: ShopDatabase;
beforeEach(async () => {
  ({ database } = await openDexieDevice());
});
afterEach(() => database.close());

const ZONE = 'Europe/Berlin';
const DAY_MS = 86_400_000;
const YEAR_MS = Date.UTC(2026, 0, 1);
const wanted = () => false;
const atOnce = () => Promise.resolve();
const keep = (rest = atOnce, place = { zone: ZONE, currency: 'UGX' }) =>
  keepSummaries(database, { ...place, rest, isStopped: wanted });
/** Writes rows with their sums, as the replica does. With `reads` it reads the old rows before. */
async function write(table: 'sale' | 'item', ids: readonly number[], rows: readonly (Sale | Item)[], reads = false) {
  const after = new Map(rows.map((row) => [row.id, row]));
  const known = await database.tables.rows[table].bulkGet([...ids]);
  await database.write(async (tx) => {
    const before = reads ? await tx.rows.get(table, ids) : known;
    await writeRows(
      tx,
      ids.map((id, index) => ({ table, id, before: before[index], after: after.get(id) })),
    );
  });
}
const put = (table: 'sale' | 'item', ...rows: (Sale | Item)[]) =>
  write(
    table,
    rows.map(({ id }) => id),
    rows,
  );
const remove = (table: 'sale' | 'item', id: number) => write(table, [id], []);
const madeFor = (what: string) => database.tables.summary.where('madeFor').equals(what).count();
const madeDays = (place = { zone: ZONE, currency: 'UGX' }) => madeFor(salesMadeFor(place));

/** Returns the report computed from all rows, without summaries. */
async function plainReport(scope: ReportScope) {
  const maker = createSalesReport(scope);
  for (const sale of await database.tables.rows.sale.orderBy('[createdAtMs+id]').toArray()) maker.add(sale);
  return maker.report();
}

const RANGES = [
  ['2026-01-01', '2026-12-31'],
  ['2026-03-01', '2026-03-31'],
  ['2026-10-25', '2026-10-25'],
] as const;

async function expectTrue(place = { zone: ZONE, currency: 'UGX' }): Promise<void> {
  for (const [from, to] of RANGES) {
    const scope = { range: daysRange(from, to, place.zone), ...place };
    expect(await readSalesReport(database, scope, wanted)).toEqual(await plainReport(scope));
  }
  const items = await database.tables.rows.item.toArray();
  // With so many ids the summary answers.
  const ids = Array.from({ length: 600 }, (_, index) => index + 1);
  expect(await readCosts(database, ids)).toEqual(new Map(items.map((item) => [item.id, item.costPriceMinor ?? null])));
}

const { sales: YEAR } = yearOfSales(11, YEAR_MS, 700);
const SPRING = YEAR.filter(({ createdAtMs }) => createdAtMs < YEAR_MS + 40 * DAY_MS);

describe('P4 what is kept of the sales of a day', () => {
  test('a year and its months out of summaries are the sums of the rows, and no row is read for them', async () => {
    await put('sale', ...YEAR);
    await expectTrue();
    await keep();
    const days = new Set(YEAR.map(({ createdAtMs }) => Math.floor(createdAtMs / DAY_MS))).size;
    expect(await madeDays()).toBeGreaterThanOrEqual(days);
    await expectTrue();
    // The rows are deleted without the store's knowledge, so the report must come from the sums.
    const scope = { range: daysRange('2026-02-01', '2026-11-30', ZONE), zone: ZONE, currency: 'UGX' };
    const before = await plainReport(scope);
    await database.tables.rows.sale.clear();
    expect(await readSalesReport(database, scope, wanted)).toEqual(before);
  });

  test('a change of a sale throws away the days that it is in, as it was and as it is, and no others', async () => {
    const payment = { id: 9, amountMinor: 5, paymentMethodId: null, paymentMethodName: null, transactionId: null };
    const day = (nth: number) => YEAR_MS + (nth + 0.5) * DAY_MS;
    const paidOn = (nth: number) =>
      saleRow({ id: 1, createdAtMs: day(0), payments: [{ ...payment, byUserId: 70, atMs: day(nth) }] });
    const bystanders = [1, 2, 3, 4, 5, 6].map((nth) => saleRow({ id: 1 + nth, createdAtMs: day(nth) }));
    await put('sale', paidOn(2), ...bystanders);
    await keep();
    expect(await madeDays()).toBe(7);
    await put('sale', paidOn(4));
    expect(await madeDays()).toBe(4);
    await expectTrue();
    await keep();
    await remove('sale', 1);
    expect(await madeDays()).toBe(5);
    await expectTrue();
  });

  test('another zone, another currency and another build do not read what was counted for these', async () => {
    await put('sale', ...SPRING);
    await keep();
    for (const place of [
      { zone: 'Asia/Kolkata', currency: 'UGX' },
      { zone: ZONE, currency: 'KES' },
    ]) {
      await expectTrue(place);
      await keep(atOnce, place);
      expect(await madeDays(place)).toBeGreaterThan(0);
      await expectTrue(place);
    }
    await database.tables.summary.toCollection().modify((summary) => {
      summary.madeFor = `0${summary.madeFor?.slice(1)}`;
      if (summary.kind === 'sales' && summary.part) summary.part.totalMinor += 1;
      if (summary.kind === 'costs') summary.costs?.costsMinor.fill(1);
    });
    await expectTrue();
  });

  test('a row that changes while its day is made leaves no summary behind, whoever made one meanwhile', async () => {
    const sale = saleRow({ id: 1, createdAtMs: YEAR_MS + DAY_MS / 2, finalMinor: 500 });
    await put('sale', sale);
    await put('item', itemRow({ id: 1, costPriceMinor: 5 }));
    let turns = 0;
    await keep(async () => {
      turns += 1;
      if (turns === 1) {
        await put('item', itemRow({ id: 1, costPriceMinor: 6 }));
        await keep();
        await put('sale', sale);
      }
      if (turns === 2) {
        await put('sale', { ...sale, finalMinor: 700 });
        await keep();
        await put('sale', { ...sale, finalMinor: 900 });
      }
    });
    expect(turns).toBe(2);
    await expectTrue();
    expect(await madeDays()).toBe(0);
  });
});

test('P4 what a day is kept as: whoever changes this raises the form, or devices add up two kinds of sums', async () => {
  const line = { id: 3, itemId: 5, itemName: 'Soap', itemSku: null, quantityHundredths: 200, unitPriceMinor: 150 };
  const sale = saleRow({
    ...{ id: 1, createdAtMs: YEAR_MS + 1, createdByUserId: 70, totalMinor: 300, finalMinor: 290, discountMinor: 10 },
    lines: [{ ...line, listPriceMinor: 150, discountMinor: 0, totalMinor: 300, movesStock: true }],
    payments: [
      {
        id: 1,
        amountMinor: 90,
        paymentMethodId: null,
        paymentMethodName: 'Bank',
        transactionId: null,
        byUserId: 70,
        atMs: YEAR_MS + 1,
      },
    ],
  });
  await put('sale', sale);
  await keep();
  const [summary] = await database.tables.summary.where('madeFor').equals('2 Europe/Berlin UGX').toArray();
  expect(summary?.kind === 'sales' ? summary.part : null).toEqual({
    ...{ fromMs: YEAR_MS - 3_600_000, saleCount: 1, totalMinor: 290, unpaidMinor: 200, discountMinor: 10, taxMinor: 0 },
    ...{ toGiveBackMinor: 0, otherCurrencyCount: 0, clockSuspectCount: 0 },
    days: [{ key: '2026-01-01', saleCount: 1, totalMinor: 290 }],
    hours: Array.from({ length: 24 }, (_, hour) => ({
      ...{ hour, saleCount: hour === 1 ? 1 : 0, totalMinor: hour === 1 ? 290 : 0 },
    })),
    sellers: [{ userId: 70, saleCount: 1, totalMinor: 290 }],
    methods: [{ name: 'Bank', takenMinor: 90, returnedMinor: 0 }],
    ...{ itemIds: Float64Array.of(5), itemNames: ['Soap'] },
    ...{ itemQuantitiesHundredths: Float64Array.of(200), itemTotalsMinor: Float64Array.of(300) },
  });
});

describe('P4 what is kept of costs', () => {
  const isKept = async () => (await madeFor(COSTS_MADE_FOR)) > 0;

  test('a sale of an item leaves it, another cost, a new and a removed item do not', async () => {
    const item = itemRow({ id: 1, costPriceMinor: 5 });
    await put('item', item);
    for (const [act, left] of [
      [() => put('item', { ...item, currentStockHundredths: 77 }), true],
      [() => put('item', { ...item, costPriceMinor: 6 }), false],
      [() => put('item', itemRow({ id: 2, costPriceMinor: 5 })), false],
      [() => remove('item', 2), false],
    ] as const) {
      await keep();
      expect(await isKept()).toBe(true);
      await act();
      expect(await isKept()).toBe(left);
      await expectTrue();
    }
  });

  test('SYN-13 who may no longer see costs keeps none', async () => {
    await put('item', itemRow({ id: 1, costPriceMinor: 5 }));
    await keep();
    await database.write((tx) => tx.rows.map('item', ({ costPriceMinor: _, ...item }) => item as Item));
    expect(await database.tables.summary.count()).toBe(0);
    await expectTrue();
  });
});

test.each([1, 2, 3, 4])(
  'P4 after whatever befalls the rows, and while it does, reports are the sums of the rows (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    for (let nth = 0; nth < 60; nth += 1) {
      // Acts during the making of summaries.
      const acts = [anAct];
      if (random.share() < 0.6) await keep(async () => await (random.share() < 0.2 ? acts.pop() : undefined)?.());
      await acts.pop()?.();
      if (nth % 3 === 0) await expectTrue();
    }
    await put('sale', ...SPRING.slice(0, 5));
    await keep();
    expect(await madeDays()).toBeGreaterThan(0);
    await expectTrue();

    /** Does one transaction with existing and new rows, some read before and some not. */
    async function anAct(): Promise<void> {
      const share = random.share();
      if (share < 0.02) return await database.write((tx) => tx.rows.clear());
      if (share < 0.07) {
        const hit = random.below(3);
        return await database.write((tx) =>
          tx.rows.map('sale', (sale) => (sale.id % 7 === hit ? { ...sale, status: 'cancelled' } : sale)),
        );
      }
      if (share < 0.2)
        return await put('item', itemRow({ id: 1 + random.below(99), costPriceMinor: random.pick([null, 1, 2, 3]) }));
      const rows = new Map(
        Array.from({ length: 1 + random.below(4) }, () => random.pick(SPRING)).map((sale) => [sale.id, sale]),
      );
      const ids = [...rows.keys()];
      await write(
        'sale',
        ids,
        ids
          .slice(random.share() < 0.3 ? 1 : 0)
          .flatMap((id) => rows.get(id) ?? [])
          .map((sale) => changed(sale, random)),
        random.share() < 0.5,
      );
    }
  },
  30_000,
);

/** Returns the sale with another day, other amounts or other items. */
function changed(sale: Sale, random: SeededRandom): Sale {
  const awayMs = () => (random.share() < 0.3 ? random.below(20) * DAY_MS : 0);
  const createdAtMs = sale.createdAtMs + awayMs();
  const isAtOnce = ({ id }: { id: number }) => id === sale.id;
  return {
    ...sale,
    createdAtMs,
    status: random.share() < 0.2 ? 'cancelled' : sale.status,
    lines: sale.lines.slice(0, 1 + random.below(sale.lines.length)),
    payments: (sale.payments ?? []).map((payment) => ({
      ...payment,
      atMs: isAtOnce(payment) ? createdAtMs : payment.atMs + awayMs(),
    })),
  };
}
