import { monthRange } from '../../domain/time.ts';
import { type Bench, countMainThread, putDevice, slowDown, withBench } from './device-phone.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';
import { REFERENCE } from './reference-shop.ts';
import { recordTasks, TASK_BOUND_MS } from './main-thread-tasks.ts';

const ZONE = 'Africa/Kampala';
const DAY_MS = 86_400_000;
const RUNS = 9;
/** The number of runs in which processor time is counted. */
const RUNS_COUNTED = 5;

/**
 * Measures P4: the sales report of a month and of a year, with costs and profit, from the device's database and with no
 * signal. In turn with it the floor: the same sales read by bare IndexedDB at once. Each report is checked against
 * them.
 */
export async function measureReports(bench: Bench): Promise<void> {
  const phone = await bench.offlinePhone();
  await phone.open('/settings/data');
  await putDevice(phone.page);
  const openedMs = performance.now();
  await phone.page.evaluate((days) => window.device.hasSummaries(days), REFERENCE.days);
  printFigure('P4', 'the sums of all days made, once, beside the screens', {
    tookMs: rounded(performance.now() - openedMs),
  });
  const month = monthRange(Date.now() - 40 * DAY_MS, ZONE);
  const year = { fromMs: Date.now() - 365 * DAY_MS, toMs: Date.now() };
  const ranges = [
    { what: 'a month', range: month, boundMs: 100 },
    { what: 'a year', range: year, boundMs: 500 },
  ];
  for (const { what, range, boundMs } of ranges)
    for (const slowness of [1, 4]) {
      const restore = await slowDown(phone.page, slowness);
      const runs = await phone.page.evaluate(
        ([wish, zone, count]) => window.device.reportSales(wish, zone, count, true),
        [range, ZONE, slowness === 1 ? RUNS : 3] as const,
      );
      await restore();
      const times = runs.map(({ tookMs }) => tookMs);
      const floors = runs.map(({ floorMs }) => floorMs);
      printFigure('P4', `the sales report of ${what}, processor ${slowness} times slower`, {
        p50: rounded(median(times)),
        p95: rounded(quantile(times, 0.95)),
        ...(slowness === 1 ? { bound: boundMs } : {}),
        floor: rounded(median(floors)),
        ratio: rounded(median(times) / median(floors)),
        sales: runs[0]?.sales ?? 0,
      });
    }
  for (const { what, range } of ranges) {
    const read = async (isCompared: boolean) => {
      const mainThread = await countMainThread(phone.page);
      const beforeMs = await mainThread.computedMs();
      await phone.page.evaluate(
        ([wish, zone, count, withFloor]) => window.device.reportSales(wish, zone, count, withFloor),
        [range, ZONE, RUNS_COUNTED, isCompared] as const,
      );
      const computedMs = (await mainThread.computedMs()) - beforeMs;
      await mainThread.stop();
      return computedMs / RUNS_COUNTED;
    };
    const cpu = await read(false);
    printFigure('P4', `the same, of ${what}, what the main thread computes`, {
      cpu: rounded(cpu),
      cpuOfFloor: rounded((await read(true)) - cpu),
    });
  }
  const tasks = await recordTasks(phone.page);
  await phone.page.evaluate(([wish, zone]) => window.device.reportSales(wish, zone, 1, false), [year, ZONE] as const);
  const { longestMs, longestComputedMs } = await tasks.stop();
  printFigure('P4', 'the longest task of the main thread while the report of a year is read', {
    longestMs: rounded(longestMs),
    longestComputedMs: rounded(longestComputedMs),
    bound: TASK_BOUND_MS,
  });
  await phone.quit();
}

export const run = (): Promise<void> => withBench(measureReports);
