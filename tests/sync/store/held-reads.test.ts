import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openShopDatabase, type ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { areReadsHeld, holdReads, whenReadsGoOn } from '../../../sync/store/held-reads.ts';
import { steadyLiveQuery } from '../../../sync/store/steady-live-query.ts';
import { entry } from '../../support/device/outbox-rows.ts';
import { freshState } from '../../support/device/test-device.ts';
import { PATIENTLY } from '../../support/patience.ts';

/** Holds reads during the work, which on a busy machine may take longer than a hold lasts in the product. */
async function hold(work: () => Promise<unknown>): Promise<void> {
  await vi.waitFor(() => expect(areReadsHeld()).toBe(false), PATIENTLY);
  const goOn = holdReads(600_000);
  try {
    await work();
  } finally {
    goOn();
  }
}

describe('P1 R-LIVE-01 live reads that are held', () => {
  let database: ShopDatabase;
  let readCount = 0;

  beforeEach(async () => {
    readCount = 0;
    const state = freshState();
    database = await openShopDatabase({
      ...{ client: state, create: state, witness: null, onStopped: () => undefined, onBlocked: null },
    });
    onTestFinished(() => database.close());
  });

  const add = (seq: number) => database.write((tx) => tx.outbox.put([entry(seq)]));

  /** Follows the number of entries. The first read of a query is not held. */
  const follow = (before: Promise<void> = Promise.resolve()) => {
    const counts: number[] = [];
    const stop = steadyLiveQuery(async () => {
      readCount += 1;
      const count = await database.tables.outbox.count();
      await before;
      return count;
    }).subscribe((count) => counts.push(count));
    onTestFinished(stop);
    return { counts, stop };
  };
  const shows = (counts: readonly number[], last: number) =>
    vi.waitFor(() => expect(counts.at(-1)).toBe(last), PATIENTLY);

  test('P1 a change is read after the hold, once, however many changes there were', async () => {
    const { counts } = follow();
    await shows(counts, 0);
    await hold(async () => {
      await add(1);
      await add(2);
      // Once a query that begins now has its result, the other one would have had time to read too.
      await shows(follow().counts, 2);
      expect(counts).toEqual([0]);
      expect(readCount).toBe(2);
    });
    await shows(counts, 2);
    expect(counts).toEqual([0, 2]);
    await add(3);
    await shows(counts, 3);
  });

  test('P1 a screen that opens is read before what is shown is read again', async () => {
    const { counts } = follow();
    await shows(counts, 0);
    const opening = Promise.withResolvers<void>();
    const opened = follow(opening.promise);
    await vi.waitFor(() => expect(readCount).toBe(2), PATIENTLY);
    await add(1);
    // A change that the first query has not read yet is in the result of one that begins now.
    await shows(follow().counts, 1);
    expect(counts).toEqual([0]);
    opening.resolve();
    await shows(opened.counts, 1);
    await shows(counts, 1);
  });

  test('P1 a first read that is stopped or fails lets the others go on', async () => {
    const { counts } = follow();
    await shows(counts, 0);
    await vi.waitFor(() => expect(areReadsHeld()).toBe(false), PATIENTLY);
    follow(new Promise(() => undefined)).stop();
    expect(areReadsHeld()).toBe(false);
    const failed = vi.fn<(error: unknown) => void>();
    steadyLiveQuery(() => Promise.reject(new Error('The disk is full'))).subscribe(() => undefined, failed);
    await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce(), PATIENTLY);
    await add(1);
    await shows(counts, 1);
  });

  test('P1 of two holds at once the later one ends the wait', async () => {
    const { counts } = follow();
    await shows(counts, 0);
    await hold(async () => {
      const other = holdReads();
      await add(1);
      other();
      await shows(follow().counts, 1);
      expect(counts).toEqual([0]);
    });
    await shows(counts, 1);
  });

  test('R-LIVE-01 a hold that nobody ends lasts for a second only', async () => {
    const { counts } = follow();
    await shows(counts, 0);
    const late = holdReads();
    await add(1);
    await shows(counts, 1);
    late();
    await add(2);
    await shows(counts, 2);
    expect(counts).toEqual([0, 1, 2]);
  });

  test('R-LIVE-01 a query that is stopped meanwhile reads no more', async () => {
    const { counts, stop } = follow();
    await shows(counts, 0);
    await hold(async () => {
      await add(1);
      const other = follow();
      await shows(other.counts, 1);
      stop();
    });
    const after = follow();
    await shows(after.counts, 1);
    expect(counts).toEqual([0]);
  });
});

describe('R-LIVE-01 the longest hold', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('R-LIVE-01 holds that overlap do not add up to more than a second', () => {
    const read = vi.fn<() => void>();
    const first = holdReads();
    whenReadsGoOn(read);
    vi.advanceTimersByTime(900);
    const second = holdReads();
    first();
    vi.advanceTimersByTime(99);
    expect(read).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect([areReadsHeld(), read.mock.calls.length]).toEqual([false, 1]);
    // The late end of a hold that is over ends no other one.
    const third = holdReads();
    second();
    expect(areReadsHeld()).toBe(true);
    third();
    expect(areReadsHeld()).toBe(false);
  });
});
