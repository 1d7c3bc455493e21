import type { LocalDatabase, LocalTx, RoomyWrites } from '../../local-database.ts';
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts';
import { createDexieTx, type TxTrace } from './dexie-tx.ts';
import { type ShopTables, tablesOf } from './schema.ts';
import { StorageFailure, storageFailureOf } from './storage-failure.ts';

/** The open database of one business and user on this device. */
export interface ShopDatabase extends LocalDatabase, RoomyWrites {
  readonly name: string;
  /** For live queries only; writes go through `write`. */
  readonly tables: ShopTables;
  readonly replacesEvicted: boolean;
  close(): void;
  destroy(): Promise<void>;
}

/** A call is tried at most this often if the browser closes the connection during the call. */
const ATTEMPTS_MAX = 3;

/**
 * Opens the database; rejects with a StorageFailure. A write resolves when it is on disk (SYN-1). If it fails, it
 * leaves nothing behind and rejects with a StorageFailure; 'unsure' means that it is unknown whether the write reached
 * the disk.
 */
export async function openShopDatabase(options: ConnectionOptions): Promise<ShopDatabase> {
  const connection = await openConnection(options);
  return {
    name: connection.name,
    tables: connection.tables,
    replacesEvicted: connection.replacesEvicted,
    read: (work) => run(connection, 'r', work),
    write: (work) => run(connection, 'rw', work),
    // Only `roomyDatabase` knows how to make room.
    withRoom: (write) => write(),
    close: () => connection.close(),
    destroy: () => connection.destroy(),
  };
}

/**
 * Runs one transaction over all tables. A write that began on a page which was then frozen is not run again after
 * resume: the screen did not show it as saved, and the person may have repeated it elsewhere meanwhile. If the
 * connection is lost during a write, the write is run again over a new connection, unless it had reached the disk: then
 * only its result was lost, and a second run would double a sale. The outbox entry that the write added shows whether
 * it reached the disk; a write that adds no entry is safe to run twice.
 */
async function run<T>(connection: Connection, mode: 'r' | 'rw', work: (tx: LocalTx) => Promise<T>): Promise<T> {
  const { dexie, tables, page } = connection;
  const begunAt = page.isFrozen() ? null : page.freezeCount();
  const mayGoOn = () => mode === 'r' || page.freezeCount() === begunAt;
  for (let attempt = 1; ; attempt += 1) {
    const trace: TxTrace = { nextSeq: Infinity, added: [] };
    const finished: { value: T }[] = [];
    const native: IDBTransaction[] = [];
    try {
      // Await only if necessary: a live query watches only what is read before its first await of a foreign promise.
      if (!connection.dexie.isOpen()) await connection.ensureOpen();
      if (!mayGoOn()) throw new StorageFailure('frozen');
      return await dexie.transaction(mode, dexie.tables, async (transaction) => {
        native.push(transaction.idbtrans);
        const value = await work(createDexieTx(tablesOf(transaction), trace));
        finished.push({ value });
        return value;
      });
    } catch (error) {
      const failure = failureOf(connection, native[0], error);
      if (!failure) throw error;
      if (failure.kind !== 'lost') throw failure;
      const [done] = finished;
      // Every change of the shop adds an entry, so a write without an entry may be repeated.
      const mayBeOnDisk = done !== undefined && trace.added.length > 0;
      try {
        await connection.renew();
        if (mayBeOnDisk && (await isOnDisk(tables, trace))) return done.value;
      } catch (lost) {
        throw mayBeOnDisk && storageFailureOf(lost)?.kind === 'lost' ? new StorageFailure('unsure', lost) : lost;
      }
      if (attempt >= ATTEMPTS_MAX) throw failure;
    }
  }
}

function failureOf(connection: Connection, native: IDBTransaction | undefined, error: unknown): StorageFailure | null {
  // `work` may throw any error when its transaction is aborted.
  if (native && connection.wasAborted(native)) return new StorageFailure('lost', error);
  // The aborted transaction has the browser's reason; the call that found it aborted does not.
  return storageFailureOf(native?.error) ?? storageFailureOf(error);
}

async function isOnDisk({ outbox, archive }: ShopTables, { added }: TxTrace): Promise<boolean> {
  const last = added.at(-1);
  if (!last) return false;
  const found = (await outbox.get(last.seq)) ?? (await archive.get(last.seq));
  return found?.wire.h === last.wire.h;
}
