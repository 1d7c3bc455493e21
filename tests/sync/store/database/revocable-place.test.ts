import { expect, onTestFinished, test } from 'vitest';
import type { ConnectionOptions, Witness } from '../../../../sync/store/database/connection.ts';
import { openShopDatabase, type ShopDatabase } from '../../../../sync/store/database/dexie-database.ts';
import type { RevocablePlace } from '../../../../sync/store/database/revocable-place.ts';
import { type IndexedDbPlace, NATIVE_VERSION } from '../../../../sync/store/database/schema.ts';
import { freezablePage } from '../../../support/browser/frozen-page.ts';
import { nativeOf, openNative } from '../../../support/browser/native-database.ts';
import { entry } from '../../../support/device/outbox-rows.ts';
import { freshState } from '../../../support/device/test-device.ts';
import { openBuildBefore, readBuildBefore } from '../build-before.ts';

const page = freezablePage();

async function open(options: Partial<ConnectionOptions> = {}): Promise<ShopDatabase> {
  const state = freshState();
  const database = await openShopDatabase({
    ...{ client: state, create: state, witness: null, onStopped: () => undefined, onBlocked: null },
    ...options,
  });
  onTestFinished(() => database.close());
  return database;
}

const addEntry = (database: ShopDatabase) => database.write((tx) => tx.outbox.put([entry(1)]));
const seqs = (database: ShopDatabase) => database.read(async (tx) => (await tx.outbox.all()).map(({ seq }) => seq));

/** Stands in for a page; lists its frames in the order of creation. */
function framesOf({ indexedDB, IDBKeyRange }: IndexedDbPlace) {
  const frames: { isRevoked: boolean }[] = [];
  const revocablePlace = (): RevocablePlace => {
    const frame = { isRevoked: false };
    frames.push(frame);
    return { indexedDB, IDBKeyRange, revoke: () => void (frame.isRevoked = true) };
  };
  return { frames, revocablePlace };
}

test('SYN-26 SYN-26a R-BROW-17 a database is made in a frame that goes once it is made; for one that is known there is no frame', async () => {
  const { frames, revocablePlace } = framesOf({ indexedDB, IDBKeyRange });
  const tokens = new Map<string, string>();
  const witness: Witness = {
    read: (name) => tokens.get(name) ?? null,
    write: (name, token) => void tokens.set(name, token),
    forget: (name) => void tokens.delete(name),
  };
  const made = await open({ page: page.life, revocablePlace, witness });
  // One frame to check whether the database exists, one to create it.
  expect(frames).toEqual([{ isRevoked: true }, { isRevoked: true }]);
  await addEntry(made);
  made.close();
  const again = await open({ page: page.life, revocablePlace, witness });
  expect(frames).toHaveLength(2);
  expect(await seqs(again)).toEqual([1]);
});

test('SYN-26 SYN-26a R-BROW-17 a database of the build before is upgraded in a frame', async () => {
  let made: { isRevoked: boolean }[] = [];
  const upgraded = await openBuildBefore(readBuildBefore(), (place) => {
    const { frames, revocablePlace } = framesOf(place);
    made = frames;
    return { page: page.life, revocablePlace, witness: { read: () => 'known', write: () => {}, forget: () => {} } };
  });
  expect(made).toEqual([{ isRevoked: true }]);
  expect(nativeOf(upgraded).version).toBe(NATIVE_VERSION);
  expect(await seqs(upgraded)).not.toEqual([]);
});

test('SYN-26 SYN-26a R-BROW-17 a page that is put aside while its frame makes the database lets go of the frame, and makes it in another when it is back', async () => {
  const { frames, revocablePlace } = framesOf({ indexedDB, IDBKeyRange });
  // The browser begins to create it, and never reports the end.
  const silent = { open: () => new EventTarget() } as unknown as IDBFactory;
  const opening = open({
    page: page.life,
    revocablePlace: () => ({ ...revocablePlace(), ...(frames.length === 1 && { indexedDB: silent }) }),
  });
  expect(frames).toEqual([{ isRevoked: false }]);
  page.freeze();
  expect(frames).toEqual([{ isRevoked: true }]);
  const there = await open();
  await addEntry(there);
  expect(frames).toHaveLength(1);
  page.thaw();
  expect(await seqs(await opening)).toEqual([1]);
  expect(frames).toEqual([{ isRevoked: true }, { isRevoked: true }]);
});

test('SYN-26 SYN-26a R-BROW-17 where the frame’s storage fails the page makes the database itself, and tells what fails there', async () => {
  const refusing = {
    open() {
      throw new DOMException('not here', 'SecurityError');
    },
  } as unknown as IDBFactory;
  const revocablePlace = () => ({ indexedDB: refusing, IDBKeyRange, revoke: () => undefined });
  const made = await open({ page: page.life, revocablePlace });
  await addEntry(made);
  expect(await seqs(made)).toEqual([1]);
  made.close();
  const newer = await openNative(made.name, NATIVE_VERSION + 10);
  newer.close();
  await expect(open({ page: page.life, revocablePlace })).rejects.toMatchObject({ kind: 'outdated' });
});
