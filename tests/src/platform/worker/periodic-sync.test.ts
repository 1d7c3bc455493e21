import { expect, onTestFinished, test, vi } from 'vitest';
import { askForPeriodicSync } from '../../../../src/platform/worker/periodic-sync.ts';
import { SYNC_TAG } from '../../../../sync/host/drain-message.ts';

function browser(query: () => Promise<{ state: string }>, registration: object) {
  Object.assign(navigator, { permissions: { query }, serviceWorker: { ready: Promise.resolve(registration) } });
  onTestFinished(() => {
    for (const name of ['permissions', 'serviceWorker']) Reflect.deleteProperty(navigator, name);
  });
}

test.each([
  ['granted', 1],
  ['denied', 0],
  ['prompt', 0],
])(
  'SYN-17 SYN-17c a browser whose answer is %s is asked %d times to wake the worker now and then',
  async (state, times) => {
    const register = vi.fn(async () => undefined);
    const query = vi.fn(async () => ({ state }));
    browser(query, { periodicSync: { register } });
    await askForPeriodicSync();
    expect(query).toHaveBeenCalledWith({ name: 'periodic-background-sync' });
    expect(register).toHaveBeenCalledTimes(times);
    if (times === 1) expect(register).toHaveBeenCalledWith(SYNC_TAG, { minInterval: 43_200_000 });
  },
);

test('SYN-17 SYN-17c a browser that does not know it is left alone', async () => {
  browser(() => Promise.reject(new TypeError('no such permission')), {});
  await expect(askForPeriodicSync()).resolves.toBeUndefined();
  browser(async () => ({ state: 'granted' }), {});
  await expect(askForPeriodicSync()).resolves.toBeUndefined();
});
