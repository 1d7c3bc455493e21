import { mkdirSync } from 'node:fs';
import { messages, PGlite } from '@electric-sql/pglite';
import {
  beginStatements,
  type Database,
  IDLE_IN_TRANSACTION_MS,
  type Notices,
  runUnnested,
  SqlError,
} from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { openDurable } from './durable-file-system.ts';
import { type EmbeddedEngine, EmbeddedStatements } from './embedded-statements.ts';
import { startMaintenance } from './embedded-maintenance.ts';
import { type Connection, runTransaction } from './run-transaction.ts';
import { Turns } from './turns.ts';
import { type Parse, VALUE_PARSERS } from './value-parsers.ts';

export interface EmbeddedOptions {
  /** The directory of the data; null for a database in memory (tests). */
  directory: string | null;
  /** An engine without tables, to use for a database in memory. */
  engine?: EmbeddedEngine;
  /** How long no transaction must run before the database is vacuumed and analysed. */
  tidyAfterMs?: number;
  idleInTransactionMs?: number;
  onFsync?: () => void;
  onTidyError?: (error: unknown) => void;
}

const WAITING_MAX = 2_000;
const TIDY_AFTER_MS = 20_000;

/** Opens PostgreSQL inside this process: with one connection, a lock on its directory, and durable commits. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const { directory, onFsync = () => {} } = options;
  if (directory === null) return createEmbedded(options.engine ?? (await PGlite.create()), options, async () => {});
  mkdirSync(directory, { recursive: true });
  const unlock = await lockDirectory(directory);
  try {
    return createEmbedded(await openDurable(directory, onFsync), options, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

function createEmbedded(pglite: EmbeddedEngine, options: EmbeddedOptions, unlock: () => Promise<void>): Database {
  const turns = new Turns({ waitingMax: WAITING_MAX });
  const connection = createConnection(pglite);
  const maintenance = startMaintenance({
    connection,
    turns,
    tidyAfterMs: options.tidyAfterMs ?? TIDY_AFTER_MS,
    onError: options.onTidyError ?? (() => {}),
  });
  const idleMs = options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS;
  return {
    engine: 'embedded',
    async transaction(transactionOptions, work) {
      const begin = beginStatements(transactionOptions);
      return runUnnested(async () => {
        const result = await turns.take(() => runTransaction(connection, begin, idleMs, work));
        if (!transactionOptions.readOnly) maintenance.noteWrite();
        return result;
      });
    },
    asOwner: (work) => runUnnested(() => turns.take(() => runTransaction(connection, 'begin', idleMs, work))),
    notices: noOtherProcess,
    async close() {
      await maintenance.stop();
      await turns.close();
      await pglite.close();
      await unlock();
    },
  };
}

/** Sends no notices, because the directory's lock excludes other processes. */
const noOtherProcess: Notices = { send: async () => {}, subscribe: () => () => {} };

const PARSERS = Object.fromEntries<Parse>(VALUE_PARSERS);

function createConnection(pglite: EmbeddedEngine): Connection {
  const statements = new EmbeddedStatements(pglite, PARSERS);
  const script = (text: string) =>
    plainly(async () => {
      await pglite.exec(text);
    });
  return {
    run: (text, params, name) =>
      plainly(async () =>
        name === undefined
          ? (await pglite.query(text, [...params], { parsers: PARSERS })).rows
          : await statements.run(name, text, params),
      ),
    script,
    // Nothing ends a statement here.
    longScript: script,
  };
}

/** Converts the database's own errors to `SqlError`. Other errors are our bugs and are thrown on unchanged. */
async function plainly<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof messages.DatabaseError)
      throw new SqlError(error.message, error.code ?? 'XX000', error.constraint);
    throw error;
  }
}
