import { beforeEach, expect, test } from 'vitest';
import {
  installPrecache,
  PRECACHE,
  type PrecacheEntry,
  precacheKey,
  precacheKeys,
  prunePrecache,
} from '../../sw/precache.ts';
import { MapCaches } from '../support/browser/map-caches.ts';

const ORIGIN = 'https://kaunta.test';

let caches: MapCaches;
let cache: Cache;
let fetched: string[];
const kept = () => caches.addresses(PRECACHE);
const answering = (answers: Record<string, Response>) => async (input: RequestInfo | URL) => {
  const url = input instanceof Request ? input.url : input.toString();
  fetched.push(new URL(url).pathname);
  return answers[new URL(url).pathname]?.clone() ?? new Response('missing', { status: 404 });
};
const page: PrecacheEntry = { url: '/index.html', revision: 'one' };
const script: PrecacheEntry = { url: '/assets/app-12345678.js', revision: null };
const files = { '/index.html': new Response('<html>'), '/assets/app-12345678.js': new Response('code') };

beforeEach(async () => {
  caches = new MapCaches();
  cache = await caches.open(PRECACHE);
  fetched = [];
});

test('R-GEN-15 installing keeps every file of the build, and fetches none twice', async () => {
  await installPrecache(cache, [page, script], ORIGIN, answering(files));
  await installPrecache(cache, [{ ...page, revision: 'two' }, script], ORIGIN, answering(files));
  expect(fetched).toEqual(['/index.html', '/assets/app-12345678.js', '/index.html']);
  const key = precacheKeys([page, script], ORIGIN).get('/index.html') ?? '';
  expect(await (await cache.match(key))?.text()).toBe('<html>');
});

test('SYN-26 SYN-26c a build with a missing file is not installed at all', async () => {
  await expect(
    installPrecache(cache, [page, script], ORIGIN, answering({ '/index.html': new Response('<html>') })),
  ).rejects.toThrow('/assets/app-12345678.js');
});

test('R-GEN-15 a few files at a time, so that a person who signs in meanwhile is not kept waiting; and all of them', async () => {
  const entries = Array.from({ length: 40 }, (_, n): PrecacheEntry => ({ url: `/assets/n-${n}.js`, revision: null }));
  let open = 0;
  let openMost = 0;
  await installPrecache(cache, entries, ORIGIN, async () => {
    openMost = Math.max(openMost, (open += 1));
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return new Response('code');
  });
  expect(openMost).toBe(3);
  expect(kept()).toHaveLength(40);
});

test('pruning drops what only older builds needed, and keeps the rest', async () => {
  await installPrecache(cache, [page, script], ORIGIN, answering(files));
  await prunePrecache(cache, [{ ...page, revision: 'two' }, script], ORIGIN);
  expect(kept()).toEqual([precacheKey(script, ORIGIN)]);
});
