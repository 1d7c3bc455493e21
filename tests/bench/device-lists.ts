import type { SearchedTable } from '../../sync/store/search/search-index.ts';
import { type Bench, putDevice, slowDown, withBench } from './device-phone.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';

const PAGES = 60;
const TABLES: readonly SearchedTable[] = ['sale', 'item', 'customer'];
const SORTED = [
  { table: 'item', by: 'price' },
  { table: 'sale', by: 'total' },
] as const;
const PRESSES = 9;
const BOUNDS = [
  { slowness: 1, boundMs: 30 },
  { slowness: 4, boundMs: 100 },
];

/**
 * Measures P3: the rows of a list's page, for any page number and search, read as the screens read them, and sorted by
 * a column (R-WIDE-12). Then P12: the page's memory with all search indexes built.
 */
export async function measureLists(bench: Bench): Promise<void> {
  const phone = await bench.offlinePhone();
  await phone.open('/sales');
  await putDevice(phone.page);
  for (const table of TABLES) {
    const warmMs = await phone.page.evaluate((name) => window.device.warm(name), table);
    for (const { slowness, boundMs } of BOUNDS) {
      const restore = await slowDown(phone.page, slowness);
      const times = await phone.page.evaluate(([name, pages, seed]) => window.device.readPages(name, pages, seed), [
        table,
        PAGES,
        70 + slowness,
      ] as const);
      await restore();
      printFigure('P3', `a page of the list of ${table} rows, processor ${slowness} times slower`, {
        p50: rounded(median(times.map(({ tookMs }) => tookMs))),
        p95: rounded(
          quantile(
            times.map(({ tookMs }) => tookMs),
            0.95,
          ),
        ),
        bound: boundMs,
        rows: times[0]?.total ?? 0,
        indexBuiltInMs: rounded(warmMs),
        pages: PAGES,
      });
    }
  }
  const session = await phone.context.newCDPSession(phone.page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  printFigure('P12', 'heap of the page with the reference shop, all search indexes built', {
    megabytes: rounded(usedSize / 1_000_000),
    bound: 80,
  });
  // The sort keys are in memory only after the first sorting.
  for (const wish of SORTED) {
    const { total, tookMs } = await phone.page.evaluate((sort) => window.device.sortRows(sort), {
      ...wish,
      presses: PRESSES,
    });
    const [firstMs = Number.NaN, ...othersMs] = tookMs;
    printFigure('P3', `the first page of the list of ${wish.table} rows, sorted by ${wish.by}`, {
      ...{ firstPress: rounded(firstMs), p50: rounded(median(othersMs)), rows: total, presses: PRESSES },
    });
  }
  await phone.quit();
}

export const run = (): Promise<void> => withBench(measureLists);
