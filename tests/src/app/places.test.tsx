import { act, render } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Places } from '../../../src/app/places.tsx';

/* Rows of 100 px in a window of 600 px, as in tests/src/ui/list/scroll-place.test.ts. */

const ROWS = Array.from({ length: 20 }, (_, at) => `row ${at + 1}`);

/** Answers the pending reads of the list; the test calls them. */
let answer: (() => void)[] = [];

beforeEach(() => {
  answer = [];
  sessionStorage.clear();
  window.innerHeight = 600;
  document.documentElement.scrollTop = 0;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const at = [...document.querySelectorAll('[data-row]')].indexOf(this);
    return new DOMRect(0, at * 100 - document.documentElement.scrollTop, 300, 100);
  });
});

afterEach(() => vi.restoreAllMocks());

function List() {
  const [isRead, setRead] = useState(false);
  useEffect(() => void answer.push(() => setRead(true)), []);
  if (!isRead) return <p>Loading...</p>;
  return ROWS.map((row) => (
    <p key={row} data-row={row}>
      {row}
    </p>
  ));
}

function renderAt(path: string) {
  const shell = (
    <main id="main">
      <Outlet />
      <Places mainId="main" />
    </main>
  );
  const children = [
    { path: '/items', element: <List /> },
    { path: '*', element: <p>Elsewhere</p> },
  ];
  const router = createMemoryRouter([{ element: shell, children }], { initialEntries: [path] });
  return { router, ...render(<RouterProvider router={router} />) };
}

const read = () => act(async () => answer.splice(0).forEach((each) => each()));
const scrolledTo = () => document.documentElement.scrollTop;

/** Scrolls the list and leaves it for another screen. */
async function leaveListAt(topPx: number) {
  const app = renderAt('/items');
  await read();
  document.documentElement.scrollTop = topPx;
  await act(() => app.router.navigate('/elsewhere'));
  expect(scrolledTo()).toBe(0);
  return app;
}

test('R-PLACE-10 R-PLACE-13 a list is where it was after Back and by a way back; a visit by any other way begins at its top', async () => {
  const { router } = await leaveListAt(700);
  await act(() => router.navigate(-1));
  await read();
  expect(scrolledTo()).toBe(700);
  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate('/items', { state: { cameBack: true } }));
  await read();
  expect(scrolledTo()).toBe(700);
  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate('/items'));
  await read();
  expect(scrolledTo()).toBe(0);
});

test('R-PLACE-16 a list that is left again before its rows are drawn keeps its place', async () => {
  const { router } = await leaveListAt(700);
  await act(() => router.navigate(-1));
  await act(() => router.navigate(1));
  await act(() => router.navigate(-1));
  window.dispatchEvent(new Event('pagehide'));
  await act(() => router.navigate(1));
  await act(() => router.navigate(-1));
  await read();
  expect(scrolledTo()).toBe(700);
});

test('R-PLACE-16 a list that somebody scrolled elsewhere is left from there', async () => {
  const { router } = await leaveListAt(700);
  await act(() => router.navigate(-1));
  window.dispatchEvent(new Event('wheel'));
  await read();
  document.documentElement.scrollTop = 300;
  await act(() => router.navigate(1));
  await act(() => router.navigate(-1));
  await read();
  expect(scrolledTo()).toBe(300);
});

test.each([['{'], ['[{"key":1}]']])('R-PLACE-11 what is stored and cannot be read (%s) is no place', async (stored) => {
  sessionStorage.setItem('kaunta-places', stored);
  const { router } = await leaveListAt(700);
  await act(() => router.navigate(-1));
  await read();
  expect(scrolledTo()).toBe(700);
});

test('R-PLACE-11 where nothing can be stored the places live as long as the page', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { router } = await leaveListAt(700);
  await act(() => router.navigate(-1));
  await read();
  expect(scrolledTo()).toBe(700);
});
