import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Guard, PublicOnly } from '../../../../src/app/guard.tsx';
import { Toasts } from '../../../../src/app/toasts.tsx';
import { useInstallOffer } from '../../../../src/platform/worker/install.ts';
import { firstPageOf } from '../../../../src/platform/first-page.ts';
import { Settings } from '../../../../src/screens/settings/settings.tsx';
import { SettingsLinks } from '../../../../src/screens/settings/settings-links.tsx';
import { useOnline } from '../../../../src/state/online.ts';
import { questionOf } from '../../../../src/screens/settings/logout-question.ts';
import { NOTHING_LEFT } from '../../../../src/state/left-at-logout.ts';
import { setSignedIn, setSignedOut, useSession } from '../../../../src/state/session.ts';
import { setSyncStatus } from '../../../../src/state/sync-status.ts';
import { PageTitleProvider } from '../../../../src/ui/page-title.tsx';
import {
  type Answer,
  fakeServer,
  fakeServices,
  freshAppState,
  json,
  memorySessionRecord,
  renderPart,
  renderRoutes,
  SESSION,
} from '../../../support/screens/app-harness.tsx';

// Other tests cover the deletion of the shop's database; here it counts whether and when it is requested.
const clearShop = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('../../../../src/platform/engine/shop-database.ts', () => ({ clearShop }));
vi.mock('../../../../src/app/signed-in-frame.tsx', async () => {
  const { Outlet } = await import('react-router-dom');
  return { SignedInFrame: () => <Outlet /> };
});

beforeEach(() => {
  freshAppState();
  clearShop.mockClear();
  setSignedIn(SESSION);
});

function renderSettings(answers: Record<string, () => Answer> = {}) {
  const server = fakeServer(answers);
  const record = memorySessionRecord(SESSION);
  const services = fakeServices(server, record.record);
  const app = renderRoutes(
    [
      {
        element: (
          <PageTitleProvider>
            <Guard />
            <Toasts />
          </PageTitleProvider>
        ),
        children: [{ path: '/profile', element: <Settings /> }],
      },
      {
        element: (
          <>
            <PublicOnly />
            <Toasts />
          </>
        ),
        children: [{ path: '*', element: <p>signed out</p> }],
      },
    ],
    '/profile',
    services,
  );
  return { ...app, server, record, services };
}

const logoutButton = () => screen.findByRole('button', { name: 'Logout' });

describe('who is signed in', () => {
  test('R-SET-01 R-SET-02 R-SET-03 shows username, phone and email', async () => {
    renderSettings();
    const card = await screen.findByRole('region', { name: 'Your account' });
    expect(within(card).getByText('Amina Nakato')).toBeTruthy();
    expect(within(card).getByText('+256 772 123456')).toBeTruthy();
    expect(within(card).getByText('amina@example.com')).toBeTruthy();
  });

  test('R-SET-01 R-SET-02 R-SET-03 each only if present', async () => {
    setSignedIn({ ...SESSION, user: { ...SESSION.user, username: 'Amina', phone: '', email: '' } });
    renderSettings();
    expect((await screen.findByRole('region', { name: 'Your account' })).textContent).toBe('Amina');
  });
});

