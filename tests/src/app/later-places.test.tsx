import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { LaterPlaces } from '../../../src/app/later-places.tsx';
import { PATIENTLY } from '../../support/patience.ts';

beforeEach(() => {
  sessionStorage.clear();
  document.documentElement.scrollTop = 0;
});

function renderApp() {
  const shell = (
    <main id="main">
      <Outlet />
      <LaterPlaces mainId="main" />
    </main>
  );
  const children = [{ path: '*', element: <p>A screen</p> }];
  const router = createMemoryRouter([{ element: shell, children }], { initialEntries: ['/items'] });
  render(<RouterProvider router={router} />);
  return router;
}

/** True if the scroll position of a page that is left is recorded. */
const isKeeping = () => {
  window.dispatchEvent(new Event('pagehide'));
  return (sessionStorage.getItem('kaunta-places') ?? '[]') !== '[]';
};

test('R-PLACE-10 what keeps the places of lists is fetched with the first touch, and moves nothing that is scrolled by then', async () => {
  renderApp();
  await screen.findByText('A screen');
  await act(() => Promise.resolve());
  expect(isKeeping()).toBe(false);
  document.documentElement.scrollTop = 300;
  window.dispatchEvent(new Event('wheel'));
  await waitFor(() => expect(isKeeping()).toBe(true), PATIENTLY);
  expect(document.documentElement.scrollTop).toBe(300);
});

test('R-PLACE-11 after a reload it is there without a touch', async () => {
  sessionStorage.setItem('kaunta-places', '[]');
  renderApp();
  await screen.findByText('A screen');
  await waitFor(() => expect(isKeeping()).toBe(true), PATIENTLY);
});
