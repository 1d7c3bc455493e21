import { Dexie, liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ConnectionOptions } from '../../../sync/store/database/connection.ts';
import { openShopDatabase, type ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { followRead } from '../../../sync/store/follow-read.ts';
import { createSearchIndex } from '../../../sync/store/search/search-index.ts';
import { databaseNameOf, NATIVE_VERSION } from '../../../sync/store/database/schema.ts';
import { freezablePage, type FrozenPage } from '../../support/browser/frozen-page.ts';
import {
  deleteNative,
  holdNextTransaction,
  loseAborts,
  loseCommit,
  loseNextAnswer,
  nativeOf,
  openNative,
} from '../../support/browser/native-database.ts';
import { entry } from '../../support/device/outbox-rows.ts';
import { PATIENTLY } from '../../support/patience.ts';
import { freshState } from '../../support/device/test-device.ts';

let page: FrozenPage;
beforeEach(() => {
  page = freezablePage();
});

const opened: ShopDatabase[] = [];
afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});

async function open(options: Partial<ConnectionOptions> = {}): Promise<ShopDatabase> {
  const state = freshState();
  const database = await openShopDatabase({
    client: state,
    create: state,
    witness: null,
    onStopped: () => undefined,
    onBlocked: null,
    ...options,
  });
  opened.push(database);
  return database;
}

const openHere = () => open({ page: page.life });
/** Opens the database as another page of this browser, or as the worker. */
const openElsewhere = () => open({ create: null });

/** Writes as a mutation does; `within` is called while its transaction is open. */
const addEntry = (database: ShopDatabase, within: () => void = () => undefined): Promise<number> =>
  database.write(async (tx) => {
    const state = await tx.meta.getState();
    await tx.outbox.put([entry(state.nextSeq)]);
    within();
    await tx.meta.putState({ ...state, nextSeq: state.nextSeq + 1 });
    return state.nextSeq;
  });

const seqs = (database: ShopDatabase) => database.read(async (tx) => (await tx.outbox.all()).map(({ seq }) => seq));

const isFrozen = () => vi.waitFor(() => expect(page.life.isFrozen()).toBe(true), PATIENTLY);

/** Returns the browser's transaction; call it within the work of a write. */
const nativeTransaction = (): IDBTransaction => Dexie.currentTransaction.idbtrans;

/** True if it settles while everything else that can run does run. */
async function hasEnded(promise: Promise<unknown>, other: ShopDatabase): Promise<boolean> {
  let isEnded = false;
  const end = () => void (isEnded = true);
  promise.then(end, end);
  for (let turn = 0; turn < 5; turn += 1) await seqs(other);
  return isEnded;
}

test('SYN-26 SYN-26a R-BROW-01 what a page that is put aside had under way is aborted: nobody else waits for it', async () => {
  const here = await openHere();
  const there = await openElsewhere();
  const writing = addEntry(here, page.freeze);
  writing.catch(() => undefined);
  expect(await addEntry(there)).toBe(1);
  expect(await seqs(there)).toEqual([1]);
});

test('SYN-26 SYN-26a R-BROW-01 it keeps no connection either, and opens none before it is shown again', async () => {
  const here = await openHere();
  const opening = vi.spyOn(indexedDB, 'open');
  const reading = here.read((tx) => tx.meta.getState());
  page.freeze();
  // An older page that stays open would block the upgrade of a newer build.
  (await openNative(here.name, NATIVE_VERSION + 10)).close();
  expect(opening).toHaveBeenCalledOnce();
  page.thaw();
  await expect(reading).rejects.toMatchObject({ kind: 'outdated' });
});

test('SYN-26 SYN-26a R-BROW-02 a write that was aborted so is told as not saved, once the page is back, and is not made then', async () => {
  const here = await openHere();
  const there = await openElsewhere();
  const writing = addEntry(here, vi.fn<() => void>().mockImplementationOnce(page.freeze));
  await isFrozen();
  page.thaw();
  await expect(writing).rejects.toMatchObject({
    kind: 'frozen',
    message: expect.stringContaining('It was not saved.'),
  });
  expect(await seqs(there)).toEqual([]);
  expect(await addEntry(here)).toBe(1);
});

test('SYN-26 SYN-26a R-BROW-02 whatever the work makes of it: an error of its own, or none', async () => {
  const here = await openHere();
  const works = [
    () => Promise.reject(new RangeError('a bug')),
    () => Promise.resolve('done'),
    () => new Promise((_, reject) => queueMicrotask(() => reject(new TypeError('undone')))),
  ];
  for (const end of works) {
    const writing = here.write(async (tx) => {
      await tx.meta.getState();
      page.freeze();
      return await tx.outbox.put([entry(7)]).then(end, end);
    });
    await isFrozen();
    page.thaw();
    await expect(writing).rejects.toMatchObject({ kind: 'frozen' });
  }
  expect(await seqs(here)).toEqual([]);
});

