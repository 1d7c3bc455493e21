import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openShopDatabase, type ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { withReadsHeld } from '../../../sync/store/held-reads.ts';
import { steadyLiveQuery } from '../../../sync/store/steady-live-query.ts';
import { entry } from '../../support/device/outbox-rows.ts';
import { freshState } from '../../support/device/test-device.ts';
import { PATIENTLY } from '../../support/patience.ts';

/** A test on a busy machine may take longer than a hold lasts in the product. */
const LONG_MS = 600_000;
const hold = <T>(work: () => Promise<T>) => withReadsHeld(work, LONG_MS);

describe('P1 R-LIVE-01 live reads that wait for a save', () => {
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
  const follow = () => {
    const counts: number[] = [];
    const stop = steadyLiveQuery(() => {
      readCount += 1;
      return database.tables.outbox.count();
    }).subscribe((count) => counts.push(count));
    onTestFinished(stop);
    return { counts, stop };
  };
  const shows = (counts: readonly number[], last: number) =>
    vi.waitFor(() => expect(counts.at(-1)).toBe(last), PATIENTLY);

  test('P1 a change is read after the save, once, however many changes there were', async () => {
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

  test('P1 a save that fails lets the reads go on too', async () => {
    const { counts } = follow();
    await shows(counts, 0);
    const save = hold(async () => {
      await add(1);
      throw new Error('The disk is full');
    });
    await expect(save).rejects.toThrow('The disk is full');
    await shows(counts, 1);
  });

  test('P1 of two saves at once the later one ends the wait', async () => {
    const { counts } = follow();
    await shows(counts, 0);
    await hold(async () => {
      await hold(() => add(1));
      await shows(follow().counts, 1);
      expect(counts).toEqual([0]);
    });
    await shows(counts, 1);
  });

  test('R-LIVE-01 a save that does not end holds the reads for a second only', async () => {
    const { counts } = follow();
    await shows(counts, 0);
    const end = Promise.withResolvers<void>();
    const save = withReadsHeld(() => end.promise);
    await add(1);
    await shows(counts, 1);
    end.resolve();
    await save;
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
