import { PICTURE_CACHE, PICTURES_KEPT_MAX } from '../sync/host/picture-cache.ts';
import { PRECACHE } from './precache.ts';

export interface StrategyPorts {
  caches: CacheStorage;
  fetch: typeof fetch;
  /** The cache key of each file of this build, by the path of its address. */
  keys: ReadonlyMap<string, string>;
}

/**
 * Answers with a file of this build, or of the build before it, from the cache. If the browser evicted it, the answer comes from the network and is
 * not cached: an answer outside of an installation need not belong to this build.
 */
export const answerFile = (ports: StrategyPorts, request: Request): Promise<Response> =>
  answerWith(ports, new URL(request.url).pathname, request);

/** Answers every address of the app with the app's HTML page, with or without a network. */
export const answerShell = (ports: StrategyPorts, request: Request): Promise<Response> =>
  answerWith(ports, '/index.html', request);

async function answerWith(
  { caches, fetch, keys }: StrategyPorts,
  pathname: string,
  request: Request,
): Promise<Response> {
  // The files of another build that can be asked for have no revision (`routeRequest`).
  const key = keys.get(pathname) ?? new URL(pathname, request.url).href;
  const cache = await caches.open(PRECACHE);
  return (await cache.match(key)) ?? (await fetch(request));
}

/**
 * Answers with a picture of an item, cache first: once fetched, it works offline. Answers that are no pictures are not
 * cached.
 */
export async function answerPicture(ports: StrategyPorts, request: Request): Promise<Response> {
  const cache = await ports.caches.open(PICTURE_CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await ports.fetch(request);
  const isPicture = answer.ok && (answer.headers.get('content-type') ?? '').startsWith('image/');
  if (isPicture) await keepPicture(cache, request.url, answer.clone());
  return answer;
}

async function keepPicture(cache: Cache, url: string, picture: Response): Promise<void> {
  try {
    await cache.put(url, picture);
    const keys = await cache.keys();
    // The keys are in the order in which they were added, so the oldest pictures are deleted.
    for (const old of keys.slice(0, Math.max(0, keys.length - PICTURES_KEPT_MAX))) await cache.delete(old);
  } catch {
    // On a full device the picture is shown, only not cached.
  }
}