test('SYN-26 SYN-26a R-BROW-02 a write that was only wanted before, or while the page is put aside, is not made later either', async () => {
  const here = await openHere();
  // The connection is closed, so that the write waits for a new one.
  nativeOf(here).close();
  here.tables.meta.db.close({ disableAutoOpen: false });
  const wanted = addEntry(here);
  page.freeze();
  const late = addEntry(here);
  const there = await openElsewhere();
  expect(await hasEnded(wanted, there)).toBe(false);
  page.thaw();
  await expect(wanted).rejects.toMatchObject({ kind: 'frozen' });
  await expect(late).rejects.toMatchObject({ kind: 'frozen' });
  expect(await seqs(here)).toEqual([]);
});

test('SYN-26 SYN-26a R-BROW-02 R-BROW-11 a browser that no longer answers what was aborted: each write is told as not saved all the same', async () => {
  const here = await openHere();
  const there = await openElsewhere();
  loseAborts();
  const first = addEntry(here, page.freeze);
  // They wait behind the first write, and have not begun when the page goes.
  const others = [addEntry(here), addEntry(here)];
  await isFrozen();
  expect(await addEntry(there)).toBe(1);
  page.thaw();
  for (const writing of [first, ...others]) await expect(writing).rejects.toMatchObject({ kind: 'frozen' });
  expect(await addEntry(here)).toBe(2);
});

test('SYN-26 SYN-26a R-BROW-11 nor what was read: a read is made again, one of the tables themselves is told as lost', async () => {
  const here = await openHere();
  const there = await openElsewhere();
  await addEntry(there);
  await addEntry(there);
  loseAborts();
  const leave = async (read: () => Promise<unknown>, begun: Promise<unknown> = Promise.resolve()) => {
    // The connection is open again.
    await seqs(here);
    const reading = read();
    reading.catch(() => undefined);
    await begun;
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    page.freeze();
    page.thaw();
    return await reading.catch((error: unknown) => (error instanceof Error ? error.name : error));
  };
  const { outbox } = here.tables;
  expect(await leave(() => seqs(here))).toEqual([1, 2]);
  expect(await leave(() => outbox.get(1))).toBe('AbortError');
  expect(await leave(() => outbox.bulkGet([1, 2]))).toBe('AbortError');
  expect(await leave(() => outbox.toArray())).toBe('AbortError');
  expect(await leave(() => outbox.count())).toBe('AbortError');
  const firstRow = Promise.withResolvers<void>();
  const walk = () => outbox.each(() => firstRow.resolve());
  expect(await leave(walk, firstRow.promise)).toBe('AbortError');
});

test('SYN-26 SYN-26a R-BROW-11 a long read and a search index that it interrupts go on when the page is back, and no screen fails over it', async () => {
  const here = await openHere();
  await openElsewhere();
  loseAborts();
  const sales = here.tables.rows.sale;
  const freezeOnce = () => {
    if (page.life.freezeCount() === 0) queueMicrotask(page.freeze);
  };
  const seen: number[] = [];
  const errors: unknown[] = [];
  const stop = followRead(
    here.name,
    ['sale'],
    () => {
      const reading = sales.count();
      freezeOnce();
      return reading;
    },
    (count) => seen.push(count),
    (error) => errors.push(error),
  );
  await isFrozen();
  page.thaw();
  await vi.waitFor(() => expect([seen, errors]).toEqual([[0], []]), PATIENTLY);
  stop();

  const search = createSearchIndex(here);
  onTestFinished(search.close);
  const asked: Promise<unknown>[] = [];
  search.subscribe(() => asked.push(search.page('item', '', 1, 10)));
  const items = here.tables.rows.item;
  const where = items.where.bind(items);
  vi.spyOn(items, 'where').mockImplementationOnce((...keys) => {
    queueMicrotask(page.freeze);
    return where(...keys);
  });
  const first = search.page('item', '', 1, 10);
  first.catch(() => undefined);
  await isFrozen();
  page.thaw();
  await expect(first).rejects.toThrow();
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), PATIENTLY);
  await expect(asked[0]).resolves.toMatchObject({ total: 0 });
});

test('SYN-26 SYN-26a R-BROW-02 R-BROW-11 a commit that is never answered is looked for on the disk', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const here = await openHere();
  const writing = here.write(async (tx) => {
    const state = await tx.meta.getState();
    await tx.outbox.put([entry(state.nextSeq)]);
    await tx.meta.putState({ ...state, nextSeq: state.nextSeq + 1 });
    loseCommit(nativeTransaction());
    page.freeze();
    return 'kept';
  });
  await isFrozen();
  page.thaw();
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(writing).resolves.toBe('kept');
  expect(await seqs(here)).toEqual([1]);
});

