import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watch } from '../../../sync/store/watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const change = () => Dexie.on.storagemutated.fire({});

test('SYN-19 a watcher reads at once, then once for all changes of a tenth of a second', async () => {
  let stored = 1;
  const query = vi.fn(async () => stored);
  const seen: number[] = [];
  const stop = watch(
    query,
    (value) => seen.push(value),
    () => expect.unreachable(),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([1]);
  for (stored = 2; stored < 50; stored += 1) change();
  await vi.advanceTimersByTimeAsync(100);
  expect(seen).toEqual([1, 50]);
  expect(query).toHaveBeenCalledTimes(2);
  stop();
  change();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(query).toHaveBeenCalledTimes(2);
});

test('SYN-19 what changes during a read is read after it', async () => {
  const reads: ((value: number) => void)[] = [];
  const seen: number[] = [];
  const stop = watch(
    () => new Promise<number>((resolve) => reads.push(resolve)),
    (value) => seen.push(value),
    () => expect.unreachable(),
  );
  change();
  await vi.advanceTimersByTimeAsync(300);
  expect(reads).toHaveLength(1);
  reads[0]?.(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(reads).toHaveLength(2);
  reads[1]?.(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([1, 2]);
  stop();
});

test('SYN-26 a read that fails is told; a later change is read again', async () => {
  const query = vi.fn(async () => 7).mockRejectedValueOnce(new Error('The database is closed'));
  const [seen, failed]: [number[], unknown[]] = [[], []];
  const stop = watch(
    query,
    (value) => seen.push(value),
    (error) => failed.push(error),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(failed).toEqual([new Error('The database is closed')]);
  change();
  await vi.advanceTimersByTimeAsync(100);
  expect(seen).toEqual([7]);
  stop();
});
