import { beforeEach, expect, test } from 'vitest';
import { paths } from '../../../src/parts/paths.ts';
import { firstPageOf, keepFirstPage, openAtFirstPage } from '../../../src/platform/first-page.ts';
import { WITNESS_PREFIX } from '../../../src/platform/engine/kept-shop.ts';

beforeEach(() => localStorage.clear());

/** Opens a window at this address; returns its address afterwards. */
function opened(address: string, type: NavigationTimingType = 'navigate'): string {
  history.replaceState(null, '', address);
  const performance = { getEntriesByType: () => [{ type }] } as unknown as Performance;
  openAtFirstPage({ location: window.location, history, localStorage, performance }, paths);
  return window.location.pathname + window.location.search;
}

test('R-CTR-60 the choice is kept on the device; until there is one, it is Home', () => {
  expect(firstPageOf(localStorage)).toBe('home');
  expect(keepFirstPage(localStorage, 'counter')).toBe(true);
  expect(firstPageOf(localStorage)).toBe('counter');
  keepFirstPage(localStorage, 'home');
  expect(firstPageOf(localStorage)).toBe('home');
});

test('R-CTR-60 a device without room says that the choice was not kept', () => {
  const full = {
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(keepFirstPage(full, 'counter')).toBe(false);
});

test('R-CTR-60 opened by its own address the app stands at the counter, before anything reads the address', () => {
  localStorage.setItem(`${WITNESS_PREFIX}1`, 'x');
  expect(opened('/')).toBe('/');
  keepFirstPage(localStorage, 'counter');
  expect(opened('/')).toBe('/counter');
});

test.each(['/dashboard', '/sales', '/?notice=order'])('R-CTR-60 another address is where it leads: %s', (address) => {
  localStorage.setItem(`${WITNESS_PREFIX}1`, 'x');
  keepFirstPage(localStorage, 'counter');
  expect(opened(address)).toBe(address);
});

test('R-CTR-60 a reload of Home is Home, and a stranger sees the welcome screen', () => {
  keepFirstPage(localStorage, 'counter');
  expect(opened('/')).toBe('/');
  localStorage.setItem(`${WITNESS_PREFIX}1`, 'x');
  expect(opened('/', 'reload')).toBe('/');
  expect(opened('/')).toBe('/counter');
});
