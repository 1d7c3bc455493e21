import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { minorToDecimal } from '../../../domain/money.ts';
import type { Database } from '../../db/database.ts';
import { BASKET_FIELD, basketText, hasUnreadable, readBasket, wantedText } from '../../storefront/basket.ts';
import { VISITOR_FIELDS } from '../../storefront/basket-page.ts';
import { orderToken } from '../../storefront/order-link.ts';
import {
  admitOrder,
  type PlacedOrder,
  placeOrder,
  type PlaceOrderPorts,
  type PlaceOrderRefusal,
} from '../../storefront/place-order.ts';
import { readStore } from '../../storefront/read-store.ts';
import { waitText } from '../calls/account-refusal.ts';
import { clientAddress } from '../request/client-address.ts';
import type { AppContext, AppDeps } from '../context.ts';
import { orderRequestInputSchema, orderRequestOf } from '../inputs/order-request.ts';
import { sendNoShop, sendPage } from './store-answer.ts';
import { basketPageOf, repeatKeyOf, type SentForm } from './store-page-of.ts';

export interface StoreSite {
  deps: AppDeps;
  /** The database with the limits for visitors. */
  visitors: Database;
  ports: PlaceOrderPorts;
}

const KEY = /^[0-9a-f]{32}$/;

/**
 * How long the same form is the same order: whoever sends it again got no answer. Later they may want the same things
 * once more, so the page asks (G60).
 */
const SAME_ORDER_FOR_MS = 3_600_000;

/** Handles the form of a basket: shows another view of it, or places the order (C-025). */
export async function takeStoreForm(
  c: AppContext,
  site: StoreSite,
  slug: string,
  fields: URLSearchParams,
): Promise<Response> {
  const view = fields.get('view');
  const basket = readBasket(fields);
  const isShelfWanted = view === 'shelf' && !hasUnreadable(basket);
  if (isShelfWanted) return c.redirect(`/${slug}?${BASKET_FIELD}=${basketText(basket)}`, 303);
  const key = KEY.test(fields.get('key') ?? '') ? fields.get('key') : null;
  const again = (errors: ReadonlyMap<string, string>, status: PageStatus) =>
    basketAgain(c, site, slug, fields, { errors, key, isAsked: false }, status);
  if (view === 'basket' || view === 'shelf') return await again(new Map(), 200);
  const input = inputOf(fields);
  const from = {
    slug,
    address: clientAddress(c, site.deps.settings),
    repeat: key ? { key: repeatKeyOf(key), requestHash: hashOf(slug, input), sameForMs: SAME_ORDER_FOR_MS } : null,
  };
  const admitted = await admitOrder(site.ports, from);
  if (!admitted.ok) return await again(whyNot(admitted.error), statusOf(admitted.error));
  if (admitted.value) return redirectToOrder(c, site, slug, admitted.value);
  const parsed = v.safeParse(orderRequestInputSchema, input, { abortPipeEarly: true });
  if (!parsed.success) return await again(errorsOf(parsed.issues), 400);
  const visit = { ...from, request: orderRequestOf(parsed.output), currency: fields.get('currency') };
  const result = await placeOrder(site.ports, visit, (order) => ({ status: 303, body: String(order.id) }));
  if (!result.ok && result.error.code === 'no_store') return await sendNoShop(c);
  if (!result.ok) {
    const errors = whyNot(result.error);
    if (result.error.code === 'key_of_another_request')
      return await basketAgain(c, site, slug, fields, { errors, key: null, isAsked: true }, 409);
    // The order may be placed in spite of the error. The page keeps its key, so sending it again does not place it
    // twice.
    return await again(errors, statusOf(result.error));
  }
  return redirectToOrder(c, site, slug, result.value);
}

const redirectToOrder = (
  c: AppContext,
  { deps }: StoreSite,
  slug: string,
  { businessId, body }: PlacedOrder,
): Response => c.redirect(`/${slug}?order=${orderToken(deps.pepper, businessId, Number(body))}`, 303);

/** Sends the basket's HTML page again, with the visitor's fields and the reasons why it was not ordered. */
async function basketAgain(
  c: AppContext,
  { deps, visitors }: StoreSite,
  slug: string,
  fields: URLSearchParams,
  sent: SentForm,
  status: PageStatus,
): Promise<Response> {
  const page = await readStore(visitors, slug, (store) => basketPageOf(c, deps, store, fields, sent));
  return page === null ? await sendNoShop(c) : await sendPage(c, page, status);
}

interface FormInput extends Record<string, unknown> {
  items: { itemId: number; quantity: string }[];
}

/** Returns the form as input of the public call (POST /stores/{slug}/orders), so that both have the same rules. */
const inputOf = (fields: URLSearchParams): FormInput => ({
  ...Object.fromEntries([...VISITOR_FIELDS, 'extra'].map((name) => [name, textOf(fields, name)])),
  items: [...readBasket(fields)].map(([itemId, wanted]) => ({
    itemId,
    quantity: wantedText(wanted),
  })),
  totalAmount: totalOf(fields.get('total')),
});

/** A browser sends each line break as two characters; its field counts it as one, and so do the rules. */
const textOf = (fields: URLSearchParams, name: string): string => (fields.get(name) ?? '').replaceAll('\r\n', '\n');

const totalOf = (text: string | null): string | null =>
  text !== null && /^\d{1,15}$/.test(text) ? minorToDecimal(Number(text)) : null;

/** The order of the lines does not count: it follows from the pages on which they were put in. */
const hashOf = (slug: string, input: FormInput): string =>
  createHash('sha256')
    .update(JSON.stringify([slug, { ...input, items: input.items.toSorted((a, b) => a.itemId - b.itemId) }]))
    .digest('hex');

/** Returns the first sentence for each field. Issues of fields that the page does not show are listed under ''. */
function errorsOf(issues: readonly v.BaseIssue<unknown>[]): Map<string, string> {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const path = v.getDotPath(issue)?.split('.')[0] ?? '';
    const name = (VISITOR_FIELDS as readonly string[]).includes(path) ? path : '';
    if (!errors.has(name)) errors.set(name, issue.message);
  }
  return errors;
}

type PageStatus = 200 | 400 | 409 | 429;

const statusOf = ({ code }: PlaceOrderRefusal): PageStatus => (code === 'wait' ? 429 : code === 'line' ? 400 : 409);

function whyNot(refusal: PlaceOrderRefusal): Map<string, string> {
  switch (refusal.code) {
    case 'wait':
      return whole(`Many orders were placed just now. Try again in ${waitText(Math.ceil(refusal.waitMs / 1000))}.`);
    case 'total_differs':
      return whole('The total has changed. Please look at your order again.');
    case 'key_of_another_request':
      return whole('An order of yours has arrived already. If you want this one too, tap Place order once more.');
    case 'line':
      return whole(refusal.message);
    case 'no_store':
      return whole('There is no shop at this address.');
  }
}

const whole = (sentence: string): Map<string, string> => new Map([['', sentence]]);
