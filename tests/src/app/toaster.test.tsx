import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../../src/app/toaster.tsx';
import { showFailure, showSuccess, TOASTS_MAX, useToasts } from '../../../src/state/toasts.ts';
import { freshAppState, renderPart } from '../../support/app-harness.tsx';

beforeEach(() => {
  freshAppState();
  vi.useFakeTimers();
  renderPart(<Toaster />);
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

test('R-SHELL-16 a toast closes after 5 s', () => {
  act(() => showSuccess('Sale created', 'The sale has been created successfully.'));
  expect(screen.getByRole('status').textContent).toContain('Sale created');
  expect(screen.getByText('The sale has been created successfully.')).toBeTruthy();
  pass(4_999);
  expect(screen.queryByRole('status')).not.toBeNull();
  pass(1);
  expect(screen.queryByRole('status')).toBeNull();
});

test('R-SHELL-17 one toast is visible at a time; the next one waits its turn and has its own 5 s', () => {
  act(() => {
    showSuccess('First');
    showFailure('Second');
  });
  expect(screen.getByText('First')).toBeTruthy();
  expect(screen.queryByText('Second')).toBeNull();
  pass(5_000);
  expect(screen.queryByText('First')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('Second');
  pass(4_999);
  expect(screen.queryByRole('alert')).not.toBeNull();
  pass(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a success is a status, a failure an alert', () => {
  act(() => showSuccess('Saved'));
  expect(screen.getByRole('status').textContent).toContain('Saved');
  expect(screen.queryByRole('alert')).toBeNull();
  pass(5_000);
  act(() => showFailure('Not saved'));
  expect(screen.getByRole('alert').textContent).toContain('Not saved');
});

test('a toast can be closed by hand', () => {
  act(() => {
    showSuccess('First');
    showSuccess('Second');
  });
  fireEvent.click(screen.getByRole('button', { name: 'Close message' }));
  expect(screen.queryByText('First')).toBeNull();
  expect(screen.getByText('Second')).toBeTruthy();
});

test('G55 it stays while somebody points at it', () => {
  act(() => showFailure('Login Failed'));
  fireEvent.pointerEnter(screen.getByRole('alert'));
  pass(60_000);
  expect(screen.queryByRole('alert')).not.toBeNull();
  fireEvent.pointerLeave(screen.getByRole('alert'));
  pass(5_000);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the queue has a limit: the oldest that waits makes room, never the one on screen', () => {
  act(() => {
    for (let n = 1; n <= TOASTS_MAX + 5; n += 1) showSuccess(`Toast ${n}`);
  });
  const { toasts } = useToasts.getState();
  expect(toasts).toHaveLength(TOASTS_MAX);
  expect(toasts[0]?.title).toBe('Toast 1');
  expect(toasts.at(-1)?.title).toBe(`Toast ${TOASTS_MAX + 5}`);
});
