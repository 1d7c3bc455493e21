import { DatabaseUnavailable, type OwnerSql, type SqlParam } from './database.ts';

/** One connection of either engine. One transaction at a time uses it. */
export interface Connection {
  run(text: string, params: readonly SqlParam[], name?: string): Promise<unknown[]>;
  /** Runs several statements without parameters, in one round trip. */
  script(text: string): Promise<void>;
  /** Runs a script that may take as long as it needs: a migration may rewrite every sale of all shops. */
  longScript(text: string): Promise<void>;
}

/**
 * Runs begin → work → commit, or rollback if anything throws. Work that sends no statement for `idleMs` is rolled back:
 * with one connection, a promise that never settles would block every shop for ever.
 *
 * A failed statement outside a savepoint aborts the transaction, and PostgreSQL then turns COMMIT into a silent
 * ROLLBACK. Work that caught the error would believe that its writes were saved, so this function throws.
 */
export async function runTransaction<T>(
  connection: Connection,
  begin: string,
  idleMs: number,
  work: (sql: OwnerSql) => Promise<T>,
): Promise<T> {
  const transaction = createTransactionSql(connection, idleMs);
  try {
    await transaction.begin(begin);
    const result = await Promise.race([work(transaction.sql), transaction.givenUp]);
    transaction.close();
    if (transaction.aborted())
      throw new Error('A statement failed in this transaction and its error was swallowed: use a savepoint');
    await connection.script('commit');
    return result;
  } catch (error) {
    transaction.close();
    await connection.script('rollback');
    throw error;
  }
}

function createTransactionSql(connection: Connection, idleMs: number) {
  let open = true;
  let aborted = false;
  let savepoints = 0;
  let inFlight = 0;
  let idleTimer: NodeJS.Timeout | undefined;
  let giveUp: (error: Error) => void = () => {};
  const givenUp = new Promise<never>((_resolve, reject) => (giveUp = reject));
  givenUp.catch(() => {}); // If the work ends first, nothing awaits this.

  const startIdling = () => {
    idleTimer = setTimeout(
      () => giveUp(new DatabaseUnavailable(`A transaction did nothing for ${idleMs} ms and was given up`)),
      idleMs,
    );
  };
  async function counted<R>(act: () => Promise<R>): Promise<R> {
    if (!open) throw new Error('This transaction has ended: its Sql can no longer be used');
    clearTimeout(idleTimer);
    inFlight += 1;
    try {
      return await act();
    } catch (error) {
      aborted = true;
      throw error;
    } finally {
      inFlight -= 1;
      if (open && inFlight === 0) startIdling();
    }
  }

  const sql: OwnerSql = {
    async query<Row extends object>(text: string, params: readonly SqlParam[] = [], name?: string) {
      // The cast is safe: the caller states the type beside its SQL.
      return (await counted(() => connection.run(text, params, name))) as Row[];
    },
    script: (text) => counted(() => connection.longScript(text)),
    async savepoint(inner) {
      savepoints += 1;
      const name = `s${savepoints}`;
      await counted(() => connection.script(`savepoint ${name}`));
      try {
        const result = await inner();
        if (aborted) throw new Error('A statement failed in this savepoint and its error was swallowed');
        await counted(() => connection.script(`release ${name}`));
        return result;
      } catch (error) {
        await counted(() => connection.script(`rollback to ${name}; release ${name}`));
        aborted = false;
        throw error;
      }
    },
  };
  return {
    sql,
    begin: (text: string) => counted(() => connection.script(text)),
    givenUp,
    aborted: () => aborted,
    close() {
      open = false;
      clearTimeout(idleTimer);
    },
  };
}
