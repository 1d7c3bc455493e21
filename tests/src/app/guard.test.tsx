import type { ReactNode } from 'react';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { paths } from '../../../src/parts/paths.ts';
import { routes } from '../../../src/app/router.tsx';
import { startSession } from '../../../src/parts/session-lifecycle.ts';
import { setSignedIn, setSignedOut, setUnreadable, useSession } from '../../../src/state/session.ts';
import {
  type Answer,
  fakeServer,
  fakeServices,
  freshAppState,
  json,
  memorySessionRecord,
  renderRoutes,
  SESSION,
} from '../../support/screens/app-harness.tsx';

// Other tests cover the opening of a shop's database.
vi.mock('../../../src/app/signed-in.tsx', () => ({ SignedIn: ({ children }: { children: ReactNode }) => children }));

beforeEach(freshAppState);

const PUBLIC: readonly string[] = [paths.welcome, paths.login, paths.register, paths.forgotPin];
/** Pages that need no sign-in, with or without the shell (C-019, C-026). */
const OPEN: readonly string[] = [paths.registerBusiness, paths.help, paths.privacy, paths.terms, paths.rate];

describe('signed out', () => {
  beforeEach(() => setSignedOut('none'));

  test.each([['/dashboard'], ['/sales/12'], ['/no/such/page'], ['/nothing']])(
    'R-GUARD-02 R-ROUTE-36 C-024 %s leads to /welcome',
    async (path) => {
      const app = renderRoutes(routes, path);
      expect(await screen.findByRole('link', { name: 'Register' })).toBeTruthy();
      expect(app.path()).toBe('/welcome');
    },
  );

  test('R-GUARD-04 R-GUARD-05 every path but welcome, login and register needs somebody signed in', async () => {
    const guarded = Object.values(paths).filter((path) => path !== paths.root && ![...PUBLIC, ...OPEN].includes(path));
    expect(guarded.length).toBeGreaterThan(20);
    for (const path of guarded) {
      const app = renderRoutes(routes, path.replace(':id', '7'));
      await waitFor(() => expect(app.path(), path).toBe('/welcome'));
      app.unmount();
    }
  });

  test.each([
    ['R-ROUTE-03', paths.welcome, 'Manage your shop online'],
    ['R-ROUTE-04', paths.login, 'Login'],
    ['R-ROUTE-05', paths.register, 'Register'],
  ])('R-GUARD-03 R-SHELL-15 %s %s stays, without the shell', async (_id, path, heading) => {
    const app = renderRoutes(routes, path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect(app.path()).toBe(path);
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.queryByRole('banner')).toBeNull();
  });

  test('R-ROUTE-02 C-018 / is the welcome screen, without a redirect', async () => {
    const app = renderRoutes(routes, '/');
    expect(await screen.findByRole('heading', { name: 'Manage your shop online' })).toBeTruthy();
    expect(app.path()).toBe('/');
  });
});

describe('signed in', () => {
  beforeEach(() => setSignedIn(SESSION));

  test.each(PUBLIC.map((path) => [path]))('C-018 %s leads to /dashboard', async (path) => {
    const app = renderRoutes(routes, path);
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
  });

  test.each([['/nothing'], ['/no/such/page']])("R-ROUTE-35 C-024 %s shows 'Page Not Found'", async (path) => {
    const app = renderRoutes(routes, path);
    const main = await screen.findByRole('main');
    expect(await within(main).findByText('Page Not Found')).toBeTruthy();
    expect(app.path()).toBe(path);
  });

  test('R-ROUTE-14 /profile shows Settings', async () => {
    renderRoutes(routes, '/profile');
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Logout' })).toBeTruthy();
  });

  test('every address of the app has its screen', () => {
    const pathsIn = (inside: readonly RouteObject[]): string[] =>
      inside.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsIn(children)]);
    const routed = pathsIn(routes);
    expect(routed.filter((path) => path !== '*').toSorted()).toEqual(
      // The guard decides about '/': welcome or home.
      Object.values<string>(paths)
        .filter((path) => path !== '/' || routed.includes('/'))
        .toSorted(),
    );
  });
});

