import { Dexie, RangeSet } from 'dexie';
import type { ReplicaState } from '../ports.ts';
import { NEW_SYNC_STATUS } from '../replica/state.ts';
import { nativeVersionOf } from './inspect-database.ts';
import { databaseNameOf, defineDatabase, type IndexedDbPlace, NATIVE_VERSION, type ShopTables } from './schema.ts';
import { StorageFailure, storageFailureOf } from './storage-failure.ts';

/*
 * The life of one connection (SYN-26):
 *
 *   open() ─► open ── the browser closes it ──► reopening ──► open
 *               │                                  └─ it does not answer ─► closed, until the next call tries again
 *               ├─ a newer build wants to upgrade ─► open, until nothing on the page would be lost ─┐
 *               ├─ a newer build upgraded, or the storage was cleared ─► stopped: never opened again ◄─┘
 *               └─ close() ─► stopped
 */

/** Remembers outside of IndexedDB which databases this browser holds, so that a cleared one is told from a new one. */
export interface Witness {
  read(name: string): string | null;
  write(name: string, token: string): void;
  forget(name: string): void;
}

export interface ConnectionOptions {
  client: { businessId: number; userId: number };
  /** Given at sign-in: makes the database when there is none. Without it only what is there is opened. */
  create: ReplicaState | null;
  /** null where nothing else is remembered (a worker). */
  witness: Witness | null;
  /** This object is done for: the page asks to reload ('outdated') or says what happened ('evicted'). */
  onStopped: (failure: StorageFailure) => void;
  /** The upgrade waits for a page of an older build; null: opening fails with 'blocked' instead. */
  onBlocked: (() => void) | null;
  /**
   * A newer build wants to upgrade and waits for this connection to close: `letGo` closes it. To be called when nothing
   * that a person is typing here would be lost. Absent: it closes at once.
   */
  onUpgradeWaits?: (letGo: () => void) => void;
  place?: IndexedDbPlace;
}

export interface Connection {
  readonly name: string;
  readonly dexie: Dexie;
  readonly tables: ShopTables;
  /** Whether the browser had cleared what was here before: this database was made anew at sign-in. */
  readonly replacesEvicted: boolean;
  /** Rejects with the reason when there is no usable connection. */
  ensureOpen(): Promise<void>;
  /** Drops the handle and opens afresh, a bounded number of times. */
  renew(): Promise<void>;
  close(): void;
  /** Deletes the database. */
  destroy(): Promise<void>;
}

const OPENINGS_MAX = 3;

export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const name = databaseNameOf(options.client);
  const place = options.place ?? { indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange };
  const { dexie, tables } = defineDatabase(name, place);
  const opening: Opening = { name, place, dexie, tables, options };
  const { token, replacesEvicted } = await openFirst(opening);
  options.witness?.write(name, token);

  let stopped: StorageFailure | null = null;
  let renewing: Promise<void> | null = null;

  const stop = (failure: StorageFailure, tell: boolean) => {
    if (stopped) return;
    stopped = failure;
    dexie.close();
    if (tell) options.onStopped(failure);
  };
  const renew = (): Promise<void> => {
    renewing ??= reopen(opening, token)
      .then(readAgainEverywhere)
      .catch((error: unknown) => {
        const failure = storageFailureOf(error) ?? new StorageFailure('lost', error);
        if (failure.kind !== 'lost') stop(failure, true);
        throw failure;
      })
      .finally(() => {
        renewing = null;
      });
    return renewing;
  };
  const renewUnlessStopped = (): Promise<void> => (stopped ? Promise.reject(stopped) : renew());

  dexie.on('versionchange', (event: IDBVersionChangeEvent) => {
    const letGo = () => stop(new StorageFailure(event.newVersion === null ? 'evicted' : 'outdated'), true);
    if (event.newVersion === null || !options.onUpgradeWaits) letGo();
    else options.onUpgradeWaits(letGo);
    return false;
  });
  dexie.on('close', () => {
    // Ours, or the browser's: then it is opened again at once, for the live queries that wait.
    if (!stopped && !renewing) queueMicrotask(() => void renewUnlessStopped().catch(ignoreUntilAsked));
  });

  return {
    name,
    dexie,
    tables,
    replacesEvicted,
    ensureOpen: () => (stopped ? Promise.reject(stopped) : dexie.isOpen() ? Promise.resolve() : renew()),
    renew: renewUnlessStopped,
    close: () => stop(new StorageFailure('lost'), false),
    async destroy() {
      stop(new StorageFailure('evicted'), false);
      options.witness?.forget(name);
      await dexie.delete();
    },
  };
}

interface Opening {
  name: string;
  place: IndexedDbPlace;
  dexie: Dexie;
  tables: ShopTables;
  options: ConnectionOptions;
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

/** Opens a database of this build's schema, and no other; makes one only when that was asked for. */
async function openChecked({ name, place, dexie, options }: Opening, mayCreate: boolean): Promise<void> {
  const version = await nativeVersionOf(name, place);
  if (version === null && !mayCreate) throw new StorageFailure('evicted');
  if (version !== null && version > NATIVE_VERSION) throw new StorageFailure('outdated');
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

async function reopen(opening: Opening, token: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    opening.dexie.close({ disableAutoOpen: false });
    try {
      await openChecked(opening, false);
      // Another sentinel: this one was cleared, and somebody signed in again meanwhile.
      if ((await readSentinel(opening.tables)) === token) return;
      throw new StorageFailure('evicted');
    } catch (error) {
      const failure = storageFailureOf(error);
      if (failure?.kind !== 'lost' || attempt >= OPENINGS_MAX) throw failure ?? error;
    }
  }
}

async function readSentinel(tables: ShopTables): Promise<string | null> {
  const found = await tables.meta.get('sentinel');
  return found?.key === 'sentinel' ? found.value : null;
}

/** What changed while the connection was away is not known: every live query and index reads again. */
function readAgainEverywhere(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });
}

/** The connection stays closed; the next call tries again and tells its caller. */
function ignoreUntilAsked(): void {}
