import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import { kindOfPath } from '../../../domain/app-path.ts';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { SLUG_CHARS_MAX } from '../../../domain/slug.ts';
import { storableText } from '../../../domain/storable-text.ts';
import type { Database } from '../../db/database.ts';
import { randomHex } from '../../random.ts';
import { BASKET_FIELD, basketText, readBasket } from '../../storefront/basket.ts';
import { basketPage, VISITOR_FIELDS, type VisitorFields } from '../../storefront/basket-page.ts';
import { type Html, storePage } from '../../storefront/layout.ts';
import { orderOfToken, orderToken } from '../../storefront/order-link.ts';
import { orderPage } from '../../storefront/order-page.ts';
import { placeOrder, type PlaceOrderRefusal } from '../../storefront/place-order.ts';
import { type OpenStore, readStore } from '../../storefront/read-store.ts';
import { shelfPage } from '../../storefront/shelf-page.ts';
import { waitText } from '../account-refusal.ts';
import { clientAddress, requestOrigin } from '../client-address.ts';
import { acceptedEncoding, compress } from '../compress.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { orderRequestInputSchema, orderRequestOf } from '../inputs/order-request.ts';
import { readAtMost } from '../limits.ts';
import { placeOrderPorts } from '../place-order-ports.ts';

/*
 * The public pages of a shop (C-022, C-025): all at its one address, so that no worker of the app and no screen of it
 * stands in their way. What is shown is in the query; an order is a form sent to the same address.
 */

const SLUG = new RegExp(`^[a-z0-9-]{2,${SLUG_CHARS_MAX}}$`, 'i');
const FORM_BYTES_MAX = 32 * 1024;
const QUERY_CHARS_MAX = 100;
const PAGE_MAX = 10_000;

export function storePageRoutes(deps: AppDeps, visitors: Database): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const ports = placeOrderPorts(deps, visitors);

  routes.get('/:slug', async (c, next) => {
    const slug = c.req.param('slug');
    if (!isSlug(slug)) return await next();
    if (slug !== slug.toLowerCase()) return c.redirect(`/${slug.toLowerCase()}${new URL(c.req.url).search}`, 301);
    const fields = storableFields(new URL(c.req.url).searchParams);
    const page = await readStore(visitors, slug, (store) => pageOf(c, deps, store, fields));
    return page === null ? await next() : await send(c, page, 200);
  });

  routes.post('/:slug', async (c, next) => {
    const slug = c.req.param('slug');
    if (!isSlug(slug)) return await next();
    const text = new TextDecoder().decode(await readAtMost(c, FORM_BYTES_MAX));
    const fields = storableFields(new URLSearchParams(text));
    const view = fields.get('view');
    if (view === 'shelf') return c.redirect(`/${slug}?${BASKET_FIELD}=${basketText(readBasket(fields))}`, 303);
    if (view === 'basket') return await basketAgain(slug, c, fields, new Map(), 200);
    const input = inputOf(fields);
    const parsed = v.safeParse(orderRequestInputSchema, input);
    if (!parsed.success) return await basketAgain(slug, c, fields, errorsOf(parsed.issues), 400);
    const key = fields.get('key') ?? '';
    const result = await placeOrder(
      ports,
      {
        slug,
        address: clientAddress(c, deps.settings),
        request: orderRequestOf(parsed.output),
        repeat: KEY.test(key) ? { key: `form-${key}`, requestHash: hashOf(slug, input) } : null,
      },
      (order) => ({ status: 303, body: String(order.id) }),
    );
    if (!result.ok && result.error.code === 'no_store') return await next();
    if (!result.ok) return await basketAgain(slug, c, fields, whyNot(result.error), statusOf(result.error));
    const { businessId, body } = result.value;
    const token = orderToken(deps.pepper, businessId, Number(body));
    return c.redirect(`/${slug}?order=${token}`, 303);
  });

  /** The basket once more, with what was typed, and why it was not ordered. */
  async function basketAgain(
    slug: string,
    c: AppContext,
    fields: URLSearchParams,
    errors: ReadonlyMap<string, string>,
    status: 200 | 400 | 409 | 429,
  ): Promise<Response> {
    const page = await readStore(visitors, slug, (store) => basketOf(c, deps, store, fields, errors));
    return page === null ? c.notFound() : await send(c, page, status);
  }
  return routes;
}

const isSlug = (slug: string): boolean => SLUG.test(slug) && kindOfPath(`/${slug.toLowerCase()}`) === 'slug';

/** What no database keeps is left out of what was typed: nobody saw it. */
const storableFields = (fields: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...fields].map(([name, value]): [string, string] => [storableText(name), storableText(value)]));

const KEY = /^[0-9a-f]{32}$/;

