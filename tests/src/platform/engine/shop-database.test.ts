import { IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { readDraftNote, writeDraftNote } from '../../../../src/platform/draft/draft-note.ts';
import { clearShop, countUnsent, openShop } from '../../../../src/platform/engine/shop-database.ts';
import {
  addImageFiles,
  countUnsentFiles,
  countWaitingFiles,
  type ImageFile,
  spentFiles,
} from '../../../../sync/store/image-files.ts';
import { PICTURE_CACHE } from '../../../../sync/host/picture-cache.ts';
import type { Session } from '../../../../sync/store/session-record.ts';
import type { ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import { runMutation } from '../../../../sync/replica/run-mutation.ts';
import { CLOCK, customerArgs } from '../../../support/device/replica.ts';
import { SESSION } from '../../../support/screens/app-harness.tsx';
import { customerRow } from '../../../support/shop-rows.ts';
import { PATIENTLY } from '../../../support/patience.ts';
import { newTestActs } from '../../../support/device/test-acts.ts';

const RUTH: Session = { ...SESSION, user: { ...SESSION.user, id: 6, username: 'Ruth' } };
const EVENTS = { onStopped: () => undefined, onBlocked: () => undefined, onUpgradeWaits: () => undefined };

beforeEach(() => localStorage.clear());

/** Signs in, runs `work`, and closes the database as a closed page does. */
async function signedIn<T>(session: Session, work: (database: ShopDatabase) => Promise<T>): Promise<T> {
  const database = await openShop(session, EVENTS);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Stores a customer on the device. */
const makeReady = (database: ShopDatabase) => database.write((tx) => tx.rows.put('customer', [customerRow({ id: 1 })]));

const meet = (database: ShopDatabase) =>
  runMutation({ database, clock: CLOCK, acts: newTestActs() }, 'customer.create', (tools) =>
    customerArgs(tools, 'Joan'),
  );

const namesOn = (database: ShopDatabase) =>
  database.read(async (tx) => (await tx.rows.created('customer', 0, Infinity)).map(({ name }) => name));
const databasesHere = async () => (await indexedDB.databases()).map(({ name }) => name);

test('SYN-5 SYN-24 M4 C-146 a logout keeps what was not sent, out of sight, and its author finds it again', async () => {
  await signedIn(SESSION, async (database) => {
    await makeReady(database);
    expect((await meet(database)).ok).toBe(true);
  });
  expect(await countUnsent(SESSION)).toBe(1);
  await clearShop(SESSION);
  expect(await databasesHere()).toEqual(['kaunta-9-5']);
  // The next user of the device has their own database.
  expect(await signedIn(RUTH, namesOn)).toEqual([]);
  expect(await signedIn(RUTH, (database) => database.read(async (tx) => (await tx.outbox.all()).length))).toBe(0);
  expect(await countUnsent(SESSION)).toBe(1);
  // The logout has deleted the shop's rows; the next pull brings them.
  expect(await signedIn(SESSION, namesOn)).toEqual(['Joan']);
});

test('SYN-24 M4 with nothing unsent a logout leaves nothing on the device', async () => {
  await signedIn(SESSION, makeReady);
  expect(await databasesHere()).toEqual(['kaunta-9-5']);
  await clearShop(SESSION);
  expect(await databasesHere()).toEqual([]);
});

test('SYN-24 what another tab or the worker saves while a logout deletes the shop is refused, not lost', async () => {
  await signedIn(SESSION, async (database) => {
    await makeReady(database);
    const deleting = vi.spyOn(indexedDB, 'deleteDatabase').mockReturnValue(new EventTarget() as IDBOpenDBRequest);
    void clearShop(SESSION);
    await expect.poll(() => deleting.mock.calls.length, PATIENTLY).toBe(1);
    expect(await meet(database)).toMatchObject({ ok: false, error: { code: 'sealed' } });
    deleting.mockRestore();
  });
});

test('SYN-24 SYN-26d a logout on a full device leaves nothing either, though nothing can be written', async () => {
  await signedIn(SESSION, makeReady);
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No space', 'QuotaExceededError');
  });
  await clearShop(SESSION);
  expect(full).toHaveBeenCalled();
  full.mockRestore();
  expect(await databasesHere()).toEqual([]);
});

const DAY_MS = 86_400_000;
const picture = (state: ImageFile['state'], addedAtMs = 1): ImageFile => ({
  ...{ key: 'a'.repeat(32), itemId: 1, type: 'image/webp', refusal: null, addedAtMs, state },
  ...{ original: new ArrayBuffer(1), thumbnail: new ArrayBuffer(1) },
});

test('SYN-10 SYN-24 C-160 a picture of days ago outlives the sign-in of its author, whose rows are still to come', async () => {
  await signedIn(SESSION, async (database) => {
    await makeReady(database);
    await addImageFiles(database, [picture('waiting')]);
  });
  await clearShop(SESSION);
  await signedIn(SESSION, async (database) => {
    expect(await spentFiles(database, 2 * DAY_MS)).toEqual([]);
    await database.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), snapshotComplete: true }));
    // The shop's rows are here and none lists the picture, so it may be deleted.
    expect(await spentFiles(database, 2 * DAY_MS)).toMatchObject([{ addedAtMs: 1 }]);
  });
});

