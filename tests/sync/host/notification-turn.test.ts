import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { inNotificationTurn, NOTIFICATION_LOCK } from '../../../sync/host/notification-turn.ts';
import { forgetfulNotifications } from '../../support/browser/forgetful-notifications.ts';

type Locks = Parameters<typeof inNotificationTurn>[1] & object;

/** A browser that never answers a request for a lock, or only when the test says so. */
function silentLocks() {
  const answers: (() => unknown)[] = [];
  const request = (_name: string, work: () => unknown) => new Promise((resolve) => answers.push(() => resolve(work())));
  return { locks: { request } as unknown as Locks, answer: () => answers.splice(0).forEach((answer) => answer()) };
}

function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('R-BROW-19 notifications are shown and listed in turn', () => {
  test('R-BROW-19 one that is shown while they are listed is still there, and without turns it is forgotten', async () => {
    const hasty = forgetfulNotifications();
    await Promise.all([hasty.show('ORD-1'), hasty.list()]);
    expect(await hasty.list()).toEqual([]);

    const { show, list } = forgetfulNotifications();
    const [, seen] = await Promise.all([
      inNotificationTurn(() => show('ORD-1')),
      inNotificationTurn(list),
      inNotificationTurn(() => show('ORD-2')),
    ]);
    expect(seen).toEqual(['ORD-1']);
    expect(await list()).toEqual(['ORD-1', 'ORD-2']);
  });

  test('R-BROW-19 in every page and worker of the origin: whoever holds the lock is waited for', async () => {
    let letGo = () => undefined as void;
    const held = navigator.locks.request(NOTIFICATION_LOCK, () => new Promise<void>((resolve) => (letGo = resolve)));
    const work = vi.fn(async () => 'shown');
    const done = inNotificationTurn(work);
    await navigator.locks.query();
    expect(work).not.toHaveBeenCalled();
    letGo();
    expect(await done).toBe('shown');
    await held;
    expect((await navigator.locks.query()).held).toEqual([]);
  });

  test('R-BROW-19 without locks nobody is waited for', async () => {
    vi.stubGlobal('navigator', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await inNotificationTurn(async () => 'shown')).toBe('shown');
  });

  test('R-BROW-19 a browser that does not answer is waited for 2 s; a late answer shows nothing twice', async () => {
    fakeTimers();
    const { locks, answer } = silentLocks();
    const work = vi.fn(async () => 'shown');
    const done = inNotificationTurn(work, locks);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await done).toBe('shown');
    answer();
    expect(work).toHaveBeenCalledOnce();
  });

  test('R-BROW-19 one that has had its turn is not shown again 2 s later', async () => {
    fakeTimers();
    const work = vi.fn(async () => 'shown');
    expect(await inNotificationTurn(work)).toBe('shown');
    expect(vi.getTimerCount()).toBe(0);
    expect(work).toHaveBeenCalledOnce();
  });

  test('R-BROW-19 a browser that refuses the lock is as one without locks', async () => {
    const request = () => Promise.reject(new DOMException('No storage here', 'SecurityError'));
    const work = vi.fn(async () => 'shown');
    expect(await inNotificationTurn(work, { request } as Locks)).toBe('shown');
    expect(work).toHaveBeenCalledOnce();
  });

  test('R-BROW-19 a failure is the caller’s, once, and the next one has its turn', async () => {
    const work = vi.fn(() => Promise.reject(new TypeError('No permission')));
    await expect(inNotificationTurn(work)).rejects.toThrow('No permission');
    expect(work).toHaveBeenCalledOnce();
    expect(await inNotificationTurn(async () => 'shown')).toBe('shown');
  });
});
