import { type BrowserContext, chromium } from 'playwright/test';
import { makeFolder, removeFolder } from '../../e2e/fixtures/places.ts';
import { workerControls } from '../../e2e/fixtures/service-worker.ts';
import { BROWSER } from './browser.ts';
import { type Bench, countMainThread, slowDown, withBench } from './device-phone.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';
import { serveFloorPage } from './floor-page.ts';

const RUNS = 7;
/** Counting processor time takes time itself, so it is done in launches that are not timed. */
const COUNTED_RUNS = 3;
const BOUNDS = [
  { slowness: 1, boundMs: 1_000 },
  { slowness: 4, boundMs: 2_500 },
];

/** Milliseconds since the navigation began; `fromProcessMs`: since the start of the browser's process. */
interface Launch {
  shownMs: number;
  answersMs: number;
  /** Processor time of the main thread until then, if it was counted. */
  cpuMs: number;
  /** Since the typing, including its pause of 300 ms and the building of the search index. */
  searchMs: number;
  fromProcessMs: number;
}

/**
 * Measures P5: a new browser process opens the sale form with no signal. Three times: until the form is shown, until
 * its picker offers items, until the first search among all items is answered. The floor, an empty page with React and
 * Mantine, is launched in turn with it.
 */
export async function measureColdLaunch(bench: Bench): Promise<void> {
  const phone = await bench.offlinePhone();
  await phone.quit();
  const floor = await prepareFloor();
  try {
    for (const { slowness, boundMs } of BOUNDS) {
      const launches: Launch[] = [];
      const floors: Launch[] = [];
      const counted: { own: number[]; floor: number[] } = { own: [], floor: [] };
      for (let nth = 0; nth < RUNS + COUNTED_RUNS; nth += 1) {
        const isCounted = nth >= RUNS;
        const startedAtMs = Date.now();
        await phone.start();
        await phone.loseSignal();
        const options = { slowness, startedAtMs, hasPicker: true, isCounted };
        const launched = await launch(phone.context, `${phone.line.url}/sales/new`, options);
        await phone.quit();
        const bare = await floor.launch(slowness, isCounted);
        if (isCounted) {
          counted.own.push(launched.cpuMs);
          counted.floor.push(bare.cpuMs);
        } else {
          launches.push(launched);
          floors.push(bare);
        }
      }
      const of = (runs: readonly Launch[], figure: keyof Launch) => rounded(median(runs.map((run) => run[figure])));
      printFigure('P5', `cold launch with no signal to a sale form, processor ${slowness} times slower`, {
        ms: of(launches, 'answersMs'),
        worstMs: rounded(
          quantile(
            launches.map(({ answersMs }) => answersMs),
            1,
          ),
        ),
        bound: boundMs,
        formShownMs: of(launches, 'shownMs'),
        cpuMs: rounded(median(counted.own)),
        firstSearchMs: of(launches, 'searchMs'),
        fromProcessMs: of(launches, 'fromProcessMs'),
        floorMs: of(floors, 'answersMs'),
        floorCpuMs: rounded(median(counted.floor)),
        floorFromProcessMs: of(floors, 'fromProcessMs'),
        timesFloor: rounded(median(launches.map((run, nth) => run.answersMs / (floors[nth]?.answersMs ?? Number.NaN)))),
        launches: RUNS,
      });
    }
  } finally {
    await floor.end();
  }
}

interface Floor {
  launch(slowness: number, isCounted: boolean): Promise<Launch>;
  end(): Promise<void>;
}

/** Makes a profile that can open the empty page offline, and stops the page's server. */
async function prepareFloor(): Promise<Floor> {
  const page = await serveFloorPage();
  const profile = makeFolder('profile');
  const first = await chromium.launchPersistentContext(profile, BROWSER);
  const tab = await first.newPage();
  await tab.goto(page.url);
  await workerControls(tab);
  await tab.reload();
  await first.close();
  await page.end();
  return {
    async launch(slowness, isCounted) {
      const startedAtMs = Date.now();
      const context = await chromium.launchPersistentContext(profile, BROWSER);
      await context.setOffline(true);
      const launched = await launch(context, page.url, { slowness, startedAtMs, hasPicker: false, isCounted });
      await context.close();
      return launched;
    },
    async end() {
      removeFolder(profile);
    },
  };
}

interface LaunchOptions {
  slowness: number;
  startedAtMs: number;
  hasPicker: boolean;
  isCounted: boolean;
}

async function launch(
  context: BrowserContext,
  url: string,
  { slowness, startedAtMs, hasPicker, isCounted }: LaunchOptions,
): Promise<Launch> {
  await context.addInitScript(watchLaunch, hasPicker);
  const page = context.pages()[0] ?? (await context.newPage());
  await slowDown(page, slowness);
  const mainThread = isCounted ? await countMainThread(page) : null;
  await page.goto(url, { waitUntil: 'commit' });
  const { timeOriginMs, ...marks } = await page.evaluate(() => window.launched);
  const cpuMs = (await mainThread?.computedMs()) ?? Number.NaN;
  const searchMs = hasPicker ? await page.evaluate(() => window.searchFor('SKU-7777')) : 0;
  return { ...marks, cpuMs, searchMs, fromProcessMs: timeOriginMs + marks.answersMs - startedAtMs };
}

declare global {
  interface Window {
    launched: Promise<{ timeOriginMs: number; shownMs: number; answersMs: number }>;
    /** Types into the open picker; returns the milliseconds until the item is offered. */
    searchFor: (sku: string) => Promise<number>;
  }
}

/** Runs inside the page from its start: opens the picker as soon as it is shown, then searches in it. */
function watchLaunch(hasPicker: boolean): void {
  const onScreen = <T>(find: () => T | null | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = () => {
        const found = find();
        if (found === null || found === undefined) return;
        observer.disconnect();
        // The frame has been painted when the next task runs.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(found);
          port2.postMessage(null);
        });
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true, attributes: true });
      look();
    });
  const follow = async () => {
    const input = await onScreen(() =>
      document.querySelector<HTMLInputElement>(hasPicker ? 'fieldset input' : 'input'),
    );
    const shownMs = performance.now();
    if (hasPicker) {
      input.focus();
      input.click();
      await onScreen(() => document.querySelector('[role=option]'));
    }
    return { timeOriginMs: performance.timeOrigin, shownMs, answersMs: performance.now() };
  };
  window.launched = follow();
  window.searchFor = async (sku) => {
    const input = document.querySelector<HTMLInputElement>('fieldset input');
    const startedMs = performance.now();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, sku);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
    const number = sku.split('-').at(-1) ?? sku;
    await onScreen(() =>
      [...document.querySelectorAll('[role=option]')].find((option) => option.textContent?.includes(number)),
    );
    return performance.now() - startedMs;
  };
}

export const run = (): Promise<void> => withBench(measureColdLaunch);
