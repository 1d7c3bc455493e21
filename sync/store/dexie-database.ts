import type { LocalDatabase, LocalTx } from '../ports.ts';
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts';
import { createDexieTx, type TxTrace } from './dexie-tx.ts';
import { type ShopTables, tablesOf } from './schema.ts';
import { StorageFailure, storageFailureOf } from './storage-failure.ts';

/** The device's database of one business and user, opened. */
export interface ShopDatabase extends LocalDatabase {
  readonly name: string;
  /** For live queries; whoever writes goes through `write`. */
  readonly tables: ShopTables;
  readonly replacesEvicted: boolean;
  close(): void;
  destroy(): Promise<void>;
}

/** A call is made this many times at most when the browser takes the connection away under it. */
const ATTEMPTS_MAX = 3;

/**
 * Opens the database; rejects with a StorageFailure. A write resolves when it is on disk (SYN-1), and rejects with a
 * StorageFailure when it is not and leaves nothing behind; or, 'unsure', when nobody can tell.
 */
export async function openShopDatabase(options: ConnectionOptions): Promise<ShopDatabase> {
  const connection = await openConnection(options);
  return {
    name: connection.name,
    tables: connection.tables,
    replacesEvicted: connection.replacesEvicted,
    read: (work) => run(connection, 'r', work),
    write: (work) => run(connection, 'rw', work),
    close: () => connection.close(),
    destroy: () => connection.destroy(),
  };
}

/**
 * One transaction over all tables. When the connection is lost under it, it is run again over a new one, but not if
 * it had reached the disk: then only its answer was lost, and running it again would double a sale. The entry that it
 * added to the outbox tells; what adds none may be run twice.
 */
async function run<T>(connection: Connection, mode: 'r' | 'rw', work: (tx: LocalTx) => Promise<T>): Promise<T> {
  const { dexie, tables } = connection;
  for (let attempt = 1; ; attempt += 1) {
    const trace: TxTrace = { nextSeq: Infinity, added: [] };
    const finished: { value: T }[] = [];
    const native: IDBTransaction[] = [];
    try {
      // Not awaited without need: a live query watches only what is read before its first foreign await.
      if (!connection.dexie.isOpen()) await connection.ensureOpen();
      return await dexie.transaction(mode, dexie.tables, async (transaction) => {
        native.push(transaction.idbtrans);
        const value = await work(createDexieTx(tablesOf(transaction), trace));
        finished.push({ value });
        return value;
      });
    } catch (error) {
      // A transaction that the browser aborted knows why; the call that found it aborted does not.
      const failure = storageFailureOf(native[0]?.error) ?? storageFailureOf(error);
      if (!failure) throw error;
      if (failure.kind !== 'lost') throw failure;
      const [done] = finished;
      // Every change of the shop adds an entry; what adds none may be made again by whoever wants it.
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

async function isOnDisk({ outbox, archive }: ShopTables, { added }: TxTrace): Promise<boolean> {
  const last = added.at(-1);
  if (!last) return false;
  const found = (await outbox.get(last.seq)) ?? (await archive.get(last.seq));
  return found?.wire.h === last.wire.h;
}
