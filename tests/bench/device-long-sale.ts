import type { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import { type Bench, countMainThread, goTo, slowDown, withBench } from './device-phone.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';

const LINES = 40;
const KEYS = 40;
const BOUND_MS = 100;

/**
 * Measures from a key in a line's price to the frame that shows it, in a sale of forty lines and in one of one line.
 */
export async function measureLongSale(bench: Bench): Promise<void> {
  const phone = await bench.offlinePhone();
  await phone.open('/sales/new');
  await phone.page.evaluate(watchKeys);
  for (const slowness of [1, 4]) {
    const short = await keysAt(phone, 1, slowness);
    const long = await keysAt(phone, LINES, slowness);
    printFigure('lines', `a key in a sale of ${LINES} lines, processor ${slowness} times slower`, {
      p50: rounded(median(long.times)),
      p95: rounded(quantile(long.times, 0.95)),
      bound: BOUND_MS,
      oneLineP50: rounded(median(short.times)),
      oneLineP95: rounded(quantile(short.times, 0.95)),
      timesOneLine: rounded(median(long.times) / median(short.times)),
      cpuMsEach: rounded(long.cpuMsEach),
      oneLineCpuMsEach: rounded(short.cpuMsEach),
      keys: KEYS,
    });
  }
  await phone.quit();
}

interface Keys {
  times: number[];
  /** Processor time of the main thread for each key. */
  cpuMsEach: number;
}

async function keysAt({ app, page }: PhoneWithProfile, lines: number, slowness: number): Promise<Keys> {
  for (let line = 1; line <= lines; line += 1) {
    if (line > 1) await app.newSale.addLine();
    else await app.newSale.lineField(1, 'Item').click();
    await app.newSale
      .line(line)
      .getByRole('option')
      .nth(line % 5)
      .click();
  }
  const price = app.newSale.lineField(Math.ceil(lines / 2), 'Price');
  await price.click();
  const restore = await slowDown(page, slowness);
  const times: number[] = [];
  const press = async () => {
    for (let nth = 0; nth < KEYS; nth += 1) {
      await page.keyboard.press(nth % 2 === 0 ? '7' : 'Backspace');
      times.push(await page.evaluate(() => window.keyShown));
    }
  };
  await press();
  const timed = times.splice(0);
  const mainThread = await countMainThread(page);
  const beforeMs = await mainThread.computedMs();
  await press();
  const cpuMsEach = ((await mainThread.computedMs()) - beforeMs) / KEYS;
  await mainThread.stop();
  await restore();
  if ((await price.inputValue()) !== '') throw new Error('The keys did not all arrive');
  await app.newSale.goBack();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await app.heading('Sales').waitFor();
  await goTo(page, '/sales/new');
  await app.newSale.submitButton.waitFor();
  return { times: timed, cpuMsEach };
}

declare global {
  interface Window {
    /** Milliseconds from the last key to the frame after it. */
    keyShown: Promise<number>;
  }
}

/** Runs inside the page. */
function watchKeys(): void {
  document.addEventListener(
    'keydown',
    (event) => {
      window.keyShown = new Promise((resolve) => {
        // The frame has been painted when the next task runs.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - event.timeStamp);
          port2.postMessage(null);
        });
      });
    },
    { capture: true },
  );
}

export const run = (): Promise<void> => withBench(measureLongSale);
