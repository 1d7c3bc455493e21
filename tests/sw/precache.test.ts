import { beforeEach, expect, test } from 'vitest';
import { installPrecache, matchPrecache, type PrecacheEntry, precacheKey, prunePrecache } from '../../sw/precache.ts';

const ORIGIN = 'https://kaunta.test';

/** The part of a Cache that the worker uses. */
class MapCache {
  readonly kept = new Map<string, Response>();
  match = async (key: string) => this.kept.get(key)?.clone();
  put = async (key: string, response: Response) => void this.kept.set(key, response);
  keys = async () => [...this.kept.keys()].map((url) => new Request(url));
  delete = async (request: Request) => this.kept.delete(request.url);
}

let cache: MapCache;
let fetched: string[];
// Only the methods above are called.
const asCache = (): Cache => cache as unknown as Cache;
const answering = (answers: Record<string, Response>) => async (input: RequestInfo | URL) => {
  const url = input instanceof Request ? input.url : input.toString();
  fetched.push(new URL(url).pathname);
  return answers[new URL(url).pathname]?.clone() ?? new Response('missing', { status: 404 });
};
const page: PrecacheEntry = { url: '/index.html', revision: 'one' };
const script: PrecacheEntry = { url: '/assets/app-12345678.js', revision: null };
const files = { '/index.html': new Response('<html>'), '/assets/app-12345678.js': new Response('code') };

beforeEach(() => {
  cache = new MapCache();
  fetched = [];
});

test('R-GEN-15 installing keeps every file of the build, and fetches none twice', async () => {
  await installPrecache(asCache(), [page, script], ORIGIN, answering(files));
  await installPrecache(asCache(), [{ ...page, revision: 'two' }, script], ORIGIN, answering(files));
  expect(fetched).toEqual(['/index.html', '/assets/app-12345678.js', '/index.html']);
  expect(await (await matchPrecache(asCache(), [page, script], ORIGIN, '/index.html'))?.text()).toBe('<html>');
});

test('SYN-26 SYN-26c a build with a missing file is not installed at all', async () => {
  await expect(
    installPrecache(asCache(), [page, script], ORIGIN, answering({ '/index.html': new Response('<html>') })),
  ).rejects.toThrow('/assets/app-12345678.js');
});

test('R-GEN-15 a few files at a time, so that a person who signs in meanwhile is not kept waiting; and all of them', async () => {
  const entries = Array.from({ length: 40 }, (_, n): PrecacheEntry => ({ url: `/assets/n-${n}.js`, revision: null }));
  let open = 0;
  let openMost = 0;
  await installPrecache(asCache(), entries, ORIGIN, async () => {
    openMost = Math.max(openMost, (open += 1));
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return new Response('code');
  });
  expect(openMost).toBe(3);
  expect(cache.kept.size).toBe(40);
});

test('pruning drops what only older builds needed, and keeps the rest', async () => {
  await installPrecache(asCache(), [page, script], ORIGIN, answering(files));
  await prunePrecache(asCache(), [{ ...page, revision: 'two' }, script], ORIGIN);
  expect([...cache.kept.keys()]).toEqual([precacheKey(script, ORIGIN)]);
});
