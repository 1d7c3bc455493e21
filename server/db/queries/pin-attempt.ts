import type { Sql } from '../database.ts';

export type AttemptKind = 'phone' | 'address';

export interface PinAttempts {
  kind: AttemptKind;
  subject: string;
  wrong: number;
  last_wrong_ms: number;
  blocked_until_ms: number;
}

/**
 * Reads the counters of these subjects and locks them until the end of the transaction, so that simultaneous tries are
 * counted one after the other. Locks in a fixed order, so that two sign-ins cannot deadlock.
 */
export async function lockAttempts(
  sql: Sql,
  subjects: readonly { kind: AttemptKind; subject: string }[],
): Promise<PinAttempts[]> {
  const ordered = [...subjects].sort((a, b) => (`${a.kind} ${a.subject}` < `${b.kind} ${b.subject}` ? -1 : 1));
  const locked: PinAttempts[] = [];
  for (const { kind, subject } of ordered) {
    const [row] = await sql.query<PinAttempts>(
      `insert into pin_attempt (kind, subject, wrong, last_wrong_ms, blocked_until_ms) values ($1, $2, 0, 0, 0)
       on conflict (kind, subject) do update set wrong = pin_attempt.wrong returning kind, subject, wrong, last_wrong_ms, blocked_until_ms`,
      [kind, subject],
      'pin_attempt_lock',
    );
    if (row !== undefined) locked.push(row);
  }
  return locked;
}

export async function writeAttempts(sql: Sql, attempts: PinAttempts): Promise<void> {
  const { kind, subject, wrong, last_wrong_ms, blocked_until_ms } = attempts;
  await sql.query(
    'update pin_attempt set wrong = $3, last_wrong_ms = $4, blocked_until_ms = $5 where kind = $1 and subject = $2',
    [kind, subject, wrong, last_wrong_ms, blocked_until_ms],
    'pin_attempt_write',
  );
}

export async function forgetAttempts(sql: Sql, lastWrongBeforeMs: number): Promise<void> {
  await sql.query('delete from pin_attempt where last_wrong_ms < $1', [lastWrongBeforeMs]);
}
