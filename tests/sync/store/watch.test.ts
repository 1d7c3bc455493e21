import { Dexie, RangeSet } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdReads } from '../../../sync/store/held-reads.ts';
import { watch } from '../../../sync/store/watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const READ = { database: { name: 'kaunta-7-70' }, stores: ['meta', 'order'] } as const;
const changeOf = (part: string) => Dexie.on.storagemutated.fire({ [part]: new RangeSet(1) });
const change = () => changeOf('idb://kaunta-7-70/order/');

test('SYN-19 a watcher reads at once, then once for all changes of a tenth of a second', async () => {
  let stored = 1;
  const query = vi.fn(async () => stored);
  const seen: number[] = [];
  const stop = watch(
    READ,
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
    READ,
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

test('P1 SYN-19 a watcher reads again for its own stores, and when it is unknown what changed', async () => {
  const query = vi.fn(async () => 1);
  const stop = watch(
    READ,
    query,
    () => undefined,
    () => expect.unreachable(),
  );
  const readsAfter = async (part: string) => {
    query.mockClear();
    changeOf(part);
    await vi.advanceTimersByTimeAsync(200);
    return query.mock.calls.length;
  };
  expect(await readsAfter('idb://kaunta-7-70/draft/')).toBe(0);
  expect(await readsAfter('idb://kaunta-7-71/order/')).toBe(0);
  expect(await readsAfter('idb://kaunta-7-70/meta/')).toBe(1);
  expect(await readsAfter('idb://kaunta-7-70/order/:dels')).toBe(1);
  expect(await readsAfter('all')).toBe(1);
  stop();
});

test('P1 a watcher waits while live reads are held, then reads once; stopped meanwhile, it reads no more', async () => {
  const query = vi.fn(async () => 1);
  const watchAll = () =>
    watch(
      READ,
      query,
      () => undefined,
      () => expect.unreachable(),
    );
  const stop = watchAll();
  await vi.advanceTimersByTimeAsync(0);
  expect(query).toHaveBeenCalledTimes(1);
  const goOn = holdReads();
  change();
  await vi.advanceTimersByTimeAsync(200);
  change();
  await vi.advanceTimersByTimeAsync(200);
  expect(query).toHaveBeenCalledTimes(1);
  goOn();
  await vi.advanceTimersByTimeAsync(200);
  expect(query).toHaveBeenCalledTimes(2);

  const goOnLater = holdReads();
  change();
  await vi.advanceTimersByTimeAsync(200);
  stop();
  goOnLater();
  await vi.advanceTimersByTimeAsync(200);
  expect(query).toHaveBeenCalledTimes(2);
});

test('SYN-26 a read that fails is told; a later change is read again', async () => {
  const query = vi.fn(async () => 7).mockRejectedValueOnce(new Error('The database is closed'));
  const [seen, failed]: [number[], unknown[]] = [[], []];
  const stop = watch(
    READ,
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
