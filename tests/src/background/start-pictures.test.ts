import { afterEach, expect, test, vi } from 'vitest';
import type { ImageQueuePorts } from '../../../src/background/image-queue.ts';
import { startPictures } from '../../../src/background/start-pictures.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';

const started = vi.hoisted(() => ({ ports: null as ImageQueuePorts | null }));
vi.mock('../../../src/background/image-queue.ts', () => ({
  startImageQueue: (ports: ImageQueuePorts) => {
    started.ports = ports;
    return () => undefined;
  },
}));

/** Starts the queue and returns how it makes sure that no other page sends. */
function alone(locks?: object) {
  if (locks !== undefined) Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  startPictures({ name: 'shop-9-5' } as ShopDatabase, { businessId: 9, userId: 5 });
  if (started.ports === null) throw new Error('No queue was started');
  return started.ports.alone;
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

test('SYN-10 of several pages one sends pictures: the one that has the lock of its shop', async () => {
  const asked: unknown[] = [];
  let isFree = true;
  const run = alone({
    request: async (name: string, options: unknown, work: (lock: object | null) => Promise<unknown>) => {
      asked.push([name, options]);
      await work(isFree ? {} : null);
    },
  });
  const steps: string[] = [];
  const work = async () => {
    await Promise.resolve();
    steps.push('sent');
  };
  await run(work);
  steps.push('over');
  expect([steps, asked]).toEqual([['sent', 'over'], [['shop-9-5-pictures', { ifAvailable: true }]]]);
  isFree = false;
  await run(work);
  expect(steps).toEqual(['sent', 'over']);
});

test('SYN-10 a browser without locks sends all the same', async () => {
  const steps: string[] = [];
  await alone()(async () => {
    await Promise.resolve();
    steps.push('sent');
  });
  expect(steps).toEqual(['sent']);
});
