import type { PushTarget } from '../../web-push/push-sender.ts';
import type { Sql } from '../database.ts';

/** Devices of one shop that are told of its orders; the oldest subscription gives way. */
const SUBSCRIPTIONS_MAX = 50;

/** A browser has one subscription at a time, and whoever signed in last through it is told. */
export async function putSubscription(
  sql: Sql,
  businessId: number,
  { endpoint, p256dh, auth, sessionId, nowMs }: PushTarget & { sessionId: number; nowMs: number },
): Promise<void> {
  await sql.query('delete from push_subscription where business_id = $1 and session_id = $2 and endpoint <> $3', [
    businessId,
    sessionId,
    endpoint,
  ]);
  await sql.query(
    `insert into push_subscription (business_id, endpoint, session_id, p256dh, auth, created_at_ms)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (business_id, endpoint) do update
       set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth`,
    [businessId, endpoint, sessionId, p256dh, auth, nowMs],
  );
}

/** Where people of the shop are signed in and asked to be told. */
export async function listSubscriptions(sql: Sql, businessId: number, nowMs: number): Promise<PushTarget[]> {
  return await sql.query<PushTarget>(
    `select p.endpoint, p.p256dh, p.auth from push_subscription p
     join session s on s.business_id = p.business_id and s.id = p.session_id
     join app_user u on u.business_id = s.business_id and u.id = s.user_id
     where p.business_id = $1 and s.revoked_at_ms is null and s.expires_at_ms > $2 and not s.push_only and u.is_active
     order by p.created_at_ms desc limit ${SUBSCRIPTIONS_MAX}`,
    [businessId, nowMs],
    'push_subscriptions',
  );
}

export async function forgetSubscription(sql: Sql, businessId: number, endpoint: string): Promise<void> {
  await sql.query('delete from push_subscription where business_id = $1 and endpoint = $2', [businessId, endpoint]);
}
