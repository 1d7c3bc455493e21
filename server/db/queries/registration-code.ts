import type { Sql } from '../database.ts';

/** Stores a phone's code. Replaces the phone's former code. */
export async function putRegistrationCode(
  sql: Sql,
  phoneHash: string,
  code: { hash: string; expiresAtMs: number },
): Promise<void> {
  await sql.query(
    `insert into registration_code (phone_hash, code_hash, expires_at_ms, tries) values ($1, $2, $3, 0)
     on conflict (phone_hash) do update set code_hash = excluded.code_hash, expires_at_ms = excluded.expires_at_ms, tries = 0`,
    [phoneHash, code.hash, code.expiresAtMs],
  );
}

/** Counts one try, and returns the hash to compare with; undefined if there is no code, or it has no tries left. */
export async function tryRegistrationCode(
  sql: Sql,
  phoneHash: string,
  { nowMs, triesMax }: { nowMs: number; triesMax: number },
): Promise<string | undefined> {
  const [row] = await sql.query<{ code_hash: string }>(
    `update registration_code set tries = tries + 1
     where phone_hash = $1 and expires_at_ms > $2 and tries < $3 returning code_hash`,
    [phoneHash, nowMs, triesMax],
  );
  return row?.code_hash;
}

export async function forgetRegistrationCode(sql: Sql, phoneHash: string): Promise<void> {
  await sql.query('delete from registration_code where phone_hash = $1', [phoneHash]);
}

export async function forgetExpiredRegistrationCodes(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('delete from registration_code where expires_at_ms < $1', [nowMs]);
}
