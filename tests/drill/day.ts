import { chromium } from 'playwright/test';
import { openShop, workThrough } from '../../e2e/day/day.ts';
import { type DaySize, planDay } from '../../e2e/day/plan.ts';
import { openPhone, type Phone } from '../../e2e/fixtures/phone.ts';
import { Line } from '../../e2e/fixtures/proxy.ts';
import { KauntaServer } from '../../e2e/fixtures/server.ts';
import { registerShop, type Shop } from '../../e2e/fixtures/shop.ts';
import { seededRandom } from '../../scripts/demo/seeded-random.ts';
import { BROWSER } from '../bench/browser.ts';
import { printFigure } from '../bench/figure.ts';

const GIVES_UP_AFTER_MS = 180_000;

/** Returns the numbers of other acts for this number of sales. */
const sizeOf = (sales: number): DaySize => {
  const share = (of: number) => Math.max(1, Math.round((of * sales) / 200));
  return { sales, cancels: share(10), creditSales: share(5), additions: share(20), counts: share(3) };
};

/**
 * Runs a day at the counter on two phones, each offline for half of it: sales, cancellations, sales on credit and their
 * payments, added stock, counts, all by the screens. At the end money and stock must be the same on both phones, on the
 * server and in a book that is computed from what was typed. Returns true if they are.
 */
export async function drillDay({ sales, seed }: { sales: number; seed: number }): Promise<boolean> {
  const startedMs = performance.now();
  const size = sizeOf(sales);
  const rounds = planDay(seededRandom(seed), size);
  const server = await KauntaServer.start();
  const lines = [await Line.open(server.url), await Line.open(server.url)] as const;
  const { viewport, locale, ...launch } = BROWSER;
  const browser = await chromium.launch(launch);
  try {
    const shop = await registerShop(server.url);
    const api = await openShop(server.url, shop);
    const phones = [
      await signedIn(await openPhone(browser, lines[0], { viewport, locale }), shop),
      await signedIn(await openPhone(browser, lines[1], { viewport, locale }), shop),
    ] as const;
    const { wrong, book, actsOffline, receipts } = await workThrough(rounds, phones, api, (done) =>
      process.stderr.write(`${done} of ${rounds.length} stretches\n`),
    );
    const crashes = phones.flatMap((phone) => phone.complaints.crashes);
    printFigure('a day on two phones', `${size.sales} sales, equal on both, on the server and on paper`, {
      seed,
      minutes: Math.round((performance.now() - startedMs) / 6_000) / 10,
      ...size,
      actsOffline,
      receiptsRead: receipts,
      kilobytesOfEach: lines.map((line) => kilobytesOn(line)).join(', '),
      salesToRecount: book.recounts().sales.size,
      itemsToRecount: book.recounts().items.size,
      wrong: wrong.length,
      crashes: crashes.length,
    });
    if (wrong.length + crashes.length > 0) console.error(JSON.stringify({ wrong, crashes }, null, 1));
    return wrong.length + crashes.length === 0;
  } finally {
    await browser.close();
    for (const line of lines) await line.close();
    await server.remove();
  }
}

/** Returns the kilobytes of API bodies on a phone's line, without the app's files. */
const kilobytesOn = (line: Line): number =>
  Math.round(line.requestsTo(/\/api\//).reduce((sum, seen) => sum + seen.sentBytes + seen.receivedBytes, 0) / 1_000);

async function signedIn(phone: Phone, shop: Shop): Promise<Phone> {
  phone.context.setDefaultTimeout(GIVES_UP_AFTER_MS);
  const app = await phone.open('/login');
  await app.login.signIn(shop);
  await app.header.syncStatus.getByText('All changes synced').waitFor();
  await phone.isReadyForOffline();
  return phone;
}
