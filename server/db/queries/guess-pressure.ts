import type { Pressure } from '../../account/guess-pressure.ts';
import type { Sql } from '../database.ts';

export interface KnownPressure extends Pressure {
  subject: string;
}

/**
 * Locks `first` until the end of the transaction, so that simultaneous tries are counted one after the other, and reads
 * the counters of all subjects. Only `first` gets a row here: a refused try leaves no other rows behind.
 */
export async function lockPressures(
  sql: Sql,
  first: string,
  subjects: readonly string[],
  nowMs: number,
): Promise<KnownPressure[]> {
  await sql.query(
    `insert into guess_pressure (subject, level, at_ms) values ($1, 0, $2)
     on conflict (subject) do update set level = guess_pressure.level`,
    [first, nowMs],
    'guess_pressure_lock',
  );
  return await sql.query<KnownPressure>(
    'select subject, level, at_ms from guess_pressure where subject = any($1::text[])',
    [subjects],
    'guess_pressure_read',
  );
}

export async function writePressures(sql: Sql, pressures: readonly KnownPressure[]): Promise<void> {
  for (const { subject, level, at_ms } of pressures)
    await sql.query(
      `insert into guess_pressure (subject, level, at_ms) values ($1, $2, $3)
       on conflict (subject) do update set level = excluded.level, at_ms = excluded.at_ms`,
      [subject, level, at_ms],
      'guess_pressure_write',
    );
}

/** Marks the task as used; true if it was not used before. */
export async function spendTask(sql: Sql, id: string, expiresAtMs: number): Promise<boolean> {
  const rows = await sql.query(
    'insert into used_task (id, expires_at_ms) values ($1, $2) on conflict (id) do nothing returning id',
    [id, expiresAtMs],
    'used_task_spend',
  );
  return rows.length === 1;
}

export async function forgetPressures(sql: Sql, beforeMs: number, nowMs: number): Promise<void> {
  await sql.query('delete from guess_pressure where at_ms < $1', [beforeMs]);
  await sql.query('delete from used_task where expires_at_ms < $1', [nowMs]);
}

/** Counts the users who may sign in at this installation. */
export async function countActiveUsers(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ users: number }>(
    'select count(*)::int as users from app_user where is_active',
    [],
    'user_count',
  );
  return row?.users ?? 0;
}
