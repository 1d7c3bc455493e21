import { makeFolder, removeFolder } from '../../e2e/fixtures/places.ts';
import { printFigure, rounded } from './figure.ts';
import { type JudgedPage, judge } from './lighthouse.ts';
import { startServer } from './server-process.ts';
import { measurePage } from './storefront-page.ts';
import { measureRush } from './storefront-rush.ts';
import { fillStorefront, SHOWN_ITEMS, type StorefrontShop } from './storefront-shop.ts';

const RUNS = 3;
const STORE_BOUND = 95;
const APP_BOUND = 90;
/** The audit that a visitor's own page and a missing page fail on purpose: search engines must not list them. */
const NOT_INDEXED = ['is-crawlable'];
/** The audits that a missing page fails by its status. */
const MISSING = [...NOT_INDEXED, 'http-status-code', 'errors-in-console', 'bf-cache'];

/** Measures a shop's public pages (decisions/0031), served by the built server with its embedded database. */
export async function run(): Promise<void> {
  const dataDir = makeFolder('bench-storefront');
  const server = await startServer(dataDir, { TRUST_PROXY: '1' });
  try {
    const shop = await fillStorefront(server.url);
    await measurePage(server, shop);
    await measureRush(server, shop);
    await judgePages(server.url, shop);
  } finally {
    await server.end();
    removeFolder(dataDir);
  }
}

async function judgePages(url: string, shop: StorefrontShop): Promise<void> {
  const store = `${url}/${shop.slug}`;
  const basket = `?view=basket&b=${shop.itemIds.get(SHOWN_ITEMS[0]?.name ?? '')}.200`;
  const pages: Record<string, JudgedPage & { bound: number }> = {
    'a shop’s first page': { url: store, bound: STORE_BOUND },
    'a search that finds nothing': { url: `${store}?search=nothing-like-it`, bound: STORE_BOUND },
    'the basket': { url: store + basket, skip: NOT_INDEXED, bound: STORE_BOUND },
    'an order': { url: await orderPage(store, shop), skip: NOT_INDEXED, bound: STORE_BOUND },
    'an address of no shop': { url: `${url}/nobody-here`, skip: MISSING, isMissing: true, bound: STORE_BOUND },
    welcome: { url: `${url}/welcome`, bound: APP_BOUND },
    login: { url: `${url}/login`, bound: APP_BOUND },
  };
  for (const [what, { bound, ...page }] of Object.entries(pages)) {
    const { scores, failing, largestPaintMs, machine } = await judge(page, RUNS);
    const isMet = Object.values(scores).every((score) => score >= bound);
    const rest = {
      bound,
      isMet,
      largestPaintMs: rounded(largestPaintMs),
      machine,
      failing: failing.join(' '),
      runs: RUNS,
    };
    printFigure('Lighthouse', `${what}, mobile preset`, { ...scores, ...rest });
  }
}

/** Sends an order through the page's form, and returns the address of the page that follows. */
async function orderPage(store: string, { itemIds }: StorefrontShop): Promise<string> {
  const fields = { name: 'Grace', phone: '0772 900 100', b: `${itemIds.get(SHOWN_ITEMS[0]?.name ?? '')}.200` };
  const answer = await fetch(store, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const location = answer.headers.get('location');
  if (answer.status !== 303 || location === null) throw new Error(`The order was answered ${answer.status}`);
  return new URL(location, store).href;
}
