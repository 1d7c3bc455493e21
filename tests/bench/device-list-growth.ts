import { KauntaServer } from '../../e2e/fixtures/server.ts';
import { PhoneWithProfile } from '../../e2e/fixtures/phone.ts';
import { Line } from '../../e2e/fixtures/proxy.ts';
import { BROWSER } from './browser.ts';
import { putDevice } from './device-phone.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';

const SHORT = 10_000;
const LONG = 100_000;
const READS = 200;

/** Measures P3: what a list of ten times as many rows costs more. Pages of both lists are read in turn. */
export async function run(): Promise<void> {
  const server = await KauntaServer.start();
  const line = await Line.open(server.url);
  const phone = await PhoneWithProfile.start(line, BROWSER);
  try {
    await phone.open('/login');
    await putDevice(phone.page);
    const times = await phone.page.evaluate(([short, long, reads]) => window.device.compareLists(short, long, reads), [
      SHORT,
      LONG,
      READS,
    ] as const);
    for (const what of ['a page by its number', 'a page of a search'] as const) {
      // Every second read is a search.
      const of = (all: readonly number[]) =>
        all.filter((_, nth) => (nth % 2 === 0) === (what === 'a page by its number'));
      const [short, long] = [of(times.short), of(times.long)];
      printFigure('P3', `${what}, ${LONG} rows against ${SHORT}`, {
        p50: rounded(median(long)),
        p95: rounded(quantile(long, 0.95)),
        p50OfFewer: rounded(median(short)),
        times: rounded(median(long) / median(short)),
        boundTimes: 1.5,
        reads: long.length,
      });
    }
  } finally {
    await phone.dispose();
    await line.close();
    await server.remove();
  }
}
