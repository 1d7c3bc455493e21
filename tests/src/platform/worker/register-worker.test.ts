import { expect, onTestFinished, test, vi } from 'vitest';
import { useAppUpdate } from '../../../../src/platform/worker/app-update.ts';
import { registerWorker } from '../../../../src/platform/worker/register-worker.ts';
import { PATIENTLY } from '../../../support/patience.ts';

/** Makes a browser whose registration is still pending. */
function busyBrowser(controller: object | null) {
  const container = Object.assign(new EventTarget(), { controller, register: () => new Promise(() => undefined) });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    useAppUpdate.setState({ isWaiting: false, isChosen: false, apply: () => undefined });
  });
  /** A browser first sets the page's worker, then notifies the page in a separate task. */
  const tell = () => void container.dispatchEvent(new Event('controllerchange'));
  return {
    tell,
    takeOver() {
      container.controller = {};
      tell();
    },
  };
}

const isOffered = () => useAppUpdate.getState().isWaiting;
/** A form is being filled in, so the page must not reload. */
const isDirty = () => true;

test('SYN-26 SYN-26c the first worker of a first visit is no new version, even if it comes before the registration is answered; the next one is', () => {
  const browser = busyBrowser(null);
  registerWorker(isDirty);
  browser.takeOver();
  expect(isOffered()).toBe(false);
  browser.takeOver();
  expect(isOffered()).toBe(true);
});

test('SYN-26 SYN-26c a page that got its first worker just before it looked, and is told so just after, has no new version', () => {
  const browser = busyBrowser({});
  registerWorker(isDirty);
  browser.tell();
  expect(isOffered()).toBe(false);
  browser.takeOver();
  expect(isOffered()).toBe(true);
});

test('SYN-26 SYN-26c on a page that has a worker already the next one is a new version', () => {
  const browser = busyBrowser({});
  registerWorker(isDirty);
  expect(isOffered()).toBe(false);
  browser.takeOver();
  expect(isOffered()).toBe(true);
});

/** Makes a browser in which a new build's worker waits beside the active one. */
function browserWithWaiting(controller: object | null) {
  const [active, waiting] = [{ postMessage: vi.fn() }, { postMessage: vi.fn(), scriptURL: `${location.origin}/sw.js` }];
  const registration = Object.assign(new EventTarget(), { active, waiting });
  const browser = busyBrowser(controller);
  Object.assign(navigator.serviceWorker, {
    register: () => Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  });
  return { ...browser, active, waiting };
}

test("SYN-26 SYN-26c 'Reload' tells the old worker to leave off and the new one to take over, again and again until it has", async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { active, waiting, takeOver } = browserWithWaiting({});
  registerWorker(isDirty);
  await vi.waitFor(() => expect(isOffered()).toBe(true), PATIENTLY);
  useAppUpdate.getState().apply();
  expect(useAppUpdate.getState().isChosen).toBe(true);
  await vi.waitFor(() => expect(waiting.postMessage).toHaveBeenCalledTimes(1), PATIENTLY);
  expect(waiting.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' }, expect.anything());
  expect(active.postMessage).toHaveBeenCalledWith({ type: 'HAND_OVER' });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(active.postMessage).toHaveBeenCalledTimes(2);
  expect(waiting.postMessage).toHaveBeenCalledTimes(2);
  takeOver();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(active.postMessage).toHaveBeenCalledTimes(2);
  expect(useAppUpdate.getState().isChosen).toBe(false);
});

test('SYN-26 SYN-26c a page that was loaded past its worker takes the next one for a new version', async () => {
  const { takeOver } = browserWithWaiting(null);
  registerWorker(isDirty);
  await vi.waitFor(() => expect(isOffered()).toBe(true), PATIENTLY);
  const { apply } = useAppUpdate.getState();
  takeOver();
  expect(useAppUpdate.getState().apply).not.toBe(apply);
});