test('SYN-26 SYN-26a R-BROW-02 what had begun to be committed is saved, and told so', async () => {
  const here = await openHere();
  const writing = here.write(async (tx) => {
    const state = await tx.meta.getState();
    await tx.outbox.put([entry(state.nextSeq)]);
    await tx.meta.putState({ ...state, nextSeq: state.nextSeq + 1 });
    // As the browser does when no request is left: from here on nothing can abort it.
    nativeTransaction().commit();
    page.freeze();
    return 'kept';
  });
  await expect(writing).resolves.toBe('kept');
  page.thaw();
  expect(await seqs(here)).toEqual([1]);
});

test('SYN-26 SYN-26a R-BROW-02 where the commit of a page that was put aside was lost, and storage does not answer, nobody can tell', async () => {
  const here = await openHere();
  loseNextAnswer();
  const writing = here.write(async (tx) => {
    await tx.outbox.put([entry((await tx.meta.getState()).nextSeq)]);
    nativeTransaction().commit();
    page.freeze();
  });
  await isFrozen();
  const opening = vi.spyOn(here.tables.meta.db, 'open').mockRejectedValue(new DOMException('gone', 'UnknownError'));
  page.thaw();
  await expect(writing).rejects.toMatchObject({ kind: 'unsure' });
  opening.mockRestore();
  expect(await seqs(here)).toEqual([1]);
});

test('SYN-26 SYN-26a R-BROW-01 reads and live queries go on where they were when the page is back, with what changed meanwhile', async () => {
  const here = await openHere();
  const there = await openElsewhere();
  const seen: number[][] = [];
  const subscription = liveQuery(() => seqs(here)).subscribe((now) => void seen.push(now));
  await vi.waitFor(() => expect(seen).toEqual([[]]), PATIENTLY);
  const reading = seqs(here);
  page.freeze();
  await addEntry(there);
  expect(await hasEnded(reading, there)).toBe(false);
  expect(seen).toEqual([[]]);
  page.thaw();
  expect(await reading).toEqual([1]);
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([1]), PATIENTLY);
  subscription.unsubscribe();
});

test('SYN-26 SYN-26a R-BROW-01 a page that is put aside while it makes the database holds nobody up, and makes it afterwards', async () => {
  for (const turns of [0, 1, 2, 3, 5, 8, 13, 21, 34]) {
    const opening = openHere();
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    page.freeze();
    const there = await open();
    expect(await addEntry(there)).toBe(1);
    page.thaw();
    const here = await opening;
    expect(await seqs(here)).toEqual([1]);
    here.close();
    there.close();
    await deleteNative(databaseNameOf(freshState()));
  }
});

test('SYN-26 SYN-26a R-BROW-01 a page that is put aside while Dexie looks at the tables that it has opened holds nobody up', async () => {
  const there = await open();
  const letEnd = holdNextTransaction(() => queueMicrotask(page.freeze));
  const opening = openHere();
  await isFrozen();
  const added = vi.fn<(seq: number) => void>();
  void addEntry(there).then(added);
  await vi.waitFor(() => expect(added).toHaveBeenCalledWith(1), PATIENTLY);
  letEnd();
  page.thaw();
  expect(await seqs(await opening)).toEqual([1]);
});

test('SYN-26 SYN-26a R-BROW-01 what a closed connection still has under way when the page is put aside holds nobody up', async () => {
  const here = await openHere();
  const there = await openElsewhere();
  let isLeft = false;
  const writing = here.write(async (tx) => {
    while (!isLeft) await tx.meta.getState();
  });
  const ended = writing.catch((error: unknown) => error);
  await here.tables.meta.count().catch(() => undefined);
  here.close();
  page.freeze();
  expect(await addEntry(there)).toBe(1);
  isLeft = true;
  page.thaw();
  expect(await ended).toMatchObject({ kind: 'lost' });
});

test('SYN-26 SYN-26a R-BROW-01 cleared while the page was put aside, it says so when it is back', async () => {
  const onStopped = vi.fn<ConnectionOptions['onStopped']>();
  const here = await open({ page: page.life, onStopped });
  page.freeze();
  await deleteNative(here.name);
  page.thaw();
  await vi.waitFor(() => expect(onStopped.mock.calls.map(([{ kind }]) => kind)).toEqual(['evicted']), PATIENTLY);
});

test('SYN-26 SYN-26a R-BROW-01 a page that goes for good is left alone: what it began may still be saved', async () => {
  const here = await openHere();
  expect(await addEntry(here, page.leave)).toBe(1);
});
