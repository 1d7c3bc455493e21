import { Hono } from 'hono';
import { kindOfPath } from '../../../domain/app-path.ts';
import { RESERVED_SLUGS, SLUG_CHARS_MAX } from '../../../domain/text/slug.ts';
import { storableText } from '../../../domain/text/storable-text.ts';
import type { Database } from '../../db/database.ts';
import { readStore } from '../../storefront/read-store.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { badRequest } from '../errors.ts';
import { readAtMost } from '../middleware/limits.ts';
import { placeOrderPorts } from '../calls/place-order-ports.ts';
import { requireOwnOrigin } from '../middleware/same-origin.ts';
import { sendFailure, sendNoShop, sendPage } from '../pages/store-answer.ts';
import { storePageOf } from '../pages/store-page-of.ts';
import { takeStoreForm } from '../pages/take-store-form.ts';

/*
 * The public HTML pages of a shop (C-022, C-025). All have the one path /{slug}, so they never collide with the app's
 * service worker or screens. The query says what to show; an order is a form posted to the same path. A visitor always
 * gets HTML, never JSON, also after an error.
 */

const SLUG = new RegExp(`^[a-z0-9-]{2,${SLUG_CHARS_MAX}}$`);
const FORM_BYTES_MAX = 32 * 1024;
/** The most fields of a form. Even a basket that is too large to be ordered has fewer lines. */
const FIELDS_MAX = 500;

export function storePageRoutes(deps: AppDeps, visitors: Database): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const site = { deps, visitors, ports: placeOrderPorts(deps, visitors) };

  // People pass an address on with a slash at its end, or in capitals. Both are redirected.
  routes.get('/:slug/', async (c, next) => (isSlug(c.req.param('slug')) ? movedTo(c) : await next()));

  routes.get('/:slug', async (c, next) => {
    const slug = c.req.param('slug');
    if (!isSlug(slug)) return await next();
    if (slug !== slug.toLowerCase()) return movedTo(c);
    try {
      const fields = storableFields(fieldsOf(new URL(c.req.url).search));
      const page = await readStore(visitors, slug, (store) => storePageOf(c, deps, store, fields));
      return page === null ? await sendNoShop(c) : await sendPage(c, page.html, page.status);
    } catch (error) {
      return await sendFailure(c, deps, error, null);
    }
  });

  routes.post('/:slug', async (c, next) => {
    const slug = c.req.param('slug').toLowerCase();
    if (!isSlug(slug)) return await next();
    // Null until the form is read: a failure before that has nothing to send again.
    let fields: URLSearchParams | null = null;
    try {
      requireOwnOrigin(c, deps.settings);
      fields = storableFields(fieldsOf(new TextDecoder().decode(await readAtMost(c, FORM_BYTES_MAX))));
      return await takeStoreForm(c, site, slug, fields);
    } catch (error) {
      return await sendFailure(c, deps, error, fields);
    }
  });
  return routes;
}

const movedTo = (c: AppContext): Response =>
  c.redirect(`/${(c.req.param('slug') ?? '').toLowerCase()}${new URL(c.req.url).search}`, 301);

function isSlug(text: string): boolean {
  const slug = text.toLowerCase();
  return SLUG.test(slug) && !RESERVED_SLUGS.has(slug) && kindOfPath(`/${slug}`) === 'slug';
}

/** Parses the fields. Counts them first, because parsing too many would cost too much (R-HOST-02). */
function fieldsOf(text: string): URLSearchParams {
  if (text.split('&', FIELDS_MAX + 1).length > FIELDS_MAX) throw badRequest('The form has too many fields.');
  return new URLSearchParams(text);
}

/** Removes characters that no database stores. They are invisible, so the visitor loses nothing. */
const storableFields = (fields: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...fields].map(([name, value]): [string, string] => [storableText(name), storableText(value)]));