describe('where it leads', () => {
  test.each([
    ['R-SET-04', 'Manage Business Information', '/business-info'],
    ['R-SET-05', 'Manage Users', '/user-management'],
    ['R-SET-07', 'Payment Methods', '/payment-methods'],
    ['R-SET-08', 'Help', '/help'],
    ['R-SET-09', 'Privacy', '/privacy'],
    ['R-SET-10', 'Terms', '/terms'],
    ['R-SET-11', 'Rate', '/rate'],
    ['G5', 'Sync status', '/sync'],
  ])('%s an admin finds %s at %s', async (_id, name, path) => {
    const app = renderPart(<SettingsLinks role="admin" />);
    await userEvent.click(screen.getByRole('link', { name }));
    expect(app.path()).toBe(path);
  });

  test("R-SET-06 'Manage Users' is not shown to staff", () => {
    renderPart(<SettingsLinks role="staff" />);
    expect(screen.queryByRole('link', { name: 'Manage Users' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Manage Business Information' })).toBeTruthy();
  });
});

test("R-SLIST-60 'Show cents' is on until somebody turns it off on this device, and shows what that does", async () => {
  renderSettings();
  await logoutButton();
  const choice = screen.getByRole<HTMLInputElement>('switch', { name: 'Show cents' });
  expect(choice.checked).toBe(true);
  expect(screen.getByText(/UGX 12,000\.00\. Receipts/)).toBeTruthy();
  await userEvent.click(choice);
  expect(choice.checked).toBe(false);
  expect(screen.getByText(/UGX 12,000\. Receipts/)).toBeTruthy();
  await userEvent.click(choice);
  expect(screen.getByText(/UGX 12,000\.00\. Receipts/)).toBeTruthy();
});

describe('where Kaunta opens', () => {
  const choice = (name: string) =>
    within(screen.getByRole('radiogroup', { name: 'Open Kaunta at' })).getByRole<HTMLInputElement>('radio', { name });

  test('R-CTR-60 Home, until somebody chooses the counter for this device; a logout leaves the choice', async () => {
    const first = renderSettings();
    await logoutButton();
    expect(choice('Home').checked).toBe(true);
    await userEvent.click(choice('Counter'));
    expect(choice('Counter').checked).toBe(true);
    await userEvent.click(await logoutButton());
    await screen.findByText('signed out');
    first.unmount();
    expect(firstPageOf(localStorage)).toBe('counter');
    setSignedIn(SESSION);
    renderSettings();
    await logoutButton();
    expect(choice('Counter').checked).toBe(true);
  });

  test('R-CTR-60 a device without room says so, and the choice stands as it was', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    renderSettings();
    await logoutButton();
    await userEvent.click(choice('Counter'));
    expect(await screen.findByText('The choice was not kept')).toBeTruthy();
    expect(choice('Home').checked).toBe(true);
  });
});

describe('version', () => {
  test("R-SET-13 R-API-39 the footer says 'Version {x}' as the server does, and remembers it offline", async () => {
    const first = renderSettings({ 'GET /version': () => json(200, { success: true, data: { version: '2.7.1' } }) });
    expect(await screen.findByText('Version 2.7.1')).toBeTruthy();
    first.unmount();
    renderSettings();
    expect(await screen.findByText('Version 2.7.1')).toBeTruthy();
  });

  test.each([
    ['no network', () => new TypeError('Failed to fetch')],
    ['an error', () => json(500, { error: 'Internal' })],
  ])('R-SET-14 C-152 never fetched, and %s: 1.0.0', async (_case, answer) => {
    const { server } = renderSettings({ 'GET /version': answer });
    await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain('/version'));
    await act(async () => undefined);
    expect(screen.getByText('Version 1.0.0')).toBeTruthy();
  });
});

describe('without a session', () => {
  const show = () => renderPart(<Settings />);

  test("R-SET-15 while the session is read: 'Loading...'", () => {
    useSession.setState({ status: 'loading' }, true);
    show();
    expect(screen.getByText('Loading...')).toBeTruthy();
  });

  test("R-SET-16 C-032 an error: 'Authentication error: {message}' with 'Go to Login'", async () => {
    setSignedOut('ended', 'Session expired');
    const app = show();
    expect(screen.getByText('Authentication error: Session expired')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Go to Login' }));
    expect(app.path()).toBe('/login');
  });

  test("R-SET-17 C-032 nobody: 'Not authenticated' with 'Go to Login'", async () => {
    setSignedOut('none');
    const app = show();
    expect(screen.getByText('Not authenticated')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Go to Login' }));
    expect(app.path()).toBe('/login');
  });
});

describe('logout', () => {
  test('R-SET-12 R-SET-18 R-SET-20 R-SET-21 R-API-09 this device first, then the server, then /login', async () => {
    document.cookie = 'kaunta_user=5; Path=/';
    const seenAtTheCall: unknown[] = [];
    const { path, record, services } = renderSettings({
      'POST /auth/logout': () => {
        seenAtTheCall.push(record.stored(), document.cookie, clearShop.mock.calls.length, useSession.getState().status);
        return json(200, { success: true });
      },
    });
    await userEvent.click(await logoutButton());
    await waitFor(() => expect(path()).toBe('/login'));
    expect(seenAtTheCall).toEqual([null, '', 1, 'signed-out']);
    const toast = await screen.findByRole('status');
    expect(toast.textContent).toContain('Logged out successfully');
    expect(toast.textContent).toContain('You have been logged out of your account');
    expect(await services.sessionRecord.isLogoutOwed()).toBe(false);
  });

  test.each([
    ['R-SET-19 R-SET-22 C-147', () => json(500, { error: 'Internal' })],
    ['R-SET-19 R-SET-22 C-147', () => new TypeError('Failed to fetch')],
  ])("%s a failing call: logged out all the same, with 'Logout failed'", async (_ids, answer) => {
    const { path, record, services } = renderSettings({ 'POST /auth/logout': answer });
    await userEvent.click(await logoutButton());
    await waitFor(() => expect(path()).toBe('/login'));
    expect((await screen.findByRole('alert')).textContent).toContain('Logout failed');
    expect(record.stored()).toBeNull();
    expect(useSession.getState().status).toBe('signed-out');
    expect(await services.sessionRecord.isLogoutOwed()).toBe(true);
  });

  test('M4 C-147 offline it is the usual toast, and the server is told later', async () => {
    useOnline.setState({ isOnline: false });
    const { path, server, services } = renderSettings({ 'POST /auth/logout': () => json(200, {}) });
    await userEvent.click(await logoutButton());
    await waitFor(() => expect(path()).toBe('/login'));
    expect((await screen.findByRole('status')).textContent).toContain('Logged out successfully');
    expect(server.calls.filter(({ path: called }) => called === '/auth/logout')).toEqual([]);
    expect(await services.sessionRecord.isLogoutOwed()).toBe(true);
  });

  test("M4 C-146 SYN-24 with unsent changes it asks first; 'Stay signed in' changes nothing", async () => {
    setSyncStatus({ pendingCount: 3 });
    const { path, record, server } = renderSettings({ 'POST /auth/logout': () => json(200, {}) });
    await userEvent.click(await logoutButton());
    const dialog = await screen.findByRole('dialog', { name: 'You have 3 unsent changes' });
    expect(dialog.textContent).toContain('They stay on this device and are sent when you log in here again.');
    await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(path()).toBe('/profile');
    expect(record.stored()).toEqual(SESSION);
    expect(server.calls.filter(({ path: called }) => called === '/auth/logout')).toEqual([]);

    await userEvent.click(await logoutButton());
    await userEvent.click(await screen.findByRole('button', { name: 'Log out anyway' }));
    await waitFor(() => expect(path()).toBe('/login'));
  });

  test.each([
    [
      { pictureCount: 2 },
      'You have 2 unsent pictures',
      '2 pictures are not on the server yet. They stay on this device',
    ],
    [{ notAcceptedCount: 1 }, 'Not every change was accepted', '1 change was not accepted. Only you can settle it'],
    [{ unfinishedCount: 1 }, 'Your unfinished sales are lost', '1 sale at the counter, unfinished or parked, will be'],
    [
      { unsentCount: 1, pictureCount: 1 },
      'You have 1 unsent change',
      '1 picture is not on the server yet. It stays on',
    ],
  ])('the words of the question before a logout that leaves %j', (left, title, sentence) => {
    const question = questionOf({ ...NOTHING_LEFT, ...left });
    expect(question.title).toBe(title);
    expect(question.message).toContain(sentence);
  });

  test('M4 SYN-24 one unsent change is named as one', async () => {
    setSyncStatus({ pendingCount: 1 });
    renderSettings();
    await userEvent.click(await logoutButton());
    const dialog = await screen.findByRole('dialog', { name: 'You have 1 unsent change' });
    expect(dialog.textContent).toContain('It stays on this device and is sent when you log in here again.');
  });
});

describe('this device', () => {
  test("G51 'Install app' only where the browser offers it", async () => {
    renderSettings();
    await logoutButton();
    expect(screen.queryByRole('button', { name: 'Install app' })).toBeNull();
    const install = vi.fn(async () => undefined);
    act(() => useInstallOffer.setState({ offer: install }));
    await userEvent.click(screen.getByRole('button', { name: 'Install app' }));
    expect(install).toHaveBeenCalledOnce();
  });

  test('light, dark, or as the phone has it', async () => {
    renderSettings();
    await logoutButton();
    const group = screen.getByRole('radiogroup', { name: 'Appearance' });
    await userEvent.click(within(group).getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
    await userEvent.click(within(group).getByRole('radio', { name: 'Light' }));
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('light');
  });
});
