import { liveQuery } from 'dexie';
import { IDBDatabase } from 'fake-indexeddb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { OutboxEntry } from '../../../../sync/ports.ts';
import type { ConnectionOptions, Witness } from '../../../../sync/store/database/connection.ts';
import { openShopDatabase, type ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import { databaseNameOf, NATIVE_VERSION } from '../../../../sync/store/database/schema.ts';
import type { StorageFailure } from '../../../../sync/store/database/storage-failure.ts';
import { itemRow, USER_ID } from '../../../support/shop-rows.ts';
import {
  closeByBrowser,
  deleteNative,
  loseConnectionWithin,
  loseNextAnswer,
  nativeOf,
  openNative,
} from '../../../support/browser/native-database.ts';
import { freshState } from '../../../support/device/test-device.ts';
import { PATIENTLY } from '../../../support/patience.ts';

const NAME = databaseNameOf(freshState());

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

function createWitness(): Witness & { tokens: Map<string, string> } {
  const tokens = new Map<string, string>();
  return {
    tokens,
    read: (name) => tokens.get(name) ?? null,
    write: (name, token) => void tokens.set(name, token),
    forget: (name) => void tokens.delete(name),
  };
}

const namesThere = async (): Promise<(string | undefined)[]> => (await indexedDB.databases()).map(({ name }) => name);

const entry = (seq: number): OutboxEntry => ({
  seq,
  wire: {
    act: String(seq).padStart(32, 'a'),
    attempt: 0,
    mid: seq,
    name: 'sale.create',
    format: 1,
    args: {},
    actorUserId: USER_ID,
    atMs: 1,
    offsetMinutes: 0,
    clockOffsetMs: null,
    deps: [],
    h: String(seq).padStart(32, '0'),
  },
  touched: [],
  state: 'pending',
  outcome: null,
  unfit: null,
});

/** Writes as a mutation does: the next entry, and the state that counts it. */
const addEntry = (database: ShopDatabase): Promise<number> =>
  database.write(async (tx) => {
    const state = await tx.meta.getState();
    await tx.outbox.put([entry(state.nextSeq)]);
    await tx.meta.putState({ ...state, nextSeq: state.nextSeq + 1 });
    return state.nextSeq;
  });

const seqs = (database: ShopDatabase) => database.read(async (tx) => (await tx.outbox.all()).map(({ seq }) => seq));

describe('what a database is made of', () => {
  test('SYN-1 every write asks for strict durability', async () => {
    // Dexie keeps a reference to this method while it opens.
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const database = await open();
    transactions.mockClear();
    await database.write((tx) => tx.rows.put('item', [itemRow({ id: 1 })]));
    expect(transactions.mock.calls.map(([, mode, options]) => [mode, options])).toEqual([
      ['readwrite', { durability: 'strict' }],
    ]);
  });

  test('SYN-24 one database per business and user, so that the next user of the device sees nothing of it', async () => {
    const mine = await open();
    const theirs = await open({ client: { businessId: 7, userId: 71 }, create: freshState({ userId: 71 }) });
    await mine.write((tx) => tx.rows.put('item', [itemRow({ id: 1 })]));
    expect([mine.name, theirs.name]).toEqual(['kaunta-7-70', 'kaunta-7-71']);
    expect(await theirs.read((tx) => tx.rows.get('item', [1]))).toEqual([undefined]);
  });

  test('each table has the indexes of its lists and look-ups, and no others', async () => {
    const database = await open();
    const native = nativeOf(database);
    const stores = [...native.objectStoreNames];
    const transaction = native.transaction(stores, 'readonly');
    const indexes = Object.fromEntries(stores.map((name) => [name, [...transaction.objectStore(name).indexNames]]));
    expect(indexes).toEqual({
      archive: ['archivedAtMs', 'opening'],
      base: ['staged'],
      business: [],
      cashCount: ['[createdAtMs+id]'],
      conflict: ['[status+table+rowId]'],
      customer: ['[createdAtMs+id]'],
      draft: [],
      imageFile: ['state'],
      feedback: [],
      item: ['[createdAtMs+id]', 'sku'],
      journal: [],
      meta: [],
      order: ['[createdAtMs+id]', 'customerId'],
      outbox: ['[state+seq]', '[state+wire.mid]', 'opening', 'unfit'],
      paymentMethod: [],
      purchase: ['[createdAtMs+id]', '[supplierId+createdAtMs+id]'],
      sale: [
        '[createdAtMs+id]',
        '[customerId+createdAtMs+id]',
        '[status+createdAtMs+id]',
        'flags',
        'paymentMethodId',
        'transactionId',
      ],
      staged: ['differs'],
      summary: ['madeFor'],
      stockMovement: ['[itemId+createdAtMs+id]'],
      supplier: ['[createdAtMs+id]'],
      tally: [],
      user: [],
    });
    expect(native.version).toBe(NATIVE_VERSION);
  });
});

describe('SYN-26 a database that the browser cleared is told from a new one', () => {
  test('opening makes none, unless somebody signs in', async () => {
    await expect(open({ create: null })).rejects.toMatchObject({ kind: 'evicted' });
    expect(await namesThere()).toEqual([]);
    const made = await open();
    expect(made.replacesEvicted).toBe(false);
    expect(await namesThere()).toEqual([NAME]);
  });

  test('a second opening finds what is there, whatever it would have made', async () => {
    const witness = createWitness();
    const first = await open({ witness });
    await addEntry(first);
    first.close();
    const token = witness.tokens.get(NAME);
    const second = await open({ witness, create: freshState({ clientId: 'ffffffffffffffff', nextSeq: 99 }) });
    expect(await seqs(second)).toEqual([1]);
    expect((await second.read((tx) => tx.meta.getState())).clientId).toBe(freshState().clientId);
    expect([second.replacesEvicted, witness.tokens.get(NAME)]).toEqual([false, token]);
  });

  test('a sign-in over a cleared database learns it from the copy of the sentinel', async () => {
    const witness = createWitness();
    const first = await open({ witness });
    first.close();
    await deleteNative(NAME);
    await expect(open({ create: null, witness })).rejects.toMatchObject({ kind: 'evicted' });
    const again = await open({ witness });
    expect(again.replacesEvicted).toBe(true);
  });

  test('an empty database in the place of a cleared one is not taken for it', async () => {
    const first = await open();
    const stores = [...nativeOf(first).objectStoreNames];
    first.close();
    await deleteNative(NAME);
    const shell = await openNative(NAME, NATIVE_VERSION, (db) => {
      for (const store of stores) db.createObjectStore(store);
    });
    shell.close();
    await expect(open({ create: null })).rejects.toMatchObject({ kind: 'evicted' });
  });

  test('cleared under an open page, it stops and says so, and makes no new one', async () => {
    const onStopped = vi.fn<(failure: StorageFailure) => void>();
    const database = await open({ onStopped });
    await deleteNative(NAME);
    expect(onStopped.mock.calls.map(([failure]) => failure.kind)).toEqual(['evicted']);
    await expect(addEntry(database)).rejects.toMatchObject({ kind: 'evicted' });
    expect(await namesThere()).toEqual([]);
  });

  test('cleared and made anew by another tab while the connection was away, it is not taken for the same', async () => {
    const onStopped = vi.fn<(failure: StorageFailure) => void>();
    const database = await open({ onStopped });
    const opening = vi
      .spyOn(database.tables.meta.db, 'open')
      .mockRejectedValue(new DOMException('gone', 'UnknownError'));
    closeByBrowser(database);
    await vi.waitFor(() => expect(opening).toHaveBeenCalledTimes(3), PATIENTLY);
    opening.mockRestore();
    await deleteNative(NAME);
    const other = await open();
    await addEntry(other);
    await expect(addEntry(database)).rejects.toMatchObject({ kind: 'evicted' });
    expect(await seqs(other)).toEqual([1]);
    expect(onStopped.mock.calls.map(([failure]) => failure.kind)).toEqual(['evicted']);
  });

  test('what is destroyed is gone, with the copy of its sentinel, and other tabs are told', async () => {
    const witness = createWitness();
    const onStopped = vi.fn<(failure: StorageFailure) => void>();
    const other = await open({ onStopped });
    const database = await open({ witness });
    await database.destroy();
    expect([await namesThere(), witness.tokens.size]).toEqual([[], 0]);
    expect(onStopped.mock.calls.map(([failure]) => failure.kind)).toEqual(['evicted']);
    await expect(addEntry(other)).rejects.toMatchObject({ kind: 'evicted' });
  });
});

describe('SYN-26 a connection that the browser takes away', () => {
  test('is opened again, and live queries go on', async () => {
    const onStopped = vi.fn<(failure: StorageFailure) => void>();
    const database = await open({ onStopped });
    const seen: number[][] = [];
    const subscription = liveQuery(() => seqs(database)).subscribe((now) => void seen.push(now));
    await vi.waitFor(() => expect(seen).toEqual([[]]), PATIENTLY);
    closeByBrowser(database);
    await addEntry(database);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([1]), PATIENTLY);
    subscription.unsubscribe();
    expect(onStopped).not.toHaveBeenCalled();
  });

  test('is opened again, and what changed meanwhile is shown without waiting for the next change', async () => {
    const database = await open();
    const seen: number[][] = [];
    const subscription = liveQuery(() => seqs(database)).subscribe((now) => void seen.push(now));
    await vi.waitFor(() => expect(seen).toEqual([[]]), PATIENTLY);
    const unheard = await openNative(NAME);
    unheard.transaction('outbox', 'readwrite').objectStore('outbox').put(entry(1));
    unheard.close();
    closeByBrowser(database);
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([1]), PATIENTLY);
    subscription.unsubscribe();
  });

  test('under a write: the write is made over the new connection, once', async () => {
    const database = await open();
    let runs = 0;
    const written = database.write(async (tx) => {
      runs += 1;
      const state = await tx.meta.getState();
      await tx.outbox.put([entry(state.nextSeq)]);
      if (runs === 1) loseConnectionWithin(database);
      await tx.meta.putState({ ...state, nextSeq: state.nextSeq + 1 });
      return runs;
    });
    expect(await written).toBe(2);
    expect(await seqs(database)).toEqual([1]);
    expect((await database.read((tx) => tx.meta.getState())).nextSeq).toBe(2);
  });

  test('after the commit: what is on disk is not written twice, and its answer is given', async () => {
    const database = await open();
    loseNextAnswer();
    expect(await addEntry(database)).toBe(1);
    expect(await seqs(database)).toEqual([1]);
    expect(await addEntry(database)).toBe(2);
  });

  test('after the commit, and storage does not answer: nobody is told that it was not saved', async () => {
    const database = await open();
    const opening = vi
      .spyOn(database.tables.meta.db, 'open')
      .mockRejectedValue(new DOMException('gone', 'UnknownError'));
    loseNextAnswer();
    const failure = await addEntry(database).catch((error: StorageFailure) => error);
    expect(failure).toHaveProperty('kind', 'unsure');
    expect(failure).toHaveProperty('message', expect.stringContaining('It may have been saved'));
    opening.mockRestore();
    expect(await seqs(database)).toEqual([1]);
  });

  test('before the commit, and storage does not answer: it was not saved', async () => {
    const database = await open();
    const opening = vi
      .spyOn(database.tables.meta.db, 'open')
      .mockRejectedValue(new DOMException('gone', 'UnknownError'));
    const failing = database.write(async (tx) => {
      await tx.outbox.put([entry(1)]);
      loseConnectionWithin(database);
      await tx.meta.getState();
    });
    await expect(failing).rejects.toMatchObject({ kind: 'lost' });
    opening.mockRestore();
    expect(await seqs(database)).toEqual([]);
  });

  test('again and again: the write says that it failed, after a bounded number of attempts', async () => {
    const database = await open();
    let runs = 0;
    const failing = database.write(async (tx) => {
      runs += 1;
      const state = await tx.meta.getState();
      loseConnectionWithin(database);
      await tx.meta.putState({ ...state, nextSeq: 50 });
    });
    await expect(failing).rejects.toMatchObject({ name: 'StorageFailure', kind: 'lost' });
    expect(runs).toBe(3);
    expect((await database.read((tx) => tx.meta.getState())).nextSeq).toBe(1);
  });

  test('an error of the work itself is no lost connection: it comes out, and the work is not run again', async () => {
    const database = await open();
    const work = vi.fn(() => Promise.reject(new RangeError('a bug')));
    await expect(database.write(work)).rejects.toThrow(RangeError);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe('SYN-26 SYN-26b two builds on one device', () => {
  test('a database of a newer build is not opened, and not touched', async () => {
    const newer = await openNative(NAME, NATIVE_VERSION + 10, (db) => void db.createObjectStore('ofTheFuture'));
    newer.close();
    await expect(open()).rejects.toMatchObject({ kind: 'outdated' });
    const after = await openNative(NAME);
    expect([after.version, [...after.objectStoreNames]]).toEqual([NATIVE_VERSION + 10, ['ofTheFuture']]);
    after.close();
  });

  test('a newer build upgrades: the older one lets go at once, stops writing and says so', async () => {
    const onStopped = vi.fn<(failure: StorageFailure) => void>();
    const database = await open({ onStopped });
    const upgrading = openNative(NAME, NATIVE_VERSION + 10, (db) => void db.createObjectStore('ofTheFuture'));
    await vi.waitFor(
      () => expect(onStopped.mock.calls.map(([failure]) => failure.kind)).toEqual(['outdated']),
      PATIENTLY,
    );
    const newer = await upgrading;
    await expect(addEntry(database)).rejects.toMatchObject({ kind: 'outdated' });
    newer.close();
  });

  test('a page that somebody types on keeps a newer build waiting, saves what was typed, and then lets go', async () => {
    const onStopped = vi.fn<(failure: StorageFailure) => void>();
    const asked = Promise.withResolvers<() => void>();
    const database = await open({ onStopped, onUpgradeWaits: asked.resolve });
    const upgrading = openNative(NAME, NATIVE_VERSION + 10, (db) => void db.createObjectStore('ofTheFuture'));
    const letGo = await asked.promise;
    await expect(addEntry(database)).resolves.toBe(1);
    expect(onStopped).not.toHaveBeenCalled();
    letGo();
    expect(onStopped.mock.calls.map(([failure]) => failure.kind)).toEqual(['outdated']);
    const newer = await upgrading;
    expect(newer.version).toBe(NATIVE_VERSION + 10);
    const kept = newer.transaction('outbox').objectStore('outbox').count();
    await new Promise((resolve) => kept.addEventListener('success', resolve));
    expect(kept.result).toBe(1);
    newer.close();
  });

  test('an upgrade waits for a page of the older build and says that it waits', async () => {
    const older = await openNative(NAME, NATIVE_VERSION - 5);
    const onBlocked = vi.fn<() => void>();
    const opening = open({ onBlocked });
    await vi.waitFor(() => expect(onBlocked).toHaveBeenCalledTimes(1), PATIENTLY);
    older.close();
    expect(await addEntry(await opening)).toBe(1);
  });

  test('where nobody can be told, opening over an older page fails instead of waiting', async () => {
    const older = await openNative(NAME, NATIVE_VERSION - 5);
    await expect(open({ onBlocked: null })).rejects.toMatchObject({ kind: 'blocked' });
    older.close();
  });
});
