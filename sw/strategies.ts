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
