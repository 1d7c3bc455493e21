import { chromium } from 'playwright';
import { BROWSER } from './browser.ts';
import { median, printFigure, quantile, rounded } from './figure.ts';
import type { ServerProcess } from './server-process.ts';
import { SHOWN_ITEMS, type StorefrontShop } from './storefront-shop.ts';

const VIEWS = 300;
const AT_ONCE = 8;
const VIEWS_OF_MANY = 1_200;
/** The bytes that a server may send before the first acknowledgement: ten packets. */
const FIRST_FLIGHT_BYTES = 14_600;

/** Measures P14: the first page of a shop of 60 items: its bytes, the server's processor time, and pages a second. */
export async function measurePage(server: ServerProcess, shop: StorefrontShop): Promise<void> {
  const url = `${server.url}/${shop.slug}`;
  const items = await shownItems(url);
  const sold = SHOWN_ITEMS.map(({ name }) => name).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  if (items.join('; ') !== sold.slice(0, 24).join('; ')) throw new Error(`The page shows ${items.join('; ')}`);

  const { bytes, plainBytes } = await bytesOf(url);
  printFigure('P14', 'the first page of a shop of 60 items, 24 of them on it, before its pictures', {
    ...{ bytes, bound: 50 * 1024, goal: 25 * 1024, plainBytes },
    ...{ firstFlightBytes: FIRST_FLIGHT_BYTES, roundTrips: Math.ceil(bytes / FIRST_FLIGHT_BYTES), verified: true },
  });
  for (let nth = 0; nth < 50; nth += 1) await view(url);

  const alone: number[] = [];
  const before = server.cpuMs();
  for (let nth = 0; nth < VIEWS; nth += 1) alone.push(await view(url));
  const cpuEachMs = (server.cpuMs() - before) / VIEWS;
  printFigure('P14', 'time to answer that page, one visitor after the other', {
    ...{ p50Ms: rounded(median(alone)), p95Ms: rounded(quantile(alone, 0.95)), bound: 50 },
    ...{ cpuEachMs: rounded(cpuEachMs), perSecondOfOneCore: Math.round(1_000 / cpuEachMs), perSecondBound: 200 },
  });

  const beganCpuMs = server.cpuMs();
  const beganMs = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let nth = 0; nth < VIEWS_OF_MANY / AT_ONCE; nth += 1) await view(url);
    }),
  );
  const tookMs = performance.now() - beganMs;
  const cpuOfManyMs = (server.cpuMs() - beganCpuMs) / VIEWS_OF_MANY;
  printFigure('P14', `pages a second, ${AT_ONCE} visitors at once`, {
    ...{ perSecond: Math.round((1_000 * VIEWS_OF_MANY) / tookMs), cpuEachMs: rounded(cpuOfManyMs) },
    ...{ perSecondOfOneCore: Math.round(1_000 / cpuOfManyMs), bound: 200 },
  });
}

/** Returns the items that a phone shows, after all their pictures have loaded. */
async function shownItems(url: string): Promise<string[]> {
  const browser = await chromium.launch(BROWSER);
  try {
    const page = await browser.newPage({ viewport: BROWSER.viewport });
    await page.goto(url);
    const names: string[] = [];
    for (const item of await page.locator('.item').all()) {
      await item.scrollIntoViewIfNeeded();
      // Throws if the picture cannot be decoded.
      await item.locator('img').evaluate((image: HTMLImageElement) => image.decode());
      names.push(await item.locator('h2').innerText());
    }
    return names;
  } finally {
    await browser.close();
  }
}

/** Returns the bytes of the page and its script on the wire, with headers, and those of the decompressed page. */
async function bytesOf(url: string): Promise<{ bytes: number; plainBytes: number }> {
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const plainBytes = (await plain.arrayBuffer()).byteLength;
  const browser = await chromium.launch(BROWSER);
  try {
    const page = await browser.newPage({ viewport: BROWSER.viewport });
    const answered = await page.goto(url);
    const { responseBodySize = 0, responseHeadersSize = 0 } = (await answered?.request().sizes()) ?? {};
    return { bytes: responseBodySize + responseHeadersSize, plainBytes };
  } finally {
    await browser.close();
  }
}

/** Returns the milliseconds until the whole page had arrived. */
async function view(url: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes('</html>')) throw new Error(`The page was answered ${answer.status}`);
  return performance.now() - startedMs;
}
