import type { Sql } from '../database.ts';

/** Stores a user's code. Replaces the user's former code. */
export async function putCode(
  sql: Sql,
  businessId: number,
  userId: number,
  code: { hash: string; expiresAtMs: number },
): Promise<void> {
  await sql.query(
    `insert into one_time_code (business_id, user_id, code_hash, expires_at_ms) values ($1, $2, $3, $4)
     on conflict (business_id, user_id) do update set code_hash = excluded.code_hash, expires_at_ms = excluded.expires_at_ms, tries = 0`,
    [businessId, userId, code.hash, code.expiresAtMs],
  );
}

/** Counts one try, and returns the hash to compare with; undefined if there is no code, or it has no tries left. */
export async function tryCode(
  sql: Sql,
  businessId: number,
  userId: number,
  { nowMs, triesMax }: { nowMs: number; triesMax: number },
): Promise<string | undefined> {
  const [row] = await sql.query<{ code_hash: string }>(
    `update one_time_code set tries = tries + 1
     where business_id = $1 and user_id = $2 and expires_at_ms > $3 and tries < $4 returning code_hash`,
    [businessId, userId, nowMs, triesMax],
  );
  return row?.code_hash;
}

export async function forgetCode(sql: Sql, businessId: number, userId: number): Promise<void> {
  await sql.query('delete from one_time_code where business_id = $1 and user_id = $2', [businessId, userId]);
}

export async function forgetExpiredCodes(sql: Sql, businessId: number, expiredBeforeMs: number): Promise<void> {
  await sql.query('delete from one_time_code where business_id = $1 and expires_at_ms < $2', [
    businessId,
    expiredBeforeMs,
  ]);
}
