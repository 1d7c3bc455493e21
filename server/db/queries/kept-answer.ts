import type { KeptAnswer } from '../../mutate/plain-call.ts';
import type { Sql } from '../database.ts';

// Stored responses to plain calls: a repeated call gets the same response (SYN-7).

interface KeptRecord {
  request_hash: string;
  status: number;
  body: string;
  created_at_ms: number;
}

export async function readKeptAnswer(
  sql: Sql,
  businessId: number,
  key: string,
  keptSinceMs: number,
): Promise<KeptAnswer | null> {
  const [found] = await sql.query<KeptRecord>(
    `select request_hash, status, body, created_at_ms from idempotency_key
     where business_id = $1 and key = $2 and created_at_ms >= $3`,
    [businessId, key, keptSinceMs],
    'kept_answer_read',
  );
  if (!found) return null;
  return { requestHash: found.request_hash, status: found.status, body: found.body, atMs: found.created_at_ms };
}

/** Stores a response. Replaces one under the same key, which has expired. */
export async function writeKeptAnswer(
  sql: Sql,
  businessId: number,
  key: string,
  answer: KeptAnswer & { userId: number },
): Promise<void> {
  await sql.query(
    `insert into idempotency_key (business_id, key, user_id, request_hash, status, body, created_at_ms) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (business_id, key) do update set user_id = excluded.user_id, request_hash = excluded.request_hash, status = excluded.status,
       body = excluded.body, created_at_ms = excluded.created_at_ms`,
    [businessId, key, answer.userId, answer.requestHash, answer.status, answer.body, answer.atMs],
    'kept_answer_write',
  );
}

export async function forgetKeptAnswers(sql: Sql, businessId: number, keptBeforeMs: number): Promise<void> {
  await sql.query(
    'delete from idempotency_key where business_id = $1 and created_at_ms < $2',
    [businessId, keptBeforeMs],
    'kept_answer_forget',
  );
}
