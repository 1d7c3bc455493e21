import type { Connection } from './run-transaction.ts';
import type { Turns } from './turns.ts';

// The embedded PostgreSQL has no background processes, so this module runs vacuum, analyze and checkpoints:
// - If no transaction has run for a while: vacuum and analyze, one table per turn, so that a sale never waits for all.
// - If the write-ahead log has grown much, quiet or not: a checkpoint and an analyze, because plans made for empty
//   tables would scan large tables from end to end.
// - At the end: a checkpoint, so that the next start is quick.

const WRITES_BETWEEN_CHECKS = 100;
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024;

interface MaintenanceOptions {
  connection: Connection;
  turns: Turns;
  tidyAfterMs: number;
  onError: (error: unknown) => void;
}

export interface Maintenance {
  noteWrite(): void;
  stop(): Promise<void>;
}

export function startMaintenance({ connection, turns, tidyAfterMs, onError }: MaintenanceOptions): Maintenance {
  let writesSinceTidy = 0;
  let writesSinceCheck = 0;
  let checkpointedAt: number | undefined;
  let quietTimer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  const start = (work: () => Promise<void>): void => {
    running = running.then(work).catch(onError);
  };

  async function tableNames(): Promise<string[]> {
    const tables = (await turns.take(() =>
      connection.run("select quote_ident(tablename) as name from pg_tables where schemaname = 'public'", []),
    )) as { name: string }[];
    return tables.map(({ name }) => name);
  }

  async function checkpoint(): Promise<void> {
    await turns.take(async () => {
      await connection.script('checkpoint');
      checkpointedAt = await loggedBytes(connection);
    });
  }

  async function checkpointWhenMuchWasLogged(): Promise<void> {
    const bytes = await turns.take(() => loggedBytes(connection));
    checkpointedAt ??= bytes;
    if (bytes - checkpointedAt < CHECKPOINT_AFTER_BYTES) return;
    await checkpoint();
    for (const table of await tableNames()) await turns.take(() => connection.script(`analyze ${table}`));
  }

  async function tidy(): Promise<void> {
    const writesTidied = writesSinceTidy;
    for (const table of await tableNames()) {
      if (stopped || !turns.isIdle) return waitForQuiet();
      await turns.take(() => connection.script(`vacuum (analyze) ${table}`));
    }
    await checkpoint();
    writesSinceTidy -= writesTidied;
  }

  function waitForQuiet(): void {
    clearTimeout(quietTimer);
    if (stopped || writesSinceTidy === 0) return;
    quietTimer = setTimeout(() => start(tidy), tidyAfterMs);
    quietTimer.unref();
  }

  return {
    noteWrite() {
      writesSinceTidy += 1;
      writesSinceCheck += 1;
      if (writesSinceCheck >= WRITES_BETWEEN_CHECKS) {
        writesSinceCheck = 0;
        start(checkpointWhenMuchWasLogged);
      }
      waitForQuiet();
    },
    async stop() {
      stopped = true;
      clearTimeout(quietTimer);
      await running;
      if (writesSinceTidy > 0) await checkpoint().catch(onError);
    },
  };
}

async function loggedBytes(connection: Connection): Promise<number> {
  const [row] = (await connection.run("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes", [])) as {
    bytes: string;
  }[];
  return Number(row?.bytes ?? 0);
}
