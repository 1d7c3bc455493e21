import { beforeEach, describe, expect, test, vi } from 'vitest';
import { PRECACHE, precacheKeys } from '../../sw/precache.ts';
import { answerFile, answerPicture, answerShell, type StrategyPorts } from '../../sw/strategies.ts';
import { PICTURE_CACHE, PICTURES_KEPT_MAX } from '../../sync/host/picture-cache.ts';
import { MapCaches } from '../support/browser/map-caches.ts';

const ORIGIN = 'https://kaunta.test';
const SCRIPT = `${ORIGIN}/assets/app-12345678.js`;
const keys = precacheKeys(
  [
    { url: '/index.html', revision: 'one' },
    { url: '/assets/app-12345678.js', revision: null },
  ],
  ORIGIN,
);

let caches: MapCaches;
let ports: StrategyPorts;
const fetched = vi.fn<(request: RequestInfo | URL) => Promise<Response>>();

beforeEach(async () => {
  caches = new MapCaches();
  ports = { caches: caches.asStorage, fetch: fetched, keys };
  fetched.mockReset().mockImplementation(async () => new Response('of the network'));
  const cache = await caches.open(PRECACHE);
  await cache.put(`${ORIGIN}/index.html?__revision=one`, new Response('the page'));
  await cache.put(SCRIPT, new Response('the script'));
});

const textOf = async (answer: Promise<Response>) => await (await answer).text();

describe('files of the build', () => {
  test.each(['/', '/sales/new', '/index.html?x=1'])(
    'R-GEN-15 %s is the page of this build, from the cache',
    async (path) => {
      expect(await textOf(answerShell(ports, new Request(ORIGIN + path)))).toBe('the page');
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  test.each([SCRIPT, `${SCRIPT}?again`])('R-GEN-15 %s comes from the cache', async (url) => {
    expect(await textOf(answerFile(ports, new Request(url)))).toBe('the script');
    expect(fetched).not.toHaveBeenCalled();
  });

  test('SYN-26c a file of the build before comes from the cache for a page that still needs it', async () => {
    const older = `${ORIGIN}/assets/app-87654321.js`;
    await (await caches.open(PRECACHE)).put(older, new Response('the older script'));
    expect(await textOf(answerFile(ports, new Request(older)))).toBe('the older script');
    expect(fetched).not.toHaveBeenCalled();
  });

  test('what the browser evicted, or another build has, comes from the network and is not kept', async () => {
    await (await caches.open(PRECACHE)).delete(new Request(SCRIPT));
    const before = caches.addresses(PRECACHE);
    for (const url of [SCRIPT, `${ORIGIN}/assets/other-87654321.js`]) {
      const request = new Request(url);
      expect(await textOf(answerFile(ports, request))).toBe('of the network');
      expect(fetched).toHaveBeenLastCalledWith(request);
    }
    expect(caches.addresses(PRECACHE)).toEqual(before);
  });
});

describe('pictures', () => {
  const pictureAt = (nth: number) => `${ORIGIN}/uploads/7/${String(nth).padStart(32, '0')}/thumbnail.webp`;
  const picture = () => new Response('a picture', { headers: { 'content-type': 'image/webp' } });
  const ask = (nth: number) => textOf(answerPicture(ports, new Request(pictureAt(nth))));

  test('a picture is fetched once, and then is there with no signal', async () => {
    fetched.mockImplementation(async () => picture());
    expect(await ask(1)).toBe('a picture');
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await ask(1)).toBe('a picture');
    await expect(ask(2)).rejects.toThrow('Failed to fetch');
  });

  test.each([
    ['a failure', new Response('gone', { status: 404, headers: { 'content-type': 'image/webp' } })],
    ['the page of a portal', new Response('Log in to this network', { headers: { 'content-type': 'text/html' } })],
    ['an answer of no kind', new Response(new Uint8Array([1]))],
  ])('%s is passed on and not kept', async (_, answer) => {
    fetched.mockImplementation(async () => answer);
    expect((await answerPicture(ports, new Request(pictureAt(1)))).status).toBe(answer.status);
    expect(caches.addresses(PICTURE_CACHE)).toEqual([]);
  });

  test('as many as there is room for are kept; the oldest make way', async () => {
    fetched.mockImplementation(async () => picture());
    for (let nth = 0; nth < PICTURES_KEPT_MAX; nth += 1) await ask(nth);
    expect(caches.addresses(PICTURE_CACHE)).toHaveLength(PICTURES_KEPT_MAX);
    expect(caches.addresses(PICTURE_CACHE)[0]).toBe(pictureAt(0));
    await ask(PICTURES_KEPT_MAX);
    const kept = caches.addresses(PICTURE_CACHE);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([
      PICTURES_KEPT_MAX,
      pictureAt(1),
      pictureAt(PICTURES_KEPT_MAX),
    ]);
  });

  test('on a full device a picture is shown all the same', async () => {
    fetched.mockImplementation(async () => picture());
    const cache = await caches.open(PICTURE_CACHE);
    cache.put = () => Promise.reject(new DOMException('No space is left.', 'QuotaExceededError'));
    expect(await ask(1)).toBe('a picture');
  });
});
