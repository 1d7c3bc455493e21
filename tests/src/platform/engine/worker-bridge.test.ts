import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askWorker } from '../../../../src/platform/engine/worker-bridge.ts';
import type { WorkerReply } from '../../../../sync/host/drain-message.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const DRAIN = { type: 'drain', businessId: 1, userId: 5, urgent: true, visible: true } as const;
const ENDED = { type: 'ended', phase: 'idle', wakeAfterMs: null } as const;

/** Makes a worker with these answers, each after its number of milliseconds. */
function containerAnswering(answers: readonly (readonly [afterMs: number, WorkerReply])[]): ServiceWorkerContainer {
  const postMessage = (_message: unknown, [port]: MessagePort[]) => {
    for (const [afterMs, answer] of answers) setTimeout(() => port?.postMessage(answer), afterMs);
  };
  return { controller: { postMessage } } as unknown as ServiceWorkerContainer; // all that is asked of it
}

/** Advances the fake clock, and lets the messages of ports arrive, which it does not control. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await vi.advanceTimersByTimeAsync(500);
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage('through');
    });
  }
}

test('SYN-17 a worker that says again and again that it is at it may take as long as it needs', async () => {
  const long = [0, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000].map((afterMs) => [afterMs, { type: 'taken' }] as const);
  const asked = askWorker(containerAnswering([...long, [14_000, ENDED]]), DRAIN);
  await pass(15_000);
  expect(await asked).toEqual(ENDED);
});

test('SYN-17 SYN-17a a worker that took the job and fell silent was killed: seconds later the page knows', async () => {
  let answer: WorkerReply | null | undefined;
  void askWorker(containerAnswering([[0, { type: 'taken' }]]), DRAIN).then((reply) => (answer = reply));
  await pass(6_000);
  expect(answer).toBeUndefined();
  await pass(3_000);
  expect(answer).toBeNull();
});

test('SYN-17 a worker that does not even take the job, or none at all, leaves it to the page', async () => {
  const silent = askWorker(containerAnswering([]), DRAIN);
  await pass(4_000);
  expect(await silent).toBeNull();
  expect(await askWorker(undefined, DRAIN)).toBeNull();
});
