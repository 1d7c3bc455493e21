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
 *               ├─ the page is put aside ─► frozen: what was under way is aborted ── shown again ──► reopening
 *               ├─ a newer build wants to upgrade ─► open, until nothing on the page would be lost ─┐
 *               ├─ a newer build upgraded, or the storage was cleared ─► stopped: never opened again ◄─┘
 *               └─ close() ─► stopped
 */

/** Remembers outside of IndexedDB which databases this browser holds: tells a cleared database from a new one. */
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
  /** Absent where there is no page (a worker). */
  page?: PageLife;
  /** Where the database is made and upgraded, so that a page that is put aside meanwhile holds nobody up. */
  revocablePlace?: MakeRevocablePlace;
  place?: IndexedDbPlace;
}

export interface Connection {
  readonly name: string;
  readonly dexie: Dexie;
  readonly tables: ShopTables;
  readonly page: PageLife;
  /** True for a transaction that was aborted because the page was frozen. It never was committed. */
  wasAborted(transaction: IDBTransaction): boolean;
  /** True when the browser had evicted the database and signing in made a new one. */
  readonly replacesEvicted: boolean;
  /** Rejects with the reason when there is no usable connection. */
  ensureOpen(): Promise<void>;
  /** Drops the handle and opens afresh, a bounded number of times. */
  renew(): Promise<void>;
  close(): void;
  /** Deletes the database. */
  destroy(): Promise<void>;
}

/** A page that is back waits for so long for what became of a commit over which it was put aside. */
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
    // Ours, or the browser's: then it is opened again at once, for the live queries that wait.
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
 * A frozen page must block nobody: it aborts its transactions and closes its connection, which would keep a newer build
 * from upgrading. An opening under way cannot be cancelled; its events reach the page when it is resumed.
 *
 * WebKit never settles a transaction that was aborted while queued, once its connection is closed. So on resume we
 * settle the aborted ones ourselves and, a while later, commits that are still not answered. The caller of such a
 * commit then looks whether it reached the disk.
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
  // A closed connection may still have transactions open; they too must be aborted if the page is put aside.
  return () => transactions.onceNone(stopAll);
}

/** Changes made while there was no connection are unknown: every live query and index reads again. */
function readAgainEverywhere(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });
}

/** The connection stays closed; the next call tries again and tells its caller. */
function ignoreUntilAsked(): void {}
