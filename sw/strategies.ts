import { PICTURE_CACHE, PICTURES_KEPT_MAX } from '../sync/host/picture-cache.ts';
import { matchPrecache, PRECACHE, type PrecacheEntry } from './precache.ts';

export interface StrategyPorts {
  caches: CacheStorage;
  fetch: typeof fetch;
  entries: readonly PrecacheEntry[];
  origin: string;
}

/**
 * A file of this build, from the cache; from the network when the browser evicted it, and then it is kept no more
 * than it was: an answer that is not part of an installation proves nothing about the build.
 */
export async function answerFile(ports: StrategyPorts, request: Request): Promise<Response> {
  const cache = await ports.caches.open(PRECACHE);
  const kept = await matchPrecache(cache, ports.entries, ports.origin, new URL(request.url).pathname);
  return kept ?? (await ports.fetch(request));
}

/** The app's page for every address of the app, with or without signal. */
export async function answerShell(ports: StrategyPorts, request: Request): Promise<Response> {
  const cache = await ports.caches.open(PRECACHE);
  const kept = await matchPrecache(cache, ports.entries, ports.origin, '/index.html');
  return kept ?? (await ports.fetch(request));
}

/** A picture of an item: once fetched, it works offline. Answers that are no pictures are not cached. */
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
    // In the order in which they came.
    for (const old of keys.slice(0, Math.max(0, keys.length - PICTURES_KEPT_MAX))) await cache.delete(old);
  } catch {
    // A full device shows it all the same.
  }
}