async function pageOf(c: AppContext, deps: AppDeps, store: OpenStore, fields: URLSearchParams): Promise<Html | null> {
  const { shop } = store;
  const token = fields.get('order');
  if (token !== null) {
    const id = orderOfToken(deps.pepper, shop.id, token);
    const order = id === null ? null : await store.order(id);
    if (order === null) return null;
    const title = `${order.orderNumber} · ${shop.name}`;
    return storePage({ shop, title, origin: originOf(c, deps), isIndexed: false, body: orderPage(shop, order) });
  }
  if (fields.get('view') === 'basket') return await basketOf(c, deps, store, fields, new Map());
  const query = (fields.get('search') ?? '').trim().slice(0, QUERY_CHARS_MAX);
  const basket = readBasket(fields);
  const shown = await store.items(query, pageNumber(fields.get('page')));
  const body = shelfPage({ shop, ...shown, query, basket, priced: await store.priced(basket) });
  return storePage({ shop, title: shop.name, origin: originOf(c, deps), isIndexed: true, body });
}

async function basketOf(
  c: AppContext,
  deps: AppDeps,
  store: OpenStore,
  fields: URLSearchParams,
  errors: ReadonlyMap<string, string>,
): Promise<Html> {
  const { shop } = store;
  const basket = readBasket(fields);
  const typed = (name: string) => (fields.get(name) ?? '').slice(0, 1_000);
  const visitor = Object.fromEntries(VISITOR_FIELDS.map((name) => [name, typed(name)])) as VisitorFields; // each of them
  const priced = await store.priced(basket);
  const body = basketPage({ shop, basket, priced, visitor, errors, key: randomHex(deps.random, 16) });
  return storePage({ shop, title: `Your order · ${shop.name}`, origin: originOf(c, deps), isIndexed: false, body });
}

const originOf = (c: AppContext, { settings }: AppDeps): string => requestOrigin(c, settings);

const pageNumber = (text: string | null): number => {
  const page = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 1;
  return page >= 1 && page <= PAGE_MAX ? page : 1;
};

/** The form as the public call has it (POST /stores/{slug}/orders): one rule for both. */
const inputOf = (fields: URLSearchParams): object => ({
  ...Object.fromEntries([...VISITOR_FIELDS, 'website'].map((name) => [name, fields.get(name) ?? ''])),
  items: [...readBasket(fields)].map(([itemId, wanted]) => ({
    itemId,
    quantity: wanted.ok ? hundredthsToDecimal(wanted.hundredths) : wanted.typed,
  })),
  totalAmount: totalOf(fields.get('total')),
});

const totalOf = (text: string | null): string | null =>
  text !== null && /^\d{1,15}$/.test(text) ? minorToDecimal(Number(text)) : null;

const hashOf = (slug: string, input: object): string =>
  createHash('sha256')
    .update(JSON.stringify([slug, input]))
    .digest('hex');

/** Sentences by field; what is about no field that is shown is about the whole. */
function errorsOf(issues: readonly v.BaseIssue<unknown>[]): Map<string, string> {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const path = v.getDotPath(issue)?.split('.')[0] ?? '';
    const name = (VISITOR_FIELDS as readonly string[]).includes(path) ? path : '';
    if (!errors.has(name)) errors.set(name, issue.message);
  }
  return errors;
}

const statusOf = ({ code }: PlaceOrderRefusal): 400 | 409 | 429 =>
  code === 'wait' ? 429 : code === 'line' ? 400 : 409;

function whyNot(refusal: PlaceOrderRefusal): Map<string, string> {
  switch (refusal.code) {
    case 'wait':
      return whole(`Many orders were placed just now. Try again in ${waitText(Math.ceil(refusal.waitMs / 1000))}.`);
    case 'total_differs':
      return whole('The total has changed. Please look at your order again.');
    case 'key_of_another_request':
      return whole('An order was placed from this page already. If you want this one too, tap Place order once more.');
    case 'line':
      return whole(refusal.message);
    case 'no_store':
      return whole('There is no shop at this address.');
  }
}

const whole = (sentence: string): Map<string, string> => new Map([['', sentence]]);

/** A page is made for one visitor and sent once: quick and good enough. */
const PAGE_QUALITY = 5;

async function send(c: AppContext, page: Html, status: 200 | 400 | 409 | 429): Promise<Response> {
  const bytes = new TextEncoder().encode(String(await page));
  const encoding = acceptedEncoding(c.req.header('accept-encoding'));
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', vary: 'accept-encoding' };
  if (encoding === undefined) return c.body(bytes, status, headers);
  return c.body(await compress(bytes, encoding, PAGE_QUALITY), status, { ...headers, 'content-encoding': encoding });
}
