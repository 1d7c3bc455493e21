import { describe, expect, test } from 'vitest';
import { periodRange } from '../../../domain/sales/report-period.ts';
import {
  byMonth,
  countAsOne,
  createSalesReport,
  itemProfitMinor,
  netOf,
  profitOf,
  type SalesReport,
  topItems,
} from '../../../domain/sales/sales-report.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { daysRange } from '../../../domain/time.ts';
import { saleRow } from '../../support/shop-rows.ts';
import { sumsOfBook, yearOfSales } from '../../support/year-of-sales.ts';

const NEW_YEAR_MS = Date.UTC(2026, 0, 1);
const { sales, book } = yearOfSales(7, NEW_YEAR_MS, 4_000);

function reportOf(rows: readonly Sale[], zone: string, from: string, to: string): SalesReport {
  const maker = createSalesReport({ range: daysRange(from, to, zone), zone, currency: 'UGX' });
  for (const sale of rows) maker.add(sale);
  return maker.report();
}

const amounts = <T>(rows: readonly T[], keyOf: (row: T) => string | number, amountOf: (row: T) => number) =>
  Object.fromEntries(rows.map((row) => [keyOf(row), amountOf(row)]).filter(([, amount]) => amount !== 0));

/** Zones without clock changes, with changes at 02:00, with changes at midnight, and with a half-hour offset. */
const ZONES = ['Africa/Kampala', 'Europe/Berlin', 'Africa/Cairo', 'Australia/Adelaide'];
const RANGES = [
  ['a day', '2026-05-04', '2026-05-04'],
  ['the day on which the clocks of Berlin go forward', '2026-03-29', '2026-03-29'],
  ['the day on which they go back', '2026-10-25', '2026-10-25'],
  ['the day on which midnight is missing in Cairo', '2026-04-24', '2026-04-24'],
  ['a week over it', '2026-04-20', '2026-04-26'],
  ['a month', '2026-02-01', '2026-02-28'],
  ['the year', '2026-01-01', '2026-12-31'],
] as const;

describe.each(ZONES)('R-REP-19 G26 G28 C-140 C-142 a year of sales held against a book, in %s', (zone) => {
  test.each(RANGES)('%s', (_what, from, to) => {
    const report = reportOf(sales, zone, from, to);
    const told = sumsOfBook(book, zone, from, to);
    expect(told.saleCount).toBeGreaterThan(0);
    expect({
      saleCount: report.saleCount,
      totalMinor: report.totalMinor,
      unpaidMinor: report.unpaidMinor,
      discountMinor: report.discountMinor,
      byDay: amounts(
        report.days,
        ({ key }) => key,
        ({ totalMinor }) => totalMinor,
      ),
      byHour: amounts(
        report.hours,
        ({ hour }) => hour,
        ({ totalMinor }) => totalMinor,
      ),
      bySeller: amounts(
        report.sellers,
        ({ userId }) => userId,
        ({ totalMinor }) => totalMinor,
      ),
      itemMinor: amounts(
        report.items,
        ({ itemId }) => itemId,
        ({ totalMinor }) => totalMinor,
      ),
      itemPieces: amounts(
        report.items,
        ({ itemId }) => itemId,
        (item) => item.quantityHundredths / 100,
      ),
      byMethod: amounts(report.methods, ({ name }) => (name.toLowerCase() === 'cash' ? 'Cash' : name), netOf),
      takenMinor: report.methods.reduce((sum, { takenMinor }) => sum + takenMinor, 0),
      toGiveBackMinor: report.toGiveBackMinor,
      otherCurrency: report.otherCurrencyCount,
    }).toEqual(told);
    expect(report.paidMinor + report.unpaidMinor).toBe(report.totalMinor);
  });
});

