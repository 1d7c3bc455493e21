import { kindOfPath } from '../domain/app-path.ts';

/**
 * How the worker treats a request. 'shell': the app's HTML page from the cache. 'file': a file of a build, cache
 * first. 'picture': a picture of an item, cache first, because it never changes. 'network': left to the browser; this
 * is the API, uploads, a shop's public page, other origins, and anything but GET.
 */
export type Route = 'shell' | 'file' | 'picture' | 'network';

export interface RoutedRequest {
  method: string;
  url: string;
  isNavigation: boolean;
}

const PICTURE = /^\/uploads\/\d+\/[0-9a-f]{32}\/(original|thumbnail)\.webp$/;
/** The files with a hash in their name: of this build, or of one that a page that is still open belongs to. */
const HASHED_FILES = '/assets/';
const NEVER_OURS = ['/api', '/uploads', '/healthz', '/readyz'];

/**
 * Returns the route of a request. It is a pure function, so that every case can be tested. A navigation gets the app's
 * page only for the app's own addresses: a storefront at /{slug} must reach the server, or a visitor would see the
 * owner's app.
 */
export function routeRequest(
  request: RoutedRequest,
  origin: string,
  isPrecached: (pathname: string) => boolean,
): Route {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'network';
  if (!request.isNavigation && PICTURE.test(url.pathname)) return 'picture';
  if (NEVER_OURS.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`))) return 'network';
  if (request.isNavigation) return routeOfPage(url.pathname, isPrecached);
  return isPrecached(url.pathname) || url.pathname.startsWith(HASHED_FILES) ? 'file' : 'network';
}

/**
 * Returns the route of a navigation. A file that is opened on its own, such as a picture in a tab, is served as that
 * file, not as the app.
 */
function routeOfPage(pathname: string, isPrecached: (pathname: string) => boolean): Route {
  const kind = kindOfPath(pathname);
  if (kind === 'slug') return 'network';
  return kind === 'deeper' && isPrecached(pathname) ? 'file' : 'shell';
}
