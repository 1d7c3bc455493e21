import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { type Database, SqlError } from './database.ts';

/** Returns null if the database can be written, else the reason for the operator. Ends within its time limit. */
export type Readiness = () => Promise<string | null>;

const ANSWERS_WITHIN_MS = 3_000;
/** A result is used for this long. Anybody may call this, so many calls must not cause many writes. */
const KNOWN_FOR_MS = 1_000;

/**
 * Tries a write that changes no data of a shop. One try runs at a time, and its result serves all calls within a
 * second. A call during a try that hangs waits until its own time limit, not for that try.
 */
export function watchReadiness(
  { database, log, clock }: { database: Database; log: Log; clock: Clock },
  answersWithinMs = ANSWERS_WITHIN_MS,
): Readiness {
  let running: Promise<string | null> | null = null;
  let known: { reason: string | null; atMs: number } | null = null;

  async function tryToWrite(): Promise<string | null> {
    const reason = await writeMark(database, clock.nowMs()).then(
      () => null,
      (error: unknown) => {
        log.warn({ error }, 'The database cannot be written');
        return reasonOf(error);
      },
    );
    known = { reason, atMs: clock.nowMs() };
    running = null;
    return reason;
  }

  return () => {
    const nowMs = clock.nowMs();
    if (known !== null && running === null && nowMs >= known.atMs && nowMs - known.atMs < KNOWN_FOR_MS)
      return Promise.resolve(known.reason);
    running ??= tryToWrite();
    return withinTime(running, answersWithinMs);
  };
}

const writeMark = (database: Database, nowMs: number): Promise<unknown> =>
  database.asOwner((sql) =>
    sql.query(
      `insert into installation (key, value) values ('written_at_ms', $1) on conflict (key) do update set value = $1`,
      [String(nowMs)],
    ),
  );

const tooSlow = (limitMs: number): string => `The database has not written anything within ${limitMs / 1000} seconds.`;

function withinTime(trying: Promise<string | null>, limitMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(tooSlow(limitMs)), limitMs);
    void trying.then((reason) => {
      clearTimeout(timer);
      resolve(reason);
    });
  });
}

/** Returns a sentence without the database's own words, because they may hold secrets. The log has them. */
function reasonOf(error: unknown): string {
  const code = error instanceof SqlError ? error.code : '';
  if (code === '53100') return 'The disk of the database is full.';
  if (code === '25006') return 'The database takes no writes: it is read-only, as a standby is.';
  if (code.startsWith('53')) return 'The database has no connection or memory to spare.';
  return error instanceof SqlError
    ? 'The database refused to write. The log says why.'
    : 'The database cannot be reached. The log says why.';
}
