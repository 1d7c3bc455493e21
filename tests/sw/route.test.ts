import { expect, test } from 'vitest';
import { routeRequest } from '../../sw/route.ts';

const ORIGIN = 'https://kaunta.test';
const precached = new Set(['/index.html', '/assets/index-abc12345.js', '/icons/icon-192.png']);
const route = (path: string, options: { method?: string; isNavigation?: boolean } = {}) =>
  routeRequest(
    { method: 'GET', isNavigation: false, url: new URL(path, ORIGIN).href, ...options },
    ORIGIN,
    (pathname) => precached.has(pathname),
  );

test.each([
  '/',
  '/login',
  '/dashboard',
  '/sales',
  '/sales/new',
  '/sales/9007199254740991',
  '/items/new/advanced',
  '/sync',
  '/no/such/screen',
])('R-GEN-15 SYN-17 a navigation to %s is answered with the app, with or without signal', (path) => {
  expect(route(path, { isNavigation: true })).toBe('shell');
});

test.each(['/mama-amina', '/duka-la-juma'])(
  'C-022 R-GEN-11 a navigation to the storefront %s always reaches the server',
  (path) => {
    expect(route(path, { isNavigation: true })).toBe('network');
  },
);

test.each(['/api/v1/sync/pull', '/api/v1/auth/me', '/api', '/uploads/1/a.webp', '/healthz', '/readyz'])(
  '%s is never answered from a cache',
  (path) => {
    expect(route(path)).toBe('network');
    expect(route(path, { isNavigation: true })).toBe('network');
  },
);

test('SYN-26c a file of this or of another build comes from the cache, any other file from the network', () => {
  expect(route('/assets/index-abc12345.js')).toBe('file');
  expect(route('/assets/of-another-build.js')).toBe('file');
  expect(route('/icons/icon-of-nobody.png')).toBe('network');
});

test('SYN-17 a file of the build that is looked at by itself is that file: no app opens there and sends', () => {
  expect(route('/icons/icon-192.png', { isNavigation: true })).toBe('file');
  expect(route('/icons/icon-of-nobody.png', { isNavigation: true })).toBe('shell');
});

test('only reads of this origin are routed', () => {
  expect(route('/sales', { method: 'POST', isNavigation: true })).toBe('network');
  expect(route('https://elsewhere.test/assets/index-abc12345.js')).toBe('network');
});

test('C-160 a picture of an item comes from the cache first; looked at as a page it does not', () => {
  const picture = `/uploads/7/${'a1'.repeat(16)}/thumbnail.webp`;
  expect(route(picture)).toBe('picture');
  expect(route(picture, { isNavigation: true })).toBe('network');
  expect(route(picture, { method: 'POST' })).toBe('network');
  expect(route(`/uploads/7/${'a1'.repeat(16)}/other.webp`)).toBe('network');
});
