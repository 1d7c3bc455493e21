import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useOnline } from '../../../../src/state/online.ts';
import { setSessionEnded, setSignedIn, setSignedOut, useSession } from '../../../../src/state/session.ts';
import { queuedToasts } from '../../../../src/state/toast-queue.ts';
import { logout, startSession } from '../../../../src/parts/session-lifecycle.ts';
import { fakeServices, freshAppState, json, SESSION } from '../../../support/screens/app-harness.tsx';
import { CURRENT_USER, renderLogin, submit } from '../../../support/screens/login-screen.tsx';
import { tapUntilGone } from '../../../support/screens/tap-until-gone.ts';
import { goOffline } from '../../../support/screens/go-offline.ts';

beforeEach(() => {
  freshAppState();
  setSignedOut('none');
});

describe('the form', () => {
  test('R-LOGIN-01 R-LOGIN-02 has a phone and a PIN field, whose digits nobody can read', () => {
    renderLogin();
    expect(screen.getByLabelText('Phone').getAttribute('type')).toBe('tel');
    expect(screen.getByLabelText('PIN').getAttribute('type')).toBe('password');
    expect(document.title).toBe('Login · Kaunta');
  });

  test('R-LOGIN-03 R-LOGIN-04 links to register and back to the welcome screen', async () => {
    renderLogin();
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/welcome');
  });
});

describe('what is refused before sending', () => {
  test.each([
    ['R-LOGIN-08 C-006', '', '1234', 'Phone', 'Phone number is required'],
    ['R-LOGIN-08 C-006', '077212345', '1234', 'Phone', 'Phone number is required'],
    ['R-LOGIN-09 C-001', '0772123456', '', 'PIN', 'PIN must be exactly 4 digits'],
    ['R-LOGIN-09 C-001', '0772123456', '123', 'PIN', 'PIN must be exactly 4 digits'],
    ['R-LOGIN-09 C-001', '0772123456', '12345', 'PIN', 'PIN must be exactly 4 digits'],
    ['R-LOGIN-10', '0772123456', '12a4', 'PIN', 'PIN must contain only numbers'],
  ])("%s '%s' and '%s': beside %s stands '%s'", async (_ids, phone, pin, label, message) => {
    const { server } = renderLogin();
    await submit(phone, pin);
    const field = screen.getByLabelText<HTMLInputElement>(label);
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-errormessage') ?? '')?.textContent).toBe(message);
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(message);
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe(phone);
    expect(server.calls).toEqual([]);
  });

  test('G55 with both wrong the focus goes to the first on the page', async () => {
    renderLogin();
    await submit('', '');
    expect(document.activeElement).toBe(screen.getByLabelText('Phone'));
    expect(screen.getByText('PIN must be exactly 4 digits')).toBeTruthy();
  });
});

test('G51 whoever opened an address without https is told before they log in, and nobody else', async () => {
  const { unmount } = renderLogin();
  expect(screen.queryByText('Kaunta needs an address with https')).toBeNull();
  unmount();
  vi.stubGlobal('isSecureContext', false);
  renderLogin();
  expect(await screen.findByText('Kaunta needs an address with https')).toBeTruthy();
  vi.unstubAllGlobals();
});

