import { Dexie, RangeSet } from 'dexie';
import type { ReplicaState } from '../../ports.ts';
import type { MarkedTransactions, OpenTransactions } from './open-transactions.ts';
import { type Opening, openAwake, reopen } from './opening.ts';
import { NEVER_FROZEN, type PageLife } from './page-life.ts';
import type { MakeRevocablePlace } from './revocable-place.ts';
import { databaseNameOf, defineDatabase, type IndexedDbPlace, type ShopTables } from './schema.ts';
import { StorageFailure, storageFailureOf } from './storage-failure.ts';

/*
 * The life of one connection (SYN-26):
 *
 *   open() ─► open ── the browser closes it ──► reopening ──► open
 *               │                                  └─ it does not answer ─► closed, until the next call tries again
 *               ├─ the page is frozen ─► frozen: open transactions are aborted ── shown again ──► reopening
 *               ├─ a newer build wants to upgrade ─► open, until nothing on the page would be lost ─┐
 *               ├─ a newer build upgraded, or the storage was cleared ─► stopped: never opened again ◄─┘
 *               └─ close() ─► stopped
 */

/**
 * Remembers outside of IndexedDB which databases this browser has. So a cleared database can be told from a new one.
 */
export interface Witness {
  read(name: string): string | null;
  write(name: string, token: string): void;
  forget(name: string): void;
}

export interface ConnectionOptions {
  client: { businessId: number; userId: number };
  /** Set at sign-in: creates the database if there is none. If null, only an existing database is opened. */
  create: ReplicaState | null;
  /** null if nothing is remembered outside of IndexedDB (in a worker). */
  witness: Witness | null;
  /**
   * Called when this object is no longer usable: the page asks to reload ('outdated') or says what happened
   * ('evicted').
   */
  onStopped: (failure: StorageFailure) => void;
  /** Called when the upgrade waits for a page of an older build; null: opening fails with 'blocked' instead. */
  onBlocked: (() => void) | null;
  /**
   * Called when a newer build wants to upgrade and waits for this connection to close. The receiver must call `letGo`,
   * which closes it, as soon as nothing that a person is typing here would be lost. Absent: the connection closes at
   * once.
   */
  onUpgradeWaits?: (letGo: () => void) => void;
  /** Absent in a worker, which has no page. */
  page?: PageLife;
  /** Where the database is created and upgraded, so that a page that is frozen meanwhile blocks no other page. */
  revocablePlace?: MakeRevocablePlace;
  place?: IndexedDbPlace;
}

export interface Connection {
  readonly name: string;
  readonly dexie: Dexie;
  readonly tables: ShopTables;
  readonly page: PageLife;
  /** True for a transaction that was aborted because the page was frozen. Such a transaction was never committed. */
  wasAborted(transaction: IDBTransaction): boolean;
  /** True if the browser had evicted the database and the sign-in created a new one. */
  readonly replacesEvicted: boolean;
  /** Rejects with the reason if there is no usable connection. */
  ensureOpen(): Promise<void>;
  /** Drops the connection and opens a new one. The number of attempts is limited. */
  renew(): Promise<void>;
  close(): void;
  /** Deletes the database. */
  destroy(): Promise<void>;
}

/** After a page is shown again it waits this long for the result of a commit during which it was frozen. */
const ANSWERED_WITHIN_MS = 5_000;

// This file handles frozen pages instead of Dexie, which would leave transactions open and reopen by itself.
Dexie.disableBfCache = true;

export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const name = databaseNameOf(options.client);
  const place = options.place ?? { indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange };
  const { page = NEVER_FROZEN } = options;
  const { transactions, ...database } = defineDatabase(name, place);
  const { dexie, tables } = database;
  const opening: Opening = { name, place, ...database, page, options, isUnderWay: false };
  const stopFreezing = freezeWith(page, opening, transactions);
  const { token, replacesEvicted } = await openAwake(opening).catch((error: unknown) => {
    stopFreezing();
    throw error;
  });
  options.witness?.write(name, token);

  let stopped: StorageFailure | null = null;
  let renewing: Promise<void> | null = null;

  const stop = (failure: StorageFailure, tell: boolean) => {
    if (stopped) return;
    stopped = failure;
    stopFreezing();
    stopThawing();
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

  const renewUnasked = () => void renewUnlessStopped().catch(ignoreUntilAsked);
  const stopThawing = page.onThaw(renewUnasked);
  dexie.on('versionchange', (event: IDBVersionChangeEvent) => {
    const letGo = () => stop(new StorageFailure(event.newVersion === null ? 'evicted' : 'outdated'), true);
    if (event.newVersion === null || !options.onUpgradeWaits) letGo();
    else options.onUpgradeWaits(letGo);
    return false;
  });
  dexie.on('close', () => {
    // If the browser closed the connection, open it again at once, because live queries wait.
    if (!stopped && !renewing && !page.isFrozen()) queueMicrotask(renewUnasked);
  });

  return {
    name,
    dexie,
    tables,
    page,
    wasAborted: (transaction) => transactions.wasAborted(transaction),
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

/**
 * Frees other pages from a frozen page: aborts its transactions and closes its connection, which would block the
 * upgrade of a newer build. An opening in progress cannot be cancelled; its events reach the page when it is shown
 * again.
 *
 * WebKit never settles a transaction that was aborted while queued, once its connection is closed. So when the page is
 * shown again, this code settles the aborted transactions itself and, a while later, the commits that still have no
 * result. The caller of such a commit then checks whether it reached the disk.
 */
function freezeWith(page: PageLife, opening: Opening, transactions: OpenTransactions): () => void {
  let interrupted: MarkedTransactions | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stops = [
    page.onFreeze(() => {
      clearTimeout(timer);
      interrupted = transactions.mark();
      transactions.abortAll();
      if (!opening.isUnderWay) opening.dexie.close();
    }),
    page.onThaw(() => {
      interrupted?.answerAborted();
      timer = setTimeout(() => interrupted?.answerAll(), ANSWERED_WITHIN_MS);
    }),
  ];
  const stopAll = () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
  // A closed connection may still have open transactions. They too must be aborted if the page is frozen.
  return () => transactions.onceNone(stopAll);
}

/** Makes every live query and index read again, because changes made while there was no connection are unknown. */
function readAgainEverywhere(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });
}

/**
 * Ignores a failed reopening: the connection stays closed, and the next call tries again and reports the error to its
 * caller.
 */
function ignoreUntilAsked(): void {}
