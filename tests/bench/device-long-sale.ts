import type { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import { type KeyTimes, keyTimes, watchKeys } from './device-keys.ts';
import { type Bench, goTo, slowDown, withBench } from './device-phone.ts';
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

async function keysAt({ app, page }: PhoneWithProfile, lines: number, slowness: number): Promise<KeyTimes> {
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
  const keys = await keyTimes(page, KEYS);
  await restore();
  if ((await price.inputValue()) !== '') throw new Error('The keys did not all arrive');
  await app.newSale.goBack();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await app.heading('Sales').waitFor();
  await goTo(page, '/sales/new');
  await app.newSale.submitButton.waitFor();
  return keys;
}

export const run = (): Promise<void> => withBench(measureLongSale);
