import type { Page } from 'playwright/test';
import type { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import { shopRows } from '../../e2e/fixtures/storage.ts';
import { type Bench, slowDown, thumbOn, withBench } from './device-phone.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';

const TAPS = 60;
const SALES = 30;
const ITEMS_PER_SALE = 3;
const LAUNCHES = 7;
const TAP_BOUNDS = [
  { slowness: 1, boundMs: 32 },
  { slowness: 4, boundMs: 100 },
];
/** The bounds of P1: a sale at the counter must be confirmed as quickly as one in the form. */
const SALE_BOUNDS = [
  { slowness: 1, boundMs: 60 },
  { slowness: 4, boundMs: 200 },
];
/** The bounds of P5. */
const LAUNCH_BOUNDS = [
  { slowness: 1, boundMs: 1_000 },
  { slowness: 4, boundMs: 2_500 },
];
/** The time between two taps of a thumb. */
const THUMB_MS = 300;
/** The least number of tiles that a phone's screen shows whole. */
const TILES_MIN = 9;

/**
 * Measures the counter with 10,000 items on the device and no signal: from the tap on a tile to the frame with its
 * number; from 'Exact' to the frame with 'Sale created'; and from a cold launch at the counter to the frame with tiles.
 */
export async function measureCounter(bench: Bench): Promise<void> {
  const phone = await bench.offlinePhone();
  await openCounter(phone);
  for (const { slowness, boundMs } of TAP_BOUNDS) await measureTaps(phone, slowness, boundMs);
  for (const { slowness, boundMs } of SALE_BOUNDS) await measureSales(phone, slowness, boundMs);
  await openAtCounter(phone);
  await phone.quit();
  for (const { slowness, boundMs } of LAUNCH_BOUNDS) await measureLaunches(phone, slowness, boundMs);
}

async function openCounter(phone: PhoneWithProfile): Promise<void> {
  await phone.open('/counter');
  await tilesOf(phone.page).first().waitFor();
  await phone.page.waitForFunction((count) => document.querySelectorAll('.k-tile-main').length >= count, TILES_MIN);
  await phone.page.evaluate(watchCounter);
}

async function openAtCounter({ app, page }: PhoneWithProfile): Promise<void> {
  await app.goTo('Settings');
  const choice = page.getByRole('radiogroup', { name: 'Open Kaunta at' });
  await choice.getByText('Counter', { exact: true }).click();
  await choice.getByRole('radio', { name: 'Counter', checked: true }).waitFor({ state: 'attached' });
}

const tilesOf = (page: Page) => page.locator('.k-tile-main');

async function measureTaps({ page }: PhoneWithProfile, slowness: number, boundMs: number): Promise<void> {
  const before = await piecesInBasket(page);
  const restore = await slowDown(page, slowness);
  const times: number[] = [];
  for (let nth = 0; nth < TAPS; nth += 1) {
    await page.waitForTimeout(THUMB_MS);
    await tilesOf(page)
      .nth(nth % TILES_MIN)
      .click();
    times.push(await page.evaluate(() => window.counted));
  }
  await restore();
  const added = (await piecesInBasket(page)) - before;
  if (added !== TAPS) throw new Error(`${TAPS} taps put ${added} pieces into the basket`);
  printFigure('counter', `tap on a tile to its number, processor ${slowness} times slower`, {
    p50: rounded(median(times)),
    p95: rounded(quantile(times, 0.95)),
    bound: boundMs,
    taps: TAPS,
  });
}

/** Returns the number of pieces that the bar under the tiles shows. */
async function piecesInBasket(page: Page): Promise<number> {
  const text = await page.locator('.k-basket-toggle').textContent();
  return Number(/^(\d+) item/.exec(text ?? '')?.[1] ?? Number.NaN);
}

async function measureSales(phone: PhoneWithProfile, slowness: number, boundMs: number): Promise<void> {
  const { app, page } = phone;
  const before = await salesThatWait(page);
  const told: number[] = [];
  const done: number[] = [];
  const expectedMinor: number[] = [];
  for (let nth = 0; nth < SALES; nth += 1) {
    for (let tap = 0; tap < ITEMS_PER_SALE; tap += 1)
      await tilesOf(page)
        .nth((nth + tap) % TILES_MIN)
        .click();
    await app.counter.charge.click();
    const due = await app.counter.payment.getByLabel('Amount due').textContent();
    expectedMinor.push(Number((due ?? '').replaceAll(/[^\d]/g, '')) * 100);
    const tapExact = await thumbOn(app.counter.payment.getByRole('button', { name: 'Exact', exact: true }));
    const restore = await slowDown(page, slowness);
    await page.waitForTimeout(THUMB_MS);
    await tapExact();
    told.push(await page.evaluate(() => window.told));
    done.push(await page.evaluate(() => window.done));
    await restore();
    await app.closeToast();
  }
  const made = (await salesThatWait(page)).slice(before.length);
  if (made.join() !== expectedMinor.join()) throw new Error(`Sold ${expectedMinor.join()}, but kept ${made.join()}`);
  printFigure('P1', `counter: 'Exact' to 'Sale created', processor ${slowness} times slower`, {
    p50: rounded(median(told)),
    p95: rounded(quantile(told, 0.95)),
    bound: boundMs,
    p95ToSheet: rounded(quantile(done, 0.95)),
    sales: SALES,
  });
}

/** Returns the amounts of the unsent sales, in order. Without a signal these are all sales. */
async function salesThatWait(page: Page): Promise<number[]> {
  interface Entry {
    seq: number;
    wire: { name: string; args: { finalMinor?: number } };
  }
  const { outbox } = await shopRows<{ outbox: Entry }>(page, ['outbox']);
  return outbox
    .toSorted((a, b) => a.seq - b.seq)
    .filter(({ wire }) => wire.name === 'sale.create')
    .map(({ wire }) => wire.args.finalMinor ?? Number.NaN);
}

async function measureLaunches(phone: PhoneWithProfile, slowness: number, boundMs: number): Promise<void> {
  const shown: number[] = [];
  for (let nth = 0; nth < LAUNCHES; nth += 1) {
    await phone.start();
    await phone.loseSignal();
    const page = phone.context.pages()[0] ?? (await phone.context.newPage());
    await page.addInitScript(watchLaunch, TILES_MIN);
    const restore = await slowDown(page, slowness);
    await page.goto(`${phone.line.url}/`, { waitUntil: 'commit' });
    shown.push(await page.evaluate(() => window.tilesShown));
    await restore();
    const path = new URL(page.url()).pathname;
    if (path !== '/counter') throw new Error(`The app opened at ${path}`);
    const before = await piecesInBasket(page);
    await tilesOf(page).first().click();
    await page.waitForFunction(
      (count) => document.querySelector('.k-basket-toggle')?.textContent?.startsWith(`${count} item`) === true,
      before + 1,
    );
    await phone.quit();
  }
  printFigure('P5', `cold launch with no signal to the counter's tiles, processor ${slowness} times slower`, {
    ms: rounded(median(shown)),
    worstMs: rounded(quantile(shown, 1)),
    bound: boundMs,
    launches: LAUNCHES,
  });
}

declare global {
  interface Window {
    /** Milliseconds from the last tap on a tile to the frame that shows one more on it. */
    counted: Promise<number>;
    /** Milliseconds from the last tap that paid to the frame that says 'Sale created'. */
    told: Promise<number>;
    /** Milliseconds from the same tap to the frame with the sheet that follows a sale. */
    done: Promise<number>;
    /** Milliseconds from the navigation to the frame with the tiles. */
    tilesShown: Promise<number>;
  }
}

/** Runs inside the page. */
function watchCounter(): void {
  const frameWith = (isThere: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isThere()) return;
        observer.disconnect();
        // The frame has been painted when the next task runs. This one comes before the app's own next task: the app
        // waits for the same frame, and then shows the sheet.
        requestAnimationFrame(() => {
          void scheduler.postTask(() => resolve(performance.now()), { priority: 'user-blocking' });
        });
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  document.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element)) return;
      const since = (atMs: number) => atMs - event.timeStamp;
      const tile = event.target.closest('.k-tile-main')?.parentElement ?? null;
      if (tile !== null) {
        const count = () => Number(tile.querySelector('.k-tile-count')?.textContent ?? 0);
        const before = count();
        window.counted = frameWith(() => count() === before + 1).then(since);
      } else if (event.target.closest('.k-notes button') !== null) {
        window.done = frameWith(() => document.querySelector('.k-finished') !== null).then(since);
        window.told = frameWith(
          () => document.querySelector('.k-toast')?.textContent?.includes('Sale created') === true,
        ).then(since);
      }
    },
    { capture: true },
  );
}

/** Runs inside the page before any script of the app. */
function watchLaunch(tilesMin: number): void {
  window.tilesShown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const named = [...document.querySelectorAll('.k-tile-name')].filter(({ textContent }) => textContent !== '');
      if (named.length < tilesMin) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
    observer.observe(document, { childList: true, characterData: true, subtree: true });
  });
}

export const run = (): Promise<void> => withBench(measureCounter);
