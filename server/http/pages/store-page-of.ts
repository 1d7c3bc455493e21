import { randomHex } from '../../random.ts';
import { hasUnreadable, readBasket } from '../../storefront/basket.ts';
import { basketPage, type FormKey, VISITOR_FIELDS, type VisitorFields } from '../../storefront/basket-page.ts';
import { type Html, storePage } from '../../storefront/layout.ts';
import { orderOfToken } from '../../storefront/order-link.ts';
import { noOrderPage, orderPage } from '../../storefront/order-page.ts';
import { orderIdOfKey } from '../../storefront/place-order.ts';
import type { OpenStore } from '../../storefront/read-store.ts';
import { shelfPage } from '../../storefront/shelf-page.ts';
import { requestOrigin } from '../request/client-address.ts';
import type { AppContext, AppDeps } from '../context.ts';

const QUERY_CHARS_MAX = 100;
const PAGE_MAX = 10_000;

interface FoundPage {
  html: Html;
  status: 200 | 404;
}

/** Returns the HTML page that the query asks for: an order, the basket, or the items. */
export async function storePageOf(
  c: AppContext,
  deps: AppDeps,
  store: OpenStore,
  fields: URLSearchParams,
): Promise<FoundPage> {
  const { shop } = store;
  const token = fields.get('order');
  if (token !== null) {
    const id = orderOfToken(deps.pepper, shop.id, token);
    const order = id === null ? null : await store.order(id);
    const title = `${order?.orderNumber ?? 'Order not found'} · ${shop.name}`;
    const body = order === null ? noOrderPage(shop) : orderPage(shop, order);
    const html = storePage({ shop, title, origin: originOf(c, deps), isIndexed: false, body });
    return { html, status: order === null ? 404 : 200 };
  }
  const basket = readBasket(fields);
  // Shows the basket if a quantity cannot be read, whichever button was tapped: there it can be corrected (X-TYPE-07).
  if (fields.get('view') === 'basket' || hasUnreadable(basket))
    return { html: await basketPageOf(c, deps, store, fields, NEW_FORM), status: 200 };
  const query = (fields.get('search') ?? '').trim().slice(0, QUERY_CHARS_MAX);
  const shown = await store.items(query, pageNumber(fields.get('page')));
  const body = shelfPage({ shop, ...shown, query, basket, priced: await store.priced(basket) });
  const html = storePage({ shop, title: shop.name, origin: originOf(c, deps), isIndexed: true, body });
  return { html, status: 200 };
}

/** What 'Your order' shows after the visitor's form was sent. */
export interface SentForm {
  /** The reasons why the order was refused, by field. */
  errors: ReadonlyMap<string, string>;
  /** The key of an order that may be placed already, because its response got lost (G60); null: a new order. */
  key: string | null;
  /** True if an order was placed under the form's key, and the page asks whether this one is wanted too. */
  isAsked: boolean;
}

const NEW_FORM: SentForm = { errors: new Map(), key: null, isAsked: false };

/** The key of a form's order among all requests. */
export const repeatKeyOf = (formKey: string): string => `form-${formKey}`;

/** Returns the basket's HTML page with the visitor's fields. */
export async function basketPageOf(
  c: AppContext,
  deps: AppDeps,
  store: OpenStore,
  fields: URLSearchParams,
  { errors, key, isAsked }: SentForm,
): Promise<Html> {
  const { shop } = store;
  const basket = readBasket(fields);
  const typed = (name: string) => (fields.get(name) ?? '').slice(0, 1_000);
  // The cast is safe: every visitor field is set.
  const visitor = Object.fromEntries(VISITOR_FIELDS.map((name) => [name, typed(name)])) as VisitorFields;
  const priced = await store.priced(basket);
  const text = key ?? randomHex(deps.random, 16);
  const formKey: FormKey = { text, orderId: orderIdOfKey(shop.id, repeatKeyOf(text)), isAsked };
  const body = basketPage({ shop, basket, priced, visitor, errors, key: formKey });
  return storePage({ shop, title: `Your order · ${shop.name}`, origin: originOf(c, deps), isIndexed: false, body });
}

const originOf = (c: AppContext, { settings }: AppDeps): string => requestOrigin(c, settings);

const pageNumber = (text: string | null): number => {
  const page = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 1;
  return page >= 1 && page <= PAGE_MAX ? page : 1;
};
