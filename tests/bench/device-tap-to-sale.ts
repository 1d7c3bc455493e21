import type { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import { type BareTap, BARE_BUTTON } from './device-floor.ts';
import { type Bench, countMainThread, goTo, putDevice, slowDown, thumbOn, withBench } from './device-phone.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';
import { seededRandom } from '../../scripts/demo/seeded-random.ts';

const SALES = 30;
/** Counting processor time takes time itself, so it is done for taps that are not timed. */
const COUNTED_SALES = 5;
const LINES = 3;
const BOUNDS = [
  { slowness: 1, boundMs: 60 },
  { slowness: 4, boundMs: 200 },
];

/**
 * Measures P1 with the reference shop on the device: from the tap on 'Create sale' (three lines) to the frame that
 * shows 'Sale created', and to the frame of the list with the new sale. In turn with it the floor: a tap on a bare
 * button that writes the same rows in a bare strict transaction, to the frame that shows a word.
 */
export async function measureTapToSale(bench: Bench): Promise<void> {
  const phone = await bench.offlinePhone();
  await openForm(phone);
  for (const { slowness, boundMs } of BOUNDS) {
    const taps: Tap[] = [];
    const floors: BareTap[] = [];
    for (let nth = 0; nth < SALES; nth += 1) {
      taps.push(await tap(phone, slowness, nth));
      floors.push(await floorOf(phone, slowness));
    }
    const computed: number[] = [];
    for (let nth = 0; nth < COUNTED_SALES; nth += 1) {
      const { computedMs } = await tap(phone, slowness, SALES + nth, true);
      computed.push(computedMs);
    }
    const of = (figure: keyof Tap) => taps.map((each) => each[figure]);
    const floorMs = median(floors.map(({ shownMs }) => shownMs));
    printFigure('P1', `tap to 'Sale created', processor ${slowness} times slower`, {
      p50: rounded(median(of('toldMs'))),
      p95: rounded(quantile(of('toldMs'), 0.95)),
      bound: boundMs,
      listedP50: rounded(median(of('listedMs'))),
      listedP95: rounded(quantile(of('listedMs'), 0.95)),
      cpuP50: rounded(median(computed)),
      floorMs: rounded(floorMs),
      timesFloor: rounded(median(of('toldMs')) / floorMs),
      boundTimesFloor: 6,
      transactionMs: rounded(median(floors.map(({ writtenMs }) => writtenMs))),
      sales: SALES,
    });
  }
  await measureActAlone(phone);
  await phone.quit();
}

/** Measures the same act without form and screens: the store's share of the tap. */
async function measureActAlone(phone: PhoneWithProfile): Promise<void> {
  const acts: number[] = [];
  const floors: number[] = [];
  for (let nth = 0; nth < SALES; nth += 1) {
    const [sale] = await phone.page.evaluate(([seed, lines]) => window.device.sell(1, seed, lines), [
      500 + nth,
      LINES,
    ] as const);
    acts.push(sale?.tookMs ?? Number.NaN);
    floors.push((await floorOf(phone, 1)).writtenMs);
  }
  printFigure('P1', 'sale.create on the device without its screens', {
    p50: rounded(median(acts)),
    p95: rounded(quantile(acts, 0.95)),
    floorMs: rounded(median(floors)),
    timesFloor: rounded(median(acts) / median(floors)),
  });
}

async function openForm(phone: PhoneWithProfile): Promise<void> {
  const app = await phone.open('/sales/new');
  await app.newSale.submitButton.waitFor();
  await putDevice(phone.page);
  await phone.page.evaluate(watchTaps);
}

/** Milliseconds since the tap. `computedMs`: processor time of the main thread until the list was shown, if counted. */
interface Tap {
  toldMs: number;
  listedMs: number;
  computedMs: number;
}

async function tap(phone: PhoneWithProfile, slowness: number, nth: number, isCounted = false): Promise<Tap> {
  const { app, page } = phone;
  const random = seededRandom(1_000 * slowness + nth);
  for (let line = 1; line <= LINES; line += 1) {
    if (line > 1) await app.newSale.addLine();
    const field = app.newSale.lineField(line, 'Item');
    await field.click();
    await field.fill(String(1_000 + random.below(9_000)));
    await app.newSale.line(line).getByRole('option').filter({ hasText: /\d{4}/ }).first().click();
  }
  const tapButton = await thumbOn(app.newSale.submitButton);
  const restore = await slowDown(page, slowness);
  await page.waitForTimeout(THUMB_MS);
  const mainThread = isCounted ? await countMainThread(page) : null;
  const beforeMs = (await mainThread?.computedMs()) ?? Number.NaN;
  await tapButton();
  const tapped = await page.evaluate(() => window.tapped);
  const afterMs = (await mainThread?.computedMs()) ?? Number.NaN;
  await mainThread?.stop();
  await restore();
  await app.closeToast();
  await goTo(page, '/sales/new');
  await app.newSale.submitButton.waitFor();
  return { ...tapped, computedMs: afterMs - beforeMs };
}

/** The time from the last choice to the button, so that the work of the choice is over before the tap. */
const THUMB_MS = 500;

async function floorOf({ page }: PhoneWithProfile, slowness: number): Promise<BareTap> {
  await page.evaluate(() => window.device.offerBareTap());
  const tapButton = await thumbOn(page.locator(`#${BARE_BUTTON}`));
  const restore = await slowDown(page, slowness);
  await page.waitForTimeout(THUMB_MS);
  await tapButton();
  const floor = await page.evaluate(() => window.device.bareTapped());
  await restore();
  if (!floor) throw new Error('The bare tap told nothing');
  return floor;
}

declare global {
  interface Window {
    /**
     * Milliseconds from the last tap on the form's button to the frame with the toast, and to the one that lists the
     * sale.
     */
    tapped: Promise<{ toldMs: number; listedMs: number }>;
  }
}

/** Runs inside the page. */
function watchTaps(): void {
  const frameWith = (isThere: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!isThere()) return;
        observer.disconnect();
        // The frame has been painted when the next task runs. This one comes before the app's own next task: the app
        // waits for the same frame, and then leaves the form.
        requestAnimationFrame(() => {
          void scheduler.postTask(() => resolve(performance.now()), { priority: 'user-blocking' });
        });
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
  const listed = () => document.querySelectorAll('main a[href^="/sales/"]:not([href$="/new"])').length > 0;
  document.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('button[type=submit]')) return;
      window.tapped = Promise.all([
        frameWith(() => document.querySelector('.k-toast')?.textContent?.includes('Sale created') === true),
        frameWith(listed),
      ]).then(([toldAtMs, listedAtMs]) => ({
        toldMs: toldAtMs - event.timeStamp,
        listedMs: listedAtMs - event.timeStamp,
      }));
    },
    { capture: true },
  );
}

export const run = (): Promise<void> => withBench(measureTapToSale);