describe('success', () => {
  test('R-LOGIN-05 R-LOGIN-06 R-LOGIN-07 R-API-06 C-157 keeps the session, asks who it is, goes to /dashboard', async () => {
    const { server, record, path } = renderLogin({
      'POST /auth/login': () => json(200, { success: true, data: { authToken: 'secret-token', user: SESSION.user } }),
      'GET /auth/me': () => json(200, CURRENT_USER),
    });
    await submit('0772 123456', '1234');
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(server.calls.map(({ method, path: called }) => `${method} ${called}`)).toEqual([
      'POST /auth/login',
      'GET /auth/me',
    ]);
    expect(server.calls[0]?.body).toEqual({ phone: '0772 123456', pin: '1234' });
    expect(record.stored()).toMatchObject({ user: { id: 5, phone: SESSION.user.phone }, business: { id: 9 } });
    expect(useSession.getState().status).toBe('signed-in');
    expect(document.cookie).toBe('kaunta_user=5');
    expect(JSON.stringify([record.stored(), { ...localStorage }])).not.toMatch(/secret-token|1234"/);
  });

  test('X-TYPE-23 Enter in a filled form signs in', async () => {
    const { server } = renderLogin();
    await userEvent.type(screen.getByLabelText('Phone'), '0772 123456');
    await userEvent.type(screen.getByLabelText('PIN'), '1234{Enter}');
    await waitFor(() => expect(server.calls[0]?.body).toEqual({ phone: '0772 123456', pin: '1234' }));
  });

  test('C-005 the phone is sent as typed, spaces around it apart', async () => {
    const { server } = renderLogin();
    await submit('  +256 772-123456 ', '0042');
    expect(server.calls[0]?.body).toEqual({ phone: '+256 772-123456', pin: '0042' });
  });
});

describe('failure', () => {
  test.each([
    ['R-LOGIN-11 R-LOGIN-12', { error: 'Locked', message: 'Wait a minute' }, 'Locked', 'Wait a minute'],
    ['R-LOGIN-12', { error: 'Locked', details: 'Wait a minute' }, 'Locked', 'Wait a minute'],
    ['R-LOGIN-12', { message: 'First', details: 'Second' }, 'Login Failed', 'First'],
    ['R-LOGIN-11 R-LOGIN-12', {}, 'Login Failed', 'Please check your credentials and try again.'],
  ])('%s %j shows %s: %s', async (_ids, body, title, description) => {
    const { path, record } = renderLogin({ 'POST /auth/login': () => json(401, body) });
    await submit('0772 123456', '1234');
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toContain(title);
    expect(toast.textContent).toContain(description);
    expect(path()).toBe('/login');
    expect(record.stored()).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('0772 123456');
    expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('1234');
  });

  test("the server's message about a field stands beside it", async () => {
    const details = [{ path: 'phone', message: 'Phone number is required' }];
    renderLogin({ 'POST /auth/login': () => json(422, { error: 'Invalid', message: 'Please check', details }) });
    await submit('0772 123456', '1234');
    expect(await screen.findByText('Phone number is required')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Phone'));
  });

  test('R-LOGIN-07 what went wrong before is not said any more once it went well', async () => {
    let isRight = false;
    const { path } = renderLogin({
      'POST /auth/login': () => (isRight ? json(200, { success: true, data: {} }) : json(401, {})),
      'GET /auth/me': () => json(200, CURRENT_USER),
    });
    await submit('0772 123456', '1234');
    expect(await screen.findByRole('alert')).toBeTruthy();
    isRight = true;
    await submit('', '');
    await waitFor(() => expect(path()).not.toBe('/login'));
    expect(queuedToasts()).toEqual([]);
  });

  test('where nobody answers, the credentials are not what to check', async () => {
    renderLogin();
    await submit('0772 123456', '1234');
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toContain('Login Failed');
    expect(toast.textContent).toContain('Kaunta cannot be reached. Check your connection and try again.');
  });

  test('without knowing who it is nobody is signed in', async () => {
    const { record } = renderLogin({
      'POST /auth/login': () => json(200, { success: true, data: {} }),
      'GET /auth/me': () => json(500, { error: 'Internal error' }),
    });
    await submit('0772 123456', '1234');
    expect((await screen.findByRole('alert')).textContent).toContain('Internal error');
    expect(record.stored()).toBeNull();
  });

  const FULL = () => Promise.reject(new DOMException('No space', 'QuotaExceededError'));
  const LETS_IN = {
    'POST /auth/login': () => json(200, { success: true, data: {} }),
    'GET /auth/me': () => json(200, CURRENT_USER),
  };

  test('SYN-26 a device without space for the session says so, and can be asked again', async () => {
    const { record, path } = renderLogin(LETS_IN);
    const { write } = record.record;
    record.record.write = FULL;
    await submit('0772 123456', '1234');
    expect((await screen.findByRole('alert')).textContent).toContain('This device has no space left.');
    expect(useSession.getState().status).toBe('signed-out');
    record.record.write = write;
    await submit('', '');
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });

  test('SYN-26 C-145 whoever has to sign in again to send what waits needs no space for it', async () => {
    setSignedIn(SESSION);
    setSessionEnded();
    const { record, path } = renderLogin(LETS_IN, SESSION);
    record.record.write = FULL;
    await submit('0772 123456', '1234');
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', session: { user: SESSION.user } });
    expect(useSession.getState()).not.toHaveProperty('isEnded');
  });

  test('C-145 somebody else signs in where a session has ended: nothing is asked in the name of the one before', async () => {
    setSignedIn({ ...SESSION, user: { ...SESSION.user, id: 6 } });
    setSessionEnded();
    const { server, path } = renderLogin(LETS_IN);
    await submit('0772 123456', '1234');
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(server.calls.map(({ headers }) => headers['x-user-id'])).toEqual([undefined, undefined]);
    expect(useSession.getState()).toMatchObject({ status: 'signed-in', session: { user: { id: 5 } } });
  });

  test('C-147 SYN-24 a login waits for a logout that is still clearing this device', async () => {
    let clear: () => void = () => undefined;
    const { server, path } = renderLogin({
      ...LETS_IN,
      'POST /auth/logout': () => json(200, { success: true }),
    });
    const leaving = logout(fakeServices(server), () => new Promise((resolve) => (clear = resolve)));
    await submit('0772 123456', '1234');
    expect(server.calls).toEqual([]);
    clear();
    await leaving;
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(server.calls.map(({ path: called }) => called)).toEqual(['/auth/logout', '/auth/login', '/auth/me']);
  });

  test('C-147 a login waits for the server to answer a logout that was owed since the device was offline', async () => {
    let answerLogout: (response: Response) => void = () => undefined;
    const {
      server,
      path,
      record: { record },
    } = renderLogin({
      ...LETS_IN,
      'POST /auth/logout': () => new Promise<Response>((resolve) => (answerLogout = resolve)),
    });
    await record.beginLogout();
    const stop = startSession(fakeServices(server, record), window, {
      countUnsent: async () => 0,
      clear: async () => {},
    });
    await waitFor(() => expect(server.calls).toHaveLength(1));
    await submit('0772 123456', '1234');
    expect(server.calls.map(({ path: called }) => called)).toEqual(['/auth/logout']);
    answerLogout(json(200, { success: true }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    stop();
    expect(server.calls.map(({ path: called }) => called).slice(0, 3)).toEqual([
      '/auth/logout',
      '/auth/login',
      '/auth/me',
    ]);
  });

  test('G60 R-SNEW-38 tapped until the next screen is there, one session is opened', async () => {
    const { server, path } = renderLogin(LETS_IN);
    await userEvent.type(screen.getByLabelText('Phone'), '0772 123456');
    await userEvent.type(screen.getByLabelText('PIN'), '1234');
    await tapUntilGone(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(server.calls.map(({ path: called }) => called)).toEqual(['/auth/login', '/auth/me']);
  });

  test('G60 a second tap while the first is on its way sends nothing', async () => {
    const { server } = renderLogin({ 'POST /auth/login': () => new Promise<Response>(() => undefined) });
    await submit('0772 123456', '1234');
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    await userEvent.type(screen.getByLabelText('PIN'), '{Enter}');
    expect(server.calls).toHaveLength(1);
  });
});

test('M1 offline the form stays with what was typed, and says what is missing', async () => {
  renderLogin();
  await userEvent.type(screen.getByLabelText('Phone'), '0772 123456');
  await goOffline();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Login' });
  expect(button.disabled).toBe(true);
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('You are offline. Connect to the internet to log in.');
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('0772 123456');
  act(() => useOnline.setState({ isOnline: true }));
  expect(button.disabled).toBe(false);
});