describe('on opening the app', () => {
  const open = (answer: () => Answer, stored = SESSION as typeof SESSION | null) => {
    const record = memorySessionRecord(stored);
    const server = fakeServer({ 'GET /auth/me': answer });
    const services = fakeServices(server, record.record);
    const stop = startSession(services, window, { countUnsent: async () => 0, clear: async () => undefined });
    const app = renderRoutes(routes, '/profile', services);
    return { app, server, record, stop };
  };

  test("R-GUARD-01 C-156 says 'Loading...' until the device's own record is read", async () => {
    const app = renderRoutes(routes, '/profile');
    expect(screen.getByText('Loading...')).toBeTruthy();
    expect(app.path()).toBe('/profile');
    setSignedOut('none');
    await waitFor(() => expect(app.path()).toBe('/welcome'));
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  test('R-BROW-20 says that the browser does not open its storage, at a guarded screen and at a public one, until it does', async () => {
    for (const path of ['/profile', '/login']) {
      useSession.setState({ status: 'loading' }, true);
      const app = renderRoutes(routes, path);
      act(() => setUnreadable('Internal error'));
      expect(screen.getByRole('status').textContent).toMatch(
        /^This browser does not open its storage, .*\(Internal error\)$/,
      );
      act(() => setSignedOut('none'));
      await waitFor(() => expect(screen.queryByText(/does not open its storage/)).toBeNull());
      app.unmount();
    }
  });

  test('R-BROW-20 Help is there also while the browser does not open its storage', async () => {
    useSession.setState({ status: 'loading' }, true);
    renderRoutes(routes, '/help');
    act(() => setUnreadable('Internal error'));
    expect(await screen.findByRole('heading', { name: 'Your first day' })).toBeTruthy();
  });

  test.each([
    ['no network', () => new TypeError('Failed to fetch')],
    ['an error of the server', () => json(503, { error: 'Unavailable' })],
    ["a portal's page with status 401", () => new Response('<html>Sign in to the hotel</html>', { status: 401 })],
    ["a portal's page with status 200", () => new Response('<html>Welcome</html>', { status: 200 })],
  ])('R-GUARD-06 C-156 %s lets the stored user in', async (_case, answer) => {
    const { app, server, record, stop } = open(answer);
    expect(await screen.findByRole('button', { name: 'Logout' })).toBeTruthy();
    await waitFor(() => expect(server.calls.map((call) => call.path)).toContain('/auth/me'));
    await act(async () => undefined);
    expect(app.path()).toBe('/profile');
    expect(record.stored()).toEqual(SESSION);
    expect(useSession.getState().status).toBe('signed-in');
    stop();
  });

  test.each([[401], [403]])('C-156 a real %i ends the session and says so', async (status) => {
    const { app, record, stop } = open(() => json(status, { error: 'Unauthorized', message: 'Session expired' }));
    await waitFor(() => expect(app.path()).toBe('/welcome'));
    expect((await screen.findByRole('alert')).textContent).toContain('Your session has ended');
    await waitFor(() => expect(record.stored()).toBeNull());
    stop();
  });

  test('C-011 C-157 what the server says of the user replaces the stored snapshot', async () => {
    const user = { ...SESSION.user, username: 'Amina N.', role: 'staff' };
    const { record, stop } = open(() => json(200, { success: true, data: { user, business: SESSION.business } }));
    expect(await screen.findByText('Amina N.')).toBeTruthy();
    await waitFor(() => expect(record.stored()?.user.role).toBe('staff'));
    expect(record.stored()?.signedInAtMs).toBe(SESSION.signedInAtMs);
    stop();
  });

  test('C-156 without a record nobody is signed in, whatever the network', async () => {
    const { app, server, stop } = open(() => json(200, { success: true, data: SESSION }), null);
    await waitFor(() => expect(app.path()).toBe('/welcome'));
    expect(server.calls).toEqual([]);
    stop();
  });
});
