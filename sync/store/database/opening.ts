import type { Dexie } from 'dexie';
import { NEW_SYNC_STATUS } from '../../replica/state.ts';
import type { ConnectionOptions } from './connection.ts';
import { nativeVersionOf } from './inspect-database.ts';
import type { PageLife } from './page-life.ts';
import { tryRevocably } from './revocable-place.ts';
import { defineDatabase, type IndexedDbPlace, NATIVE_VERSION, type ShopTables } from './schema.ts';
import { StorageFailure, storageFailureOf } from './storage-failure.ts';

/* How a connection is opened, the first time and again (SYN-26). The file connection.ts decides when. */

const OPENINGS_MAX = 3;
/** A worker has no page whose frame could hold the database. */
const NO_PLACE = () => null;

export interface Opening {
  name: string;
  place: IndexedDbPlace;
  dexie: Dexie;
  tables: ShopTables;
  prepareUpgrade: () => Promise<void>;
  page: PageLife;
  options: ConnectionOptions;
  /** True while the browser has been asked to open the database and has not answered yet. */
  isUnderWay: boolean;
}

/** Opens the database. If the page is frozen during the opening, opens it again when the page is shown again. */
export async function openAwake(opening: Opening): Promise<{ token: string; replacesEvicted: boolean }> {
  const { page } = opening;
  for (;;) {
    if (page.isFrozen()) await page.awake();
    const begunAt = page.freezeCount();
    try {
      return await openFirst(opening);
    } catch (error) {
      if (page.freezeCount() === begunAt) throw error;
    }
  }
}

async function openFirst(opening: Opening): Promise<{ token: string; replacesEvicted: boolean }> {
  const { name, dexie, tables, options } = opening;
  const { create } = options;
  try {
    await openChecked(opening, create !== null);
    const found = await readSentinel(tables);
    if (found !== null) return { token: found, replacesEvicted: false };
    if (create === null) throw new StorageFailure('evicted');
    const token = crypto.randomUUID();
    await dexie.transaction('rw', [tables.meta], async () => {
      await tables.meta.bulkAdd([
        { key: 'state', value: create },
        { key: 'status', value: NEW_SYNC_STATUS },
        { key: 'sentinel', value: token },
      ]);
    });
    return { token, replacesEvicted: (options.witness?.read(name) ?? null) !== null };
  } catch (error) {
    dexie.close();
    throw storageFailureOf(error) ?? error;
  }
}

/** Opens a database of this build's schema and no other. Creates a missing one only if `mayCreate`. */
async function openChecked(opening: Opening, mayCreate: boolean): Promise<void> {
  const { name, place, dexie, page, options } = opening;
  const isKnown = (options.witness?.read(name) ?? null) !== null;
  const version = isKnown
    ? await nativeVersionOf(name, place)
    : await revocably(opening, (unsure) => nativeVersionOf(name, unsure));
  if (page.isFrozen()) throw new StorageFailure('lost');
  if (version === null && !mayCreate) throw new StorageFailure('evicted');
  if (version !== null && version > NATIVE_VERSION) throw new StorageFailure('outdated');
  const isOlder = version !== null && version < NATIVE_VERSION;
  if (isOlder) await opening.prepareUpgrade();
  if (isOlder || version === null) await makeRevocably(opening, isOlder);
  try {
    opening.isUnderWay = true;
    await openReporting(dexie, options);
  } finally {
    opening.isUnderWay = false;
  }
}

/**
 * Does this work in a place that can be revoked, because looking at a database that may be missing begins to create it.
 */
async function revocably<T>(
  { place, page, options }: Opening,
  work: (place: IndexedDbPlace) => Promise<T>,
): Promise<T> {
  const done = await tryRevocably(page, options.revocablePlace ?? NO_PLACE, work);
  return done === null ? await work(place) : done.value;
}

/**
 * Creates the database, or upgrades it to this build's schema, in a place that can be revoked. Without such a place it
 * does nothing, and the opening itself creates or upgrades.
 */
async function makeRevocably({ name, page, options }: Opening, isOlder: boolean): Promise<void> {
  await tryRevocably(page, options.revocablePlace ?? NO_PLACE, async (place) => {
    const { dexie, prepareUpgrade } = defineDatabase(name, place);
    if (isOlder) await prepareUpgrade();
    await openReporting(dexie, options);
    dexie.close();
  });
}

/**
 * Opens the database. `onBlocked` asks connections that block the opening to close; without `onBlocked` the opening
 * fails with 'blocked'.
 */
async function openReporting(dexie: Dexie, options: ConnectionOptions): Promise<void> {
  let isBlocked = false;
  const onBlocked = () => {
    if (options.onBlocked) options.onBlocked();
    else {
      isBlocked = true;
      dexie.close();
    }
    return false;
  };
  dexie.on('blocked', onBlocked);
  try {
    await dexie.open();
  } catch (error) {
    throw isBlocked ? new StorageFailure('blocked', error) : error;
  } finally {
    dexie.on('blocked').unsubscribe(onBlocked);
  }
}

export async function reopen(opening: Opening, token: string): Promise<void> {
  const { page } = opening;
  for (let attempt = 1; ; attempt += 1) {
    if (page.isFrozen()) await page.awake();
    const begunAt = page.freezeCount();
    opening.dexie.close({ disableAutoOpen: false });
    try {
      await openChecked(opening, false);
      // Another sentinel means that the database was cleared and a user signed in again meanwhile.
      if ((await readSentinel(opening.tables)) === token) return;
      throw new StorageFailure('evicted');
    } catch (error) {
      const failure = storageFailureOf(error);
      if (page.freezeCount() !== begunAt) attempt = 0;
      else if (failure?.kind !== 'lost' || attempt >= OPENINGS_MAX) throw failure ?? error;
    }
  }
}

async function readSentinel(tables: ShopTables): Promise<string | null> {
  const found = await tables.meta.get('sentinel');
  return found?.key === 'sentinel' ? found.value : null;
}
