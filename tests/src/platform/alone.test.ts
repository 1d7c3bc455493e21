import { afterEach, expect, test } from 'vitest';
import { alone } from '../../../src/platform/alone.ts';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

const steps: string[] = [];
const work = async () => {
  await Promise.resolve();
  steps.push('done');
};

test('of several pages the one that has the lock does the work; it ends before the call does', async () => {
  steps.length = 0;
  const asked: unknown[] = [];
  let isFree = true;
  const request = async (name: string, options: unknown, hold: (lock: object | null) => Promise<void> | undefined) => {
    asked.push([name, options]);
    await hold(isFree ? {} : null);
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  await alone('shop-9-5-pictures', work);
  steps.push('over');
  expect([steps, asked]).toEqual([['done', 'over'], [['shop-9-5-pictures', { ifAvailable: true }]]]);
  isFree = false;
  await alone('shop-9-5-pictures', work);
  expect(steps).toEqual(['done', 'over']);
});

test('in a browser without locks every page does it', async () => {
  steps.length = 0;
  await alone('shop-9-5-pictures', work);
  expect(steps).toEqual(['done']);
});
