import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSignedOut } from '../../../../src/state/session.ts';
import { freshAppState, json } from '../../../support/screens/app-harness.tsx';
import { CURRENT_USER, renderLogin, submit } from '../../../support/screens/login-screen.tsx';

beforeEach(() => {
  freshAppState();
  setSignedOut('none');
});

describe('a task', () => {
  const TASK = { challenge: '21.1.ab.cd', bits: 21 };
  const demanded = () =>
    json(429, {
      error: 'Too many attempts',
      message: 'This one has to do some arithmetic first.',
      details: [],
      task: TASK,
    });

  /** Makes a worker that answers when the test says so. */
  function stubWorker() {
    const workers: { tell: (news: object) => void; tasks: unknown[]; isEnded: boolean }[] = [];
    vi.stubGlobal(
      'Worker',
      class extends EventTarget {
        #self = {
          tell: (data: object) => act(() => void this.dispatchEvent(new MessageEvent('message', { data }))),
          tasks: [] as unknown[],
          isEnded: false,
        };
        constructor() {
          super();
          workers.push(this.#self);
        }
        postMessage(task: unknown) {
          this.#self.tasks.push(task);
        }
        terminate() {
          this.#self.isEnded = true;
        }
      },
    );
    return workers;
  }
  afterEach(() => vi.unstubAllGlobals());

  test('R-PIN-09 is done by itself, with a sentence that says so, and then the login goes on', async () => {
    const workers = stubWorker();
    let tried = 0;
    const { server, path } = renderLogin({
      'POST /auth/login': () => ((tried += 1) === 1 ? demanded() : json(200, { success: true, data: {} })),
      'GET /auth/me': () => json(200, CURRENT_USER),
    });
    await submit('0772 123456', '1234');
    expect((await screen.findByRole('status')).textContent).toContain('it does some arithmetic first');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(workers[0]?.tasks).toEqual([TASK]);
    workers[0]?.tell({ rounds: 1024, answer: null });
    expect(screen.getByText(/^About .* left\./)).toBeTruthy();
    workers[0]?.tell({ rounds: 2048, answer: 7 });
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(server.calls[1]?.body).toEqual({
      phone: '0772 123456',
      pin: '1234',
      task: { challenge: TASK.challenge, answer: 7 },
    });
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
  });

  test('R-PIN-09 after a wrong PIN what was typed is still there, and the sentence is gone', async () => {
    const workers = stubWorker();
    let tried = 0;
    renderLogin({ 'POST /auth/login': () => ((tried += 1) === 1 ? demanded() : json(401, {})) });
    await submit('0772 123456', '1234');
    await screen.findByRole('status');
    workers[0]?.tell({ rounds: 2048, answer: 7 });
    expect((await screen.findByRole('alert')).textContent).toContain('Please check your credentials and try again.');
    expect(screen.queryByText(/arithmetic/)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('1234');
  });

  test('R-PIN-09 can be stopped, and ends with the screen', async () => {
    const workers = stubWorker();
    const { server, unmount } = renderLogin({ 'POST /auth/login': demanded });
    await submit('0772 123456', '1234');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts');
    expect(workers[0]?.isEnded).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByRole('button', { name: 'Stop' });
    unmount();
    await waitFor(() => expect(workers[1]?.isEnded).toBe(true));
    expect(server.calls).toHaveLength(2);
  });

  test('R-PIN-09 one that turns out long names the better ways in', async () => {
    const workers = stubWorker();
    const demandHard = () => json(429, { error: 'x', message: 'y', details: [], task: { ...TASK, bits: 29 } });
    renderLogin({ 'POST /auth/login': demandHard });
    await submit('0772 123456', '1234');
    await screen.findByRole('status');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    workers[0]?.tell({ rounds: 1, answer: null });
    expect(screen.getByText(/hours left\. A device that has logged in before/)).toBeTruthy();
  });

  const WHY = 'Logging in on new devices is held up for about 5 hours. Forgot PIN works now.';
  const heldUp = (bits: number) => () =>
    json(429, {
      ...{ error: 'Too many attempts', message: WHY, details: [] },
      task: { ...TASK, bits, shortAgainMs: 18_000_000 },
    });

  test('R-PIN-11 one of more than ten minutes is not begun unasked: the page says what is up, for how long, and where else there is a way in', async () => {
    const workers = stubWorker();
    const { server } = renderLogin({ 'POST /auth/login': heldUp(30) });
    await submit('0772 123456', '1234');
    expect((await screen.findByRole('status')).textContent).toBe(WHY);
    expect(screen.getByText(/A small phone takes about 18 minutes for it/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Forgot PIN?' })).toBeTruthy();
    expect(workers).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect((await screen.findByRole('alert')).textContent).toContain(WHY);
    expect(screen.queryByRole('status')?.textContent).not.toBe(WHY);
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('0772 123456');
    expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('1234');
    expect(server.calls).toHaveLength(1);
  });

  test('R-PIN-11 whoever wants it has the arithmetic done all the same, and is let in', async () => {
    const workers = stubWorker();
    let tried = 0;
    const { path } = renderLogin({
      'POST /auth/login': () => ((tried += 1) === 1 ? heldUp(30)() : json(200, { success: true, data: {} })),
      'GET /auth/me': () => json(200, CURRENT_USER),
    });
    await submit('0772 123456', '1234');
    await userEvent.click(await screen.findByRole('button', { name: 'Do the arithmetic' }));
    expect(workers[0]?.tasks).toEqual([{ ...TASK, bits: 30 }]);
    workers[0]?.tell({ rounds: 2048, answer: 7 });
    await waitFor(() => expect(path()).toBe('/dashboard'));
  });

  test('R-PIN-11 arithmetic that would count no more when it is done is not offered', async () => {
    const workers = stubWorker();
    renderLogin({ 'POST /auth/login': heldUp(36) });
    await submit('0772 123456', '1234');
    expect((await screen.findByRole('status')).textContent).toBe(WHY);
    expect(screen.queryByRole('button', { name: 'Do the arithmetic' })).toBeNull();
    expect(workers).toEqual([]);
  });
});
