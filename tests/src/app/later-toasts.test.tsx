import { act, fireEvent, screen } from '@testing-library/react';
import { type ComponentType } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { chunk } from '../../../src/ui/chunk.tsx';
import { LaterToasts } from '../../../src/app/later-toasts.tsx';
import { Toasts } from '../../../src/app/toasts.tsx';
import { setSignedIn } from '../../../src/state/session.ts';
import { showFailure, showSuccess } from '../../../src/state/toasts.ts';
import { freshAppState, renderPart, SESSION } from '../../support/screens/app-harness.tsx';

beforeEach(freshAppState);

/** Shows the toasts, whose component is loaded by `load`. */
function render(load: () => Promise<ComponentType>) {
  const fetch = vi.fn(load);
  renderPart(<LaterToasts part={chunk(fetch)} />);
  return fetch;
}

describe('without a toast', () => {
  const idle: (() => void)[] = [];
  const becomeIdle = () => act(async () => idle.splice(0).forEach((work) => work()));
  beforeEach(() => {
    vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
    onTestFinished(() => void vi.unstubAllGlobals());
  });

  test('R-APP-01 a signed-in person’s page fetches what draws the toasts after the first touch, and draws them', async () => {
    setSignedIn(SESSION);
    const fetch = render(async () => Toasts);
    await becomeIdle();
    expect(fetch).not.toHaveBeenCalled();
    fireEvent.pointerDown(document.body);
    await becomeIdle();
    expect(fetch).toHaveBeenCalledOnce();
    expect(document.querySelector('.k-toasts')).not.toBeNull();
  });

  test.each(['pointerDown', 'keyDown'] as const)(
    'R-APP-01 a stranger’s page fetches it after the first touch (%s)',
    async (touch) => {
      const fetch = render(async () => Toasts);
      await becomeIdle();
      expect(fetch).not.toHaveBeenCalled();
      fireEvent[touch](document.body);
      await becomeIdle();
      expect(fetch).toHaveBeenCalledOnce();
    },
  );
});

test('R-APP-01 R-SHELL-17 toasts told before their component has come are shown as soon as it has, one after the other', async () => {
  let arrive = (_: ComponentType): void => undefined;
  const fetch = render(() => new Promise((resolve) => (arrive = resolve)));
  act(() => {
    showFailure('Not saved');
    showSuccess('Saved');
  });
  expect(fetch).toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => arrive(Toasts));
  expect(screen.getByRole('alert').textContent).toContain('Not saved');
  await act(async () => screen.getByRole('button', { name: 'Close message' }).click());
  expect(await screen.findByText('Saved')).toBeTruthy();
});

test('R-APP-01 where the component cannot be fetched the words stand all the same, and are a toast once it can', async () => {
  let isOffline = true;
  render(() => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(Toasts)));
  act(() => showFailure('Login Failed', 'Kaunta cannot be reached. Check your connection and try again.'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Login Failed Kaunta cannot be reached. Check your connection and try again.',
  );
  expect(screen.queryByRole('button', { name: 'Close message' })).toBeNull();
  isOffline = false;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('button', { name: 'Close message' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Login Failed');
});
