import type { ReactNode } from 'react';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { routes } from '../../../../src/app/router.tsx';
import { Rate } from '../../../../src/screens/about/rate.tsx';
import { setSignedOut } from '../../../../src/state/session.ts';
import { freshAppState, renderRoutes } from '../../../support/screens/app-harness.tsx';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';

// The test opens the shop itself.
vi.mock('../../../../src/app/signed-in.tsx', () => ({ SignedIn: ({ children }: { children: ReactNode }) => children }));

const PAGES = [
  ['/help', 'Help', 'Selling without a connection'],
  ['/help', 'Help', 'When a phone is lost or stolen'],
  ['/help', 'Help', 'What the words at the top mean'],
  ['/privacy', 'Privacy', 'Who sees it'],
  ['/terms', 'Terms', 'Your data is yours'],
] as const;

test.each(PAGES)('G42 C-026 %s is there for whoever is signed in, offline too', async (path, title, part) => {
  const opened = await openShop();
  await goOffline();
  renderShop(opened, routes, path);
  expect(await screen.findByRole('heading', { name: part })).toBeTruthy();
  expect(screen.getByRole('banner')).toBeTruthy();
  await waitFor(() => expect(document.title).toContain(title));
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/profile');
});

test.each(PAGES)('G42 C-026 %s is there without signing in', async (path, title, part) => {
  freshAppState();
  setSignedOut('none');
  const app = renderRoutes(routes, path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByRole('heading', { name: part })).toBeTruthy();
  expect(app.path()).toBe(path);
  expect(screen.queryByRole('banner')).toBeNull();
});

test('G42 Help names every word that the header and the rows say', async () => {
  const opened = await openShop();
  renderShop(opened, routes, '/help');
  await screen.findByRole('heading', { name: 'What the words at the top mean' });
  const main = screen.getByRole('main');
  for (const word of [
    'All changes synced',
    'changes pending',
    'Syncing...',
    'Offline',
    'need attention',
    'Pending sync',
    'Conflict',
    'Not accepted',
  ])
    expect(main.textContent).toContain(word);
});

test('M40 C-026 a rating is saved offline and waits with everything else', async () => {
  const opened = await openShop();
  await goOffline();
  const pages = [
    { path: '/rate', element: <Rate /> },
    { path: '/profile', element: <p>Settings screen</p> },
  ];
  const app = renderShop(opened, pages, '/rate');
  await userEvent.click(await screen.findByRole('button', { name: 'Save rating' }));
  expect(await screen.findByText('Please choose 1 to 5 stars')).toBeTruthy();
  for (const name of ['1 star', '2 stars', '3 stars', '4 stars', '5 stars'])
    expect(screen.getByRole('radio', { name })).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: '4 stars' }));
  await userEvent.type(screen.getByLabelText('Message'), ' Good ');
  await userEvent.click(screen.getByRole('button', { name: 'Save rating' }));
  expect(await screen.findByText('Thank you')).toBeTruthy();
  await waitFor(() => expect(app.path()).toBe('/profile'));
  expect(await opened.device.database.tables.outbox.toArray()).toMatchObject([
    { wire: { name: 'feedback.send', args: { rating: 4, message: 'Good' } } },
  ]);
});

test('C-016 staff open neither the people of the shop nor the form of the business', async () => {
  for (const path of ['/user-management', '/register/business', '/settings/devices']) {
    const opened = await openShop({ state: { role: 'staff', projection: 'staff' } });
    const app = renderShop(opened, routes, path);
    expect(await screen.findByText("You don't have permission to view this page")).toBeTruthy();
    app.unmount();
  }
});

test('SYN-13 C-016 another role that comes with the shop’s data opens and closes screens at once', async () => {
  const opened = await openShop();
  renderShop(opened, routes, '/user-management');
  expect(await screen.findByRole('heading', { name: 'Users in Business' })).toBeTruthy();
  await act(() => opened.shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), role: 'staff' })));
  expect(await screen.findByText("You don't have permission to view this page")).toBeTruthy();
});
