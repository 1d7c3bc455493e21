import type { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import { type KeyTimes, keyTimes, watchKeys } from './device-keys.ts';
import { type Bench, goTo, slowDown, withBench } from './device-phone.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';

const KEYS = 40;
const BOUND_MS = 100;

/** Forms with many fields or long lists, each with the field that is typed into. */
const FORMS = [
  { path: '/items/new', field: 'Name' },
  { path: '/items/new/advanced', field: 'Name' },
  { path: '/register/business', field: 'Business name' },
  { path: '/customers/new', field: 'Name' },
];

/** Measures from a key in a field of a long form to the frame that shows it. */
export async function measureFormKeys(bench: Bench): Promise<void> {
  const phone = await bench.offlinePhone();
  await phone.open('/');
  await phone.page.evaluate(watchKeys);
  for (const form of FORMS)
    for (const slowness of [1, 4]) {
      const { times, cpuMsEach } = await keysIn(phone, form, slowness);
      printFigure('keys', `a key in the form at ${form.path}, processor ${slowness} times slower`, {
        p50: rounded(median(times)),
        p95: rounded(quantile(times, 0.95)),
        bound: BOUND_MS,
        cpuMsEach: rounded(cpuMsEach),
        keys: KEYS,
      });
    }
  await phone.quit();
}

async function keysIn(
  { page }: PhoneWithProfile,
  { path, field }: { path: string; field: string },
  slowness: number,
): Promise<KeyTimes> {
  await goTo(page, path);
  const input = page.getByLabel(field, { exact: true });
  await input.click();
  await page.keyboard.press('End');
  const before = await input.inputValue();
  const restore = await slowDown(page, slowness);
  const keys = await keyTimes(page, KEYS);
  await restore();
  if ((await input.inputValue()) !== before) throw new Error('The keys did not all arrive');
  await goTo(page, '/');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  return keys;
}

export const run = (): Promise<void> => withBench(measureFormKeys);
