import { beforeEach, expect, test, vi } from 'vitest';
import {
  installPrecache,
  PRECACHE,
  type PrecacheEntry,
  precacheKey,
  precacheKeys,
  prunePrecache,
} from '../../sw/precache.ts';
import { PATIENTLY } from '../support/patience.ts';
import { MapCaches } from '../support/browser/map-caches.ts';

const ORIGIN = 'https://kaunta.test';

let caches: MapCaches;
let cache: Cache;
let fetched: string[];
const isNote = (address: string) => address.endsWith('/__builds') || address.endsWith('/__installing');
const filesKept = () => caches.addresses(PRECACHE).filter((address) => !isNote(address));
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
  expect(filesKept()).toHaveLength(40);
});

/** The entries of the nth build: a page and a script of its own, and a style that all builds have. */
const build = (nth: number): PrecacheEntry[] => [
  { url: '/index.html', revision: String(nth) },
  { url: `/assets/app-${nth}2345678.js`, revision: null },
  { url: '/assets/app-12345678.css', revision: null },
];
const any = async () => new Response('a file');
const update = async (nth: number) => {
  await installPrecache(cache, build(nth), ORIGIN, any);
  await prunePrecache(cache, build(nth), ORIGIN);
};
const filesOf = (...nths: number[]) => [...new Set(nths.flatMap((nth) => keysOf(build(nth))))];
const keysOf = (entries: PrecacheEntry[]) => entries.map((entry) => precacheKey(entry, ORIGIN));

test('SYN-26c the files of the build before stay until the next update, for a page that is still open', async () => {
  await update(1);
  expect(filesKept().toSorted()).toEqual(filesOf(1).toSorted());
  await update(2);
  expect(filesKept().toSorted()).toEqual(filesOf(1, 2).toSorted());
  await update(3);
  expect(filesKept().toSorted()).toEqual(filesOf(2, 3).toSorted());
});

test('SYN-26c SYN-26d the files of an older build go, also if a full device cannot note the builds', async () => {
  for (const nth of [1, 2]) await update(nth);
  await installPrecache(cache, build(3), ORIGIN, any);
  const put = vi.spyOn(cache, 'put').mockRejectedValue(new DOMException('The disk is full.', 'QuotaExceededError'));
  await expect(prunePrecache(cache, build(3), ORIGIN)).rejects.toThrow('The disk is full.');
  put.mockRestore();
  expect(filesKept().toSorted()).toEqual(filesOf(2, 3).toSorted());
});

test('SYN-26c a build that is activated again still keeps the build before', async () => {
  for (const nth of [1, 2, 2]) await update(nth);
  expect(filesKept().toSorted()).toEqual(filesOf(1, 2).toSorted());
});

test('SYN-26c a waiting build that takes over deletes nothing of a newer one that is being installed', async () => {
  await update(1);
  await installPrecache(cache, build(2), ORIGIN, any);
  // The waiting build takes over between two files of the newest one.
  const paths: string[] = [];
  await installPrecache(cache, build(3), ORIGIN, async (input) => {
    paths.push(new URL(input instanceof Request ? input.url : input.toString()).pathname);
    if (paths.length === 2) {
      await expect.poll(filesKept, PATIENTLY).toContain(keysOf(build(3))[0]);
      await prunePrecache(cache, build(2), ORIGIN);
    }
    return new Response('a file');
  });
  expect(filesKept().toSorted()).toEqual(filesOf(1, 2, 3).toSorted());
  await prunePrecache(cache, build(3), ORIGIN);
  expect(filesKept().toSorted()).toEqual(filesOf(2, 3).toSorted());
});

test.each([
  ['no note', null],
  ['a note that cannot be read', '{'],
])('SYN-26c of builds that left %s every file stays until the next update', async (_, note) => {
  await installPrecache(cache, build(1), ORIGIN, any);
  if (note !== null) await cache.put(`${ORIGIN}/__builds`, new Response(note));
  await update(2);
  expect(filesKept().toSorted()).toEqual(filesOf(1, 2).toSorted());
  await update(3);
  expect(filesKept().toSorted()).toEqual(filesOf(2, 3).toSorted());
});
