import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEngineHost } from '../../../../src/platform/engine/engine-host.ts';
import type { WorkerReply } from '../../../../sync/host/drain-message.ts';
import type { ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import { memoryDeviceOf, type TestDevice } from '../../../support/device/test-device.ts';
import { MemoryDatabase } from '../../../support/memory/memory-database.ts';
import { readyState, Replica } from '../../../support/device/replica.ts';
import { itemRow, NOON_MS } from '../../../support/shop-rows.ts';
import { PATIENTLY } from '../../../support/patience.ts';

// The page's engine does nothing unless the test says so, because the subject is who starts it and when.
const drain = vi.hoisted(() => vi.fn<(options: { urgent: boolean; steal?: boolean }) => Promise<unknown>>());
vi.mock('../../../../src/platform/engine/page-drainer.ts', () => ({ createPageDrainer: () => ({ drain }) }));

// The worker takes no job unless the test says what it answers.
const worker = vi.hoisted(() => ({ answer: null as WorkerReply | null, asked: [] as unknown[], syncs: 0 }));
vi.mock('../../../../src/platform/engine/worker-bridge.ts', () => ({
  askWorker: async (_container: unknown, message: unknown) => {
    worker.asked.push(message);
    return worker.answer;
  },
  registerBackgroundSync: async () => void (worker.syncs += 1),
}));

let device: TestDevice;
let replica: Replica;
let stop = () => {};

beforeEach(async () => {
  vi.useFakeTimers({ now: NOON_MS });
  Object.assign(worker, { answer: null, asked: [], syncs: 0 });
  drain.mockReset().mockResolvedValue({ phase: 'idle', wakeAfterMs: null });
  device = memoryDeviceOf(new MemoryDatabase(readyState()));
  replica = new Replica(device);
  await replica.absorb({ rows: { item: [itemRow({ id: 1 })] } });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

async function start() {
  const host = startEngineHost(device.database as ShopDatabase, { businessId: 7, userId: 70 });
  stop = () => host.stop();
  // The code of the page's engine is loaded first.
  await vi.waitFor(() => expect(drain).toHaveBeenCalled(), PATIENTLY);
  drain.mockClear();
  return host;
}

const setVisible = (visible: boolean) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
const events = async () => (await device.journal()).map(({ what }) => what);

test('SYN-17 SYN-17a where no worker takes the job the page does it: at the start, and whenever there is something to do', async () => {
  const host = await start();
  host.wake(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(drain.mock.calls).toEqual([[{ urgent: true }]]);
});

test.each<[string, () => void]>([
  ['the network comes back', () => void window.dispatchEvent(new Event('online'))],
  ['the window is looked at', () => void window.dispatchEvent(new Event('focus'))],
  ['the page comes to the foreground', () => void document.dispatchEvent(new Event('visibilitychange'))],
])('SYN-8 when %s the back-off is not waited out', async (_, happen) => {
  await start();
  happen();
  await vi.advanceTimersByTimeAsync(0);
  expect(drain.mock.calls).toEqual([[{ urgent: true }]]);
});

test('SYN-8 a run that has to wait is followed by another when it said so', async () => {
  const host = await start();
  drain.mockResolvedValueOnce({ phase: 'idle', wakeAfterMs: 4_000 });
  host.wake(true);
  await vi.advanceTimersByTimeAsync(3_900);
  expect(drain).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(drain.mock.calls.at(-1)).toEqual([{ urgent: false }]);
});

test('SYN-16 without a stream of events a page that is looked at looks for news every minute', async () => {
  await start();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(drain).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(drain.mock.calls).toEqual([[{ urgent: false }]]);
  setVisible(false);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(drain).toHaveBeenCalledTimes(1);
});

test('SYN-18 a visible page takes over from a holder that has made no progress for 30 s, and writes it down', async () => {
  await start();
  await replica.sell(1, 100);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(drain).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(drain.mock.calls).toEqual([[{ urgent: true, steal: true }]]);
  expect(await events()).toEqual(['lock_taken_over']);
});

test('SYN-18 a page that nobody looks at, or without a network, takes nothing over', async () => {
  await start();
  await replica.sell(1, 100);
  setVisible(false);
  await vi.advanceTimersByTimeAsync(50_000);
  setVisible(true);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(drain).not.toHaveBeenCalled();
  expect(await events()).toEqual([]);
});

test('SYN-19 the watchdog restarts an engine that owes progress for a minute, and writes it to the journal', async () => {
  await start();
  await replica.sell(1, 100);
  setVisible(false);
  await vi.advanceTimersByTimeAsync(58_000);
  setVisible(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(drain.mock.calls).toContainEqual([{ urgent: true, steal: true }]);
  expect(await events()).toContain('watchdog');
});

test('SYN-19 nothing that waits is no stall', async () => {
  await start();
  await vi.advanceTimersByTimeAsync(45_000);
  expect(drain).not.toHaveBeenCalled();
  expect(await events()).toEqual([]);
});

test('SYN-8 SYN-17 what is asked for during a run is done after it: once, and at once if a person waits', async () => {
  const host = await start();
  for (const urgent of [true, false]) {
    drain.mockClear();
    const { promise, resolve } = Promise.withResolvers();
    drain.mockReturnValueOnce(promise);
    host.wake(true);
    await vi.advanceTimersByTimeAsync(0);
    for (let times = 0; times < 3; times += 1) host.wake(urgent);
    await vi.advanceTimersByTimeAsync(0);
    expect(drain).toHaveBeenCalledTimes(1);
    resolve({ phase: 'idle', wakeAfterMs: 30_000 });
    await vi.advanceTimersByTimeAsync(0);
    expect(drain.mock.calls.slice(1)).toEqual(urgent ? [[{ urgent: true }]] : []);
  }
  drain.mockClear();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(drain.mock.calls).toEqual([[{ urgent: false }]]);
});

test('SYN-17 what the worker took is not done by the page, and is followed by the run that the worker asks for', async () => {
  worker.answer = { type: 'ended', phase: 'idle', wakeAfterMs: 4_000 };
  const host = startEngineHost(device.database as ShopDatabase, { businessId: 7, userId: 70 });
  stop = () => host.stop();
  await vi.advanceTimersByTimeAsync(3_999);
  const asked = (urgent: boolean) => ({ type: 'drain', businessId: 7, userId: 70, urgent, visible: true });
  expect(worker.asked).toEqual([asked(true)]);
  await vi.advanceTimersByTimeAsync(1);
  expect(worker.asked).toEqual([asked(true), asked(false)]);
  expect([drain.mock.calls, worker.syncs]).toEqual([[], 1]);
});

test('SYN-18 where another page or the worker is at it, this one looks again after two seconds', async () => {
  worker.answer = { type: 'ended', phase: 'held', wakeAfterMs: null };
  const host = startEngineHost(device.database as ShopDatabase, { businessId: 7, userId: 70 });
  stop = () => host.stop();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(worker.asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(worker.asked).toHaveLength(2);
  expect(drain).not.toHaveBeenCalled();
});

test('a shop that is left is not synced any more, whatever happens', async () => {
  worker.answer = { type: 'ended', phase: 'idle', wakeAfterMs: 4_000 };
  const host = startEngineHost(device.database as ShopDatabase, { businessId: 7, userId: 70 });
  await vi.advanceTimersByTimeAsync(0);
  host.stop();
  host.wake(true);
  window.dispatchEvent(new Event('online'));
  await replica.sell(1, 100);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(worker.asked).toHaveLength(1);
  expect([drain.mock.calls, vi.getTimerCount()]).toEqual([[], 0]);
});