test('C-140 every day of the range has its place, also one without a sale, and each sale its month', () => {
  const report = reportOf(sales, 'Africa/Cairo', '2026-01-01', '2026-12-31');
  expect(report.days.map(({ key }) => key)).toEqual(
    Array.from({ length: 365 }, (_, day) => new Date(NEW_YEAR_MS + day * 86_400_000).toISOString().slice(0, 10)),
  );
  const months = byMonth(report.days);
  expect(months.map(({ key }) => key)).toEqual(
    Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`),
  );
  expect(months.reduce((sum, { totalMinor }) => sum + totalMinor, 0)).toBe(report.totalMinor);
  expect(reportOf([], 'Africa/Cairo', '2026-04-23', '2026-04-25').days).toHaveLength(3);
});

describe('one sale at a time', () => {
  const AT_MS = Date.UTC(2026, 10, 21, 9);
  const line = (itemId: number, quantityHundredths: number, totalMinor: number) => ({
    ...{ id: itemId * 10, itemId, itemName: `Item ${itemId}`, itemSku: null, quantityHundredths },
    ...{ unitPriceMinor: 0, listPriceMinor: 0, discountMinor: 0, totalMinor, movesStock: true },
  });
  const today = (...rows: Sale[]) => reportOf(rows, 'Africa/Kampala', '2026-11-21', '2026-11-21');
  const payment = (id: number, amountMinor: number, atMs: number) => ({
    ...{ id, amountMinor, atMs, paymentMethodId: null, paymentMethodName: null, transactionId: null, byUserId: 70 },
  });

  test('R-REP-17 R-REP-20 M6 a cancelled sale is in no sum; what was paid for it and not given back is a line of its own', () => {
    const cancelled = saleRow({
      ...{ id: 1, createdAtMs: AT_MS, finalMinor: 500, status: 'cancelled', payments: [payment(1, 500, AT_MS)] },
      lines: [line(1, 100, 500)],
    });
    expect(today(cancelled)).toMatchObject({
      ...{ saleCount: 0, totalMinor: 0, unpaidMinor: 0, items: [], sellers: [] },
      ...{ methods: [], toGiveBackMinor: 500 },
    });
    const given = { ...payment(3, 200, AT_MS + 1), way: 'refunded' as const };
    expect(today({ ...cancelled, refunds: [given] })).toMatchObject({ methods: [], toGiveBackMinor: 300 });
    // The rest is given back a week later.
    const later = { ...payment(4, 300, AT_MS + 7 * 86_400_000), way: 'refunded' as const };
    expect(today({ ...cancelled, refunds: [given, later] })).toMatchObject({ methods: [], toGiveBackMinor: 0 });
    // Money that is kept for the customer need not be given back.
    const kept = { ...later, way: 'kept' as const };
    expect(today({ ...cancelled, refunds: [given, kept] })).toMatchObject({ methods: [], toGiveBackMinor: 0 });
  });

  test('R-REP-17 M6 what is to be given back is counted on the day on which it was taken', () => {
    const cancelled = saleRow({
      ...{ id: 1, createdAtMs: AT_MS - 86_400_000, finalMinor: 500, status: 'cancelled' },
      payments: [payment(1, 200, AT_MS - 86_400_000), payment(2, 300, AT_MS)],
    });
    expect(today(cancelled).toGiveBackMinor).toBe(300);
    expect(reportOf([cancelled], 'Africa/Kampala', '2026-11-20', '2026-11-20').toGiveBackMinor).toBe(200);
  });

  test('C-142 a sale that is not paid counts as one, and is told apart', () => {
    const sale = saleRow({
      id: 1,
      createdAtMs: AT_MS,
      finalMinor: 900,
      status: 'pending',
      payments: [payment(2, 200, AT_MS)],
    });
    expect(today(sale)).toMatchObject({ totalMinor: 900, paidMinor: 200, unpaidMinor: 700 });
  });

  test('C-052 a row of a build that knew no payments was paid in cash as it was rung up', () => {
    expect(today(saleRow({ id: 1, createdAtMs: AT_MS, finalMinor: 900 })).methods).toEqual([
      { name: 'Cash', takenMinor: 900, returnedMinor: 0 },
    ]);
  });

  test('SYN-23 what a wrong clock dated is counted, and told', () => {
    const sale = saleRow({ id: 1, createdAtMs: AT_MS, finalMinor: 900, flags: ['clock_suspect'] });
    expect(today(sale)).toMatchObject({ saleCount: 1, clockSuspectCount: 1 });
  });

  test('R-REP-18 the top five by quantity, not by money', () => {
    const lines = [1, 2, 3, 4, 5, 6, 7].map((itemId) => line(itemId, itemId * 100, 10_000 - itemId));
    const report = today(saleRow({ id: 1, createdAtMs: AT_MS, finalMinor: 1, lines }));
    expect(topItems(report.items).map(({ itemId }) => itemId)).toEqual([7, 6, 5, 4, 3]);
    expect(report.items.map(({ itemId }) => itemId)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('G27 profit is sales less cost and discounts; what has no cost price is in neither, and told', () => {
    const lines = [line(1, 250, 100_000), line(2, 100, 5_000), line(3, 100, 700)];
    const report = today(saleRow({ id: 1, createdAtMs: AT_MS, finalMinor: 103_700, discountMinor: 2_000, lines }));
    const costs = new Map([
      [1, 33_333],
      [2, null],
    ]);
    // 2.5 × 333.33 = 833.325, half up.
    expect(profitOf(report, costs)).toEqual({
      ...{ costMinor: 83_333, profitMinor: 100_000 - 83_333 - 2_000 },
      ...{ uncostedMinor: 5_700, uncostedCount: 2 },
    });
    expect(report.items.map((item) => itemProfitMinor(item, costs))).toEqual([16_667, null, null]);
  });
});

describe('R-REP-06 R-REP-07 R-REP-08 G26 C-140 the periods', () => {
  const SUNDAY_MS = Date.UTC(2026, 10, 22, 21, 30);
  const range = (period: Parameters<typeof periodRange>[0], from = '', to = '') =>
    periodRange(period, SUNDAY_MS, 'Africa/Kampala', { from, to });
  const iso = (read: ReturnType<typeof range>) =>
    read && [new Date(read.fromMs).toISOString(), new Date(read.toMs).toISOString()];

  test('are those of the shop: it is Monday there already', () => {
    expect(iso(range('today'))).toEqual(['2026-11-22T21:00:00.000Z', '2026-11-23T21:00:00.000Z']);
    expect(iso(range('week'))).toEqual(['2026-11-22T21:00:00.000Z', '2026-11-29T21:00:00.000Z']);
    expect(iso(range('month'))).toEqual(['2026-10-31T21:00:00.000Z', '2026-11-30T21:00:00.000Z']);
  });

  test('from a day to a day, both in, in whichever order', () => {
    const days = ['2026-11-01T21:00:00.000Z', '2026-11-03T21:00:00.000Z'];
    expect(iso(range('days', '2026-11-02', '2026-11-03'))).toEqual(days);
    expect(iso(range('days', '2026-11-03', '2026-11-02'))).toEqual(days);
  });

  test('what are no two days, or too many, is no range', () => {
    for (const [from, to] of [
      ['', '2026-11-03'],
      ['2026-02-30', '2026-11-03'],
      ['yesterday', 'today'],
      ['2020-01-01', '2026-11-03'],
    ] as const)
      expect(range('days', from, to)).toBeNull();
  });
});

describe('R-CTR-09 several items that stand for one', () => {
  const takings = (itemId: number, name: string, totalMinor: number) => ({
    ...{ itemId, name, totalMinor, quantityHundredths: 100 },
  });
  const items = [takings(1, 'Sugar', 500), takings(8, 'Charging', 400), takings(9, 'Airtime', 300)];

  test('are one line, in its place by what it took, under the name of the item', () => {
    const one = countAsOne(items, [
      { id: 9, name: 'Other' },
      { id: 8, name: 'Other' },
    ]);
    expect(one).toEqual([{ ...takings(9, 'Other', 700), quantityHundredths: 200 }, takings(1, 'Sugar', 500)]);
  });

  test('nothing is added where none of them was sold, or where there are none', () => {
    expect(countAsOne(items, [{ id: 7, name: 'Other' }])).toEqual(items);
    expect(countAsOne(items, [])).toEqual(items);
  });
});

test('G27 costs beyond every stored amount are rounded, and the report is there all the same', () => {
  const takings = { itemId: 1, name: 'Gold', quantityHundredths: 9_999_999 * 18, totalMinor: 1_000 };
  const profit = itemProfitMinor(takings, new Map([[1, 9_999_999_999_999]]));
  expect(profit).toBeLessThan(-Number.MAX_SAFE_INTEGER);
});