test('SYN-26d SYN-10 a picture that finds no space is stored after the pictures of items have made room', async () => {
  const dropped = vi.fn(async () => true);
  vi.stubGlobal('caches', { delete: dropped });
  await signedIn(SESSION, async (database) => {
    const full = new DOMException('The disk is full.', 'QuotaExceededError');
    const store = vi.spyOn(database.tables.imageFile, 'bulkPut').mockRejectedValueOnce(full);
    await expect(addImageFiles(database, [picture('waiting')])).resolves.toBeUndefined();
    expect(store).toHaveBeenCalledTimes(2);
    expect(dropped).toHaveBeenCalledExactlyOnceWith(PICTURE_CACHE);
    expect(await countWaitingFiles(database)).toBe(1);

    store.mockRejectedValue(full);
    dropped.mockResolvedValue(false);
    const failing = addImageFiles(database, [picture('waiting')]);
    await expect(failing).rejects.toThrow('This device has no space left. It was not saved.');
  });
});

test('SYN-10 SYN-24 M14 a picture that the server did not take is still its author’s to decide after a logout', async () => {
  await signedIn(SESSION, async (database) => {
    await makeReady(database);
    await addImageFiles(database, [picture('refused')]);
  });
  await clearShop(SESSION);
  expect(await signedIn(SESSION, countUnsentFiles)).toBe(1);
});

test('SYN-10 SYN-24 a picture that was not sent stays with its author through a logout; one that was sent does not keep the shop here', async () => {
  await signedIn(SESSION, async (database) => {
    await makeReady(database);
    await addImageFiles(database, [picture('waiting')]);
  });
  await clearShop(SESSION);
  expect(await signedIn(SESSION, namesOn)).toEqual([]);
  expect(await signedIn(SESSION, countWaitingFiles)).toBe(1);
  await signedIn(SESSION, (database) => addImageFiles(database, [picture('sent')]));
  await clearShop(SESSION);
  expect(await databasesHere()).toEqual([]);
});

test('SYN-24 R-BROW-13 whoever signs in next in this tab finds nothing that somebody else left unfinished in it', async () => {
  const note = { database: 'kaunta-9-5', key: 'sale/1', content: { notes: 'soap' }, over: [null] };
  writeDraftNote(sessionStorage, note);
  await signedIn(SESSION, async () => undefined);
  expect(readDraftNote(sessionStorage, 'kaunta-9-5')).toEqual(note);
  await signedIn(RUTH, async () => undefined);
  expect(readDraftNote(sessionStorage, 'kaunta-9-5')).toBeNull();
});
