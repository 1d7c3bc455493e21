import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openShopDatabase, type ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { steadyLiveQuery } from '../../../sync/store/steady-live-query.ts';
import { entry } from '../../support/device/outbox-rows.ts';
import { freshState } from '../../support/device/test-device.ts';
import { PATIENTLY } from '../../support/patience.ts';

const open = async (): Promise<ShopDatabase> => {
  const state = freshState();
  const database = await openShopDatabase({
    ...{ client: state, create: state, witness: null, onStopped: () => undefined, onBlocked: null },
  });
  onTestFinished(() => database.close());
  return database;
};

describe('R-LIVE-01 a live query while changes keep coming', () => {
  let database: ShopDatabase;
  let readCount = 0;
  let isBusy = true;
  const results: number[] = [];
  const errors: unknown[] = [];

  /** Adds an entry in another task, as another tab would: outside of the zone of the query that waits for it. */
  const addEntry = (): Promise<void> =>
    new Promise((resolve, reject) => {
      setTimeout(() => {
        readCount += 1;
        database.write((tx) => tx.outbox.put([entry(readCount)])).then(() => resolve(), reject);
      }, 0);
    });

  /** Counts the entries. While `isBusy`, a change comes during each read, so that Dexie drops every result. */
  const countEntries = async (): Promise<number> => {
    const count = await database.tables.outbox.count();
    if (isBusy) await addEntry();
    return count;
  };

  const follow = () => {
    const stop = steadyLiveQuery(countEntries).subscribe(
      (count) => results.push(count),
      (error) => errors.push(error),
    );
    onTestFinished(stop);
    return stop;
  };

  const hasRead = (times: number) => vi.waitFor(() => expect(readCount).toBeGreaterThan(times), PATIENTLY);

  beforeEach(async () => {
    [readCount, isBusy] = [0, true];
    results.length = 0;
    errors.length = 0;
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    database = await open();
  });

  test('R-LIVE-01 has its first result at once, then one a second, and at last the one after the last change', async () => {
    follow();
    await hasRead(10);
    expect(results).toEqual([0]);
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(() => expect(results).toHaveLength(2), PATIENTLY);
    expect(results[1]).toBeGreaterThan(8);
    const seen = readCount;
    await hasRead(seen + 10);
    expect(results).toHaveLength(2);
    isBusy = false;
    await vi.waitFor(() => expect(results.at(-1)).toBe(readCount), PATIENTLY);
    expect(errors).toEqual([]);
  });

  test('R-LIVE-01 has none after it was stopped', async () => {
    const stop = follow();
    await hasRead(5);
    stop();
    vi.advanceTimersByTime(10_000);
    const [seen, shown] = [readCount, results.length];
    await addEntry();
    await addEntry();
    expect(readCount).toBeLessThanOrEqual(seen + 3);
    expect(results).toHaveLength(shown);
  });

  test('R-LIVE-01 reports a read that fails, once, and no result', async () => {
    isBusy = false;
    const stop = steadyLiveQuery<number>(() => Promise.reject(new RangeError('a bug'))).subscribe(
      (count) => results.push(count),
      (error) => errors.push(error),
    );
    onTestFinished(stop);
    await vi.waitFor(() => expect(errors).toHaveLength(1), PATIENTLY);
    expect(errors[0]).toBeInstanceOf(RangeError);
    expect(results).toEqual([]);
  });
});
