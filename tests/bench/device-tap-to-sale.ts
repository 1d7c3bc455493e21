import type { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import { type Bench, countMainThread, goTo, putDevice, slowDown, withBench } from './device-phone.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';
import { seededRandom } from '../../scripts/demo/seeded-random.ts';

const SALES = 30;
const LINES = 3;
const BOUNDS = [
  { slowness: 1, boundMs: 60 },
  { slowness: 4, boundMs: 200 },
];

/**
 * P1: from the tap on 'Create sale', three lines, to the frame that shows 'Sale created', with the reference shop on
 * the device; and what a bare strict transaction takes to write the same rows, in turn with it.
 */
export async function measureTapToSale(bench: Bench): Promise<void> {
  const phone = await bench.offlinePhone();
  await openForm(phone);
  for (const { slowness, boundMs } of BOUNDS) {
    const taps: number[] = [];
    const cpu: number[] = [];
    const floors: number[] = [];
    for (let nth = 0; nth < SALES; nth += 1) {
      const { tookMs, cpuMs } = await tap(phone, slowness, nth);
      taps.push(tookMs);
      cpu.push(cpuMs);
      floors.push(await floorOf(phone, slowness));
    }
    printFigure('P1', `tap to 'Sale created', processor ${slowness} times slower`, {
      p50: rounded(median(taps)),
      p95: rounded(quantile(taps, 0.95)),
      bound: boundMs,
      cpuP50: rounded(median(cpu)),
      floorMs: rounded(median(floors)),
      timesFloor: rounded(median(taps) / median(floors)),
      boundTimesFloor: 6,
      sales: SALES,
    });
  }
  await measureActAlone(phone);
  await phone.quit();
}

/** The same act without a form and its screens: what of the tap is the store's. */
async function measureActAlone(phone: PhoneWithProfile): Promise<void> {
  const acts: number[] = [];
  const floors: number[] = [];
  for (let nth = 0; nth < SALES; nth += 1) {
    const [sale] = await phone.page.evaluate(([seed, lines]) => window.device.sell(1, seed, lines), [
      500 + nth,
      LINES,
    ] as const);
    acts.push(sale?.tookMs ?? Number.NaN);
    floors.push(await floorOf(phone, 1));
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

async function tap(phone: PhoneWithProfile, slowness: number, nth: number): Promise<{ tookMs: number; cpuMs: number }> {
  const { app, page } = phone;
  const random = seededRandom(1_000 * slowness + nth);
  for (let line = 1; line <= LINES; line += 1) {
    if (line > 1) await app.newSale.addLine();
    const field = app.newSale.lineField(line, 'Item');
    await field.click();
    await field.fill(String(1_000 + random.below(9_000)));
    await app.newSale.line(line).getByRole('option').filter({ hasText: /\d{4}/ }).first().click();
  }
  const restore = await slowDown(page, slowness);
  const mainThreadMs = await countMainThread(page);
  const before = await mainThreadMs();
  await app.newSale.submit();
  const tookMs = await page.evaluate(() => window.tapped);
  const cpuMs = (await mainThreadMs()) - before;
  await restore();
  await app.closeToast();
  await goTo(page, '/sales/new');
  await app.newSale.submitButton.waitFor();
  return { tookMs, cpuMs };
}

async function floorOf({ page }: PhoneWithProfile, slowness: number): Promise<number> {
  const restore = await slowDown(page, slowness);
  const tookMs = await page.evaluate(() => window.device.rewriteLast());
  await restore();
  return tookMs;
}

declare global {
  interface Window {
    /** From the last tap on the form's button to the frame that shows its success. */
    tapped: Promise<number>;
  }
}

/** Runs inside the page. */
function watchTaps(): void {
  document.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('button[type=submit]')) return;
      window.tapped = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector('.k-toasts')?.textContent?.includes('Sale created')) return;
          observer.disconnect();
          // The frame is on screen once a task after it runs.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - event.timeStamp);
            port2.postMessage(null);
          });
        });
        observer.observe(document.body, { childList: true, subtree: true });
      });
    },
    { capture: true },
  );
}

export const run = (): Promise<void> => withBench(measureTapToSale);
