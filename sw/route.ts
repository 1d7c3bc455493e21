import { kindOfPath } from '../domain/app-path.ts';

/**
 * The worker's treatment of a request. 'shell': the app's page from the cache. 'file': a file of the build, cache
 * first. 'picture': a picture of an item, cache first, because it never changes. 'network': left to the browser: the
 * API, uploads, a shop's public page, other origins, anything but GET.
 */
export type Route = 'shell' | 'file' | 'picture' | 'network';

export interface RoutedRequest {
  method: string;
  url: string;
  isNavigation: boolean;
}

const PICTURE = /^\/uploads\/\d+\/[0-9a-f]{32}\/(original|thumbnail)\.webp$/;
const NEVER_OURS = ['/api', '/uploads', '/healthz', '/readyz'];

/**
 * Pure, so that every case can be tested. A navigation is answered with the app's page only for the app's own
 * addresses: a storefront at /{slug} must reach the server, or a customer would be shown the owner's app.
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
  return isPrecached(url.pathname) ? 'file' : 'network';
}

/** A file that somebody looks at by itself, as a picture in a tab of its own, is that file and not the app. */
function routeOfPage(pathname: string, isPrecached: (pathname: string) => boolean): Route {
  const kind = kindOfPath(pathname);
  if (kind === 'slug') return 'network';
  return kind === 'deeper' && isPrecached(pathname) ? 'file' : 'shell';
}
