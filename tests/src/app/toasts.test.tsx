import { notificationsStore } from '@mantine/notifications';
import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toasts } from '../../../src/app/toasts.tsx';
import { queuedToasts, SUCCESS_MAKES_ROOM_AFTER_MS, TOASTS_MAX } from '../../../src/state/toast-queue.ts';
import { showFailure, showNewOrders, showSuccess } from '../../../src/state/toasts.ts';
import { type SavingWork, SPENT, useOneAtATime } from '../../../src/ui/form/use-one-at-a-time.ts';
import { StorageFailure } from '../../../sync/store/database/storage-failure.ts';
import { freshAppState, renderPart } from '../../support/screens/app-harness.tsx';

beforeEach(() => {
  freshAppState();
  vi.useFakeTimers();
  renderPart(<Toasts />);
});
afterEach(() => vi.useRealTimers());

/** Lets time pass and renders the changes. */
function pass(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
  act(() => void vi.advanceTimersByTime(0));
}

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
    showFailure('First');
    showFailure('Second');
  });
  expect(screen.getByText('First')).toBeTruthy();
  expect(screen.queryByText('Second')).toBeNull();
  pass(4_999);
  expect(screen.getByText('First')).toBeTruthy();
  pass(1);
  expect(screen.queryByText('First')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('Second');
  pass(4_999);
  expect(screen.queryByRole('alert')).not.toBeNull();
  pass(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('R-SHELL-17 C-083 a success makes room for what waits behind it; an order and a failure have all of their time', () => {
  act(() => showSuccess('Item updated'));
  pass(1_000);
  act(() => showNewOrders(['Peter']));
  pass(SUCCESS_MAKES_ROOM_AFTER_MS - 1);
  expect(screen.getByText('Item updated')).toBeTruthy();
  pass(1);
  expect(screen.getByText('Peter')).toBeTruthy();
  act(() => showFailure('Not saved'));
  pass(7_999);
  expect(screen.getByText('Peter')).toBeTruthy();
  pass(1);
  act(() => showSuccess('Saved'));
  pass(4_999);
  expect(screen.getByText('Not saved')).toBeTruthy();
  pass(1);
  expect(screen.getByText('Saved')).toBeTruthy();
});

test('R-PLACE-23 who tries again what failed sees what comes of it at once', async () => {
  const { result } = renderHook(() => useOneAtATime());
  const tap = (work: () => Awaited<SavingWork>) => act(async () => result.current.start(async () => work()));
  await tap(() => showFailure('Failed to create sale. Please try again.', 'This device has no space left.'));
  pass(1_000);
  expect(screen.getByRole('alert').textContent).toContain('no space left');
  await tap(() => showFailure('Failed to create sale. Please try again.', 'This page was left before it was saved.'));
  pass(0);
  expect(screen.getByRole('alert').textContent).toContain('This page was left before it was saved.');
  await tap(() => {
    showSuccess('Sale created');
    return SPENT;
  });
  pass(0);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toContain('Sale created');
});

test('R-PLACE-23 a tap leaves the queue alone if nothing of its form has failed', async () => {
  const { result } = renderHook(() => useOneAtATime());
  act(() => showFailure('The cash drawer did not open'));
  const changed = vi.fn();
  const stop = notificationsStore.subscribe(changed);
  await act(async () => result.current.start(async () => undefined));
  expect(changed).not.toHaveBeenCalled();
  await act(async () => result.current.start(async () => showFailure('Not saved')));
  changed.mockClear();
  await act(async () => result.current.start(async () => undefined));
  expect(changed).toHaveBeenCalledOnce();
  stop();
});

test('R-PLACE-23 so too if the form goes on with another act, and if its own check failed before', async () => {
  const { result } = renderHook(() => useOneAtATime());
  await act(async () =>
    result.current.start(async () => {
      result.current.goOn();
      showFailure('The pictures were not saved');
    }),
  );
  expect(screen.getByRole('alert').textContent).toContain('The pictures were not saved');
  await act(async () => result.current.start(async () => showSuccess('Item updated')));
  pass(0);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toContain('Item updated');
});

test('R-PLACE-23 what failed elsewhere keeps its time, however often another form is used', async () => {
  const { result } = renderHook(() => useOneAtATime());
  const park = () => act(async () => result.current.start(async () => undefined));
  await park();
  act(() => showFailure('The cash drawer did not open'));
  await park();
  pass(4_999);
  expect(screen.getByRole('alert').textContent).toContain('The cash drawer did not open');
  pass(1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('SYN-26 work that finds no storage says so, and may be tried again', async () => {
  const { result } = renderHook(() => useOneAtATime());
  const storage = new StorageFailure('lost');
  await act(async () => result.current.start(() => Promise.reject(storage)));
  const alert = screen.getByRole('alert').textContent;
  expect(alert).toContain('That did not work. Please try again.');
  expect(alert).toContain(storage.message);
  await act(async () => result.current.start(async () => showSuccess('Payment recorded')));
  pass(0);
  expect(screen.getByRole('status').textContent).toContain('Payment recorded');
});

test('C-083 the same message again is told anew and not twice; another one between them is not lost', () => {
  act(() => showSuccess('Kaunta status updated successfully'));
  pass(4_000);
  act(() => showSuccess('Kaunta status updated successfully'));
  expect(queuedToasts()).toHaveLength(1);
  pass(4_000);
  expect(screen.getByText('Kaunta status updated successfully')).toBeTruthy();
  act(() => {
    showFailure('Not saved');
    showSuccess('Kaunta status updated successfully');
  });
  expect(queuedToasts().map(({ title }) => title)).toEqual([
    'Kaunta status updated successfully',
    'Not saved',
    'Kaunta status updated successfully',
  ]);
});

test('C-083 three new orders, and three others, are told each', () => {
  act(() => {
    showNewOrders(['Peter', 'Grace', 'Asha']);
    showNewOrders(['Okot', 'Amina', 'Kato']);
  });
  expect(queuedToasts().map(({ title }) => title)).toEqual(['3 new orders', '3 new orders']);
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
  pass(0);
  expect(screen.queryByText('First')).toBeNull();
  expect(screen.getByText('Second')).toBeTruthy();
});

test('G55 it stays while somebody points at it', () => {
  act(() => showFailure('Login Failed'));
  fireEvent.mouseEnter(screen.getByRole('alert'));
  pass(60_000);
  expect(screen.queryByRole('alert')).not.toBeNull();
  fireEvent.mouseLeave(screen.getByRole('alert'));
  pass(5_000);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('G55 it stays while the focus is in it', () => {
  act(() => showFailure('Login Failed'));
  act(() => screen.getByRole('button', { name: 'Close message' }).focus());
  pass(60_000);
  expect(screen.queryByRole('alert')).not.toBeNull();
  act(() => screen.getByRole('button', { name: 'Close message' }).blur());
  pass(5_000);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the queue has a limit: the oldest that waits makes room, never the one on screen', () => {
  act(() => {
    for (let n = 1; n <= TOASTS_MAX + 5; n += 1) showSuccess(`Toast ${n}`);
  });
  const toasts = queuedToasts();
  expect(toasts).toHaveLength(TOASTS_MAX);
  expect(toasts[0]?.title).toBe('Toast 1');
  expect(toasts.at(-1)?.title).toBe(`Toast ${TOASTS_MAX + 5}`);
});
