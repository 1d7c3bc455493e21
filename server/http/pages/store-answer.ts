import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Html } from '../../storefront/layout.ts';
import { failurePage, notFoundPage } from '../../storefront/plain-page.ts';
import { acceptedEncoding, compress } from '../middleware/compress.ts';
import type { AppContext, AppDeps } from '../context.ts';
import { noteRefusal } from '../errors.ts';
import { STORE_PERMISSIONS } from '../middleware/security-headers.ts';

/** A low level: each HTML page is made for one visitor and sent once, so speed counts more than size. */
const PAGE_QUALITY = 5;

export async function sendPage(c: AppContext, page: Html, status: ContentfulStatusCode): Promise<Response> {
  const bytes = new TextEncoder().encode(String(await page));
  const encoding = acceptedEncoding(c.req.header('accept-encoding'));
  const headers = {
    ...{ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', vary: 'accept-encoding' },
    'permissions-policy': STORE_PERMISSIONS,
  };
  if (encoding === undefined) return c.body(bytes, status, headers);
  return c.body(await compress(bytes, encoding, PAGE_QUALITY), status, { ...headers, 'content-encoding': encoding });
}

export const sendNoShop = (c: AppContext): Promise<Response> => sendPage(c, notFoundPage(), 404);

/**
 * Sends an HTML page that explains the error. `sent`: the visitor's fields, put into the page so that they are not
 * lost.
 */
export function sendFailure(
  c: AppContext,
  deps: AppDeps,
  error: unknown,
  sent: URLSearchParams | null,
): Promise<Response> {
  const { status, title, message, retryAfterSeconds } = noteRefusal(c, deps, error);
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds));
  const { pathname, search } = new URL(c.req.url);
  // The link to try again omits a query that was refused.
  const path = status >= 500 ? `${pathname}${search}` : pathname;
  return sendPage(c, failurePage({ title, message, path, sent }), status);
}
