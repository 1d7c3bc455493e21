import type { PushTarget } from '../../web-push/push-sender.ts';
import type { Sql } from '../database.ts';

/** The most subscriptions of one shop that an order is sent to. */
const ALERTED_MAX = 50;
/** If a session has more subscriptions, the oldest is deleted (R-LIM-05). */
const SUBSCRIPTIONS_PER_SESSION_MAX = 5;

/**
 * Stores a browser's subscription for this session. An endpoint belongs to one session: the last one that sent it.
 * Storing it again makes it the newest, so the oldest is one that no browser has sent for long. Locks the session, so
 * that simultaneous calls cannot exceed the limit.
 */
export async function putSubscription(
  sql: Sql,
  businessId: number,
  { endpoint, p256dh, auth, sessionId, nowMs }: PushTarget & { sessionId: number; nowMs: number },
): Promise<void> {
  await sql.query('select id from session where business_id = $1 and id = $2 for update', [businessId, sessionId]);
  // A later time than all others of the session, so that the order is clear within one millisecond too.
  await sql.query(
    `insert into push_subscription (business_id, endpoint, session_id, p256dh, auth, created_at_ms)
     select $1, $2, $3, $4, $5, greatest($6, (select max(created_at_ms) + 1 from push_subscription
       where business_id = $1 and session_id = $3))
     on conflict (business_id, endpoint) do update
       set session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
           created_at_ms = excluded.created_at_ms`,
    [businessId, endpoint, sessionId, p256dh, auth, nowMs],
  );
  await sql.query(
    `delete from push_subscription where business_id = $1 and endpoint in (
       select endpoint from push_subscription where business_id = $1 and session_id = $2
       order by created_at_ms desc offset ${SUBSCRIPTIONS_PER_SESSION_MAX})`,
    [businessId, sessionId],
  );
}

/**
 * Lists the subscriptions of open sessions. If there are too many, the newest of each user come first, so that no user
 * crowds out the others.
 */
export async function listSubscriptions(
  sql: Sql,
  businessId: number,
  nowMs: number,
): Promise<(PushTarget & { userId: number })[]> {
  return await sql.query<PushTarget & { userId: number }>(
    `select p.endpoint, p.p256dh, p.auth, s.user_id as "userId" from push_subscription p
     join session s on s.business_id = p.business_id and s.id = p.session_id
     join app_user u on u.business_id = s.business_id and u.id = s.user_id
     where p.business_id = $1 and s.revoked_at_ms is null and s.expires_at_ms > $2 and not s.push_only and u.is_active
     order by row_number() over (partition by s.user_id order by p.created_at_ms desc), p.created_at_ms desc
     limit ${ALERTED_MAX}`,
    [businessId, nowMs],
    'push_subscriptions',
  );
}

export async function forgetSubscription(sql: Sql, businessId: number, endpoint: string): Promise<void> {
  await sql.query('delete from push_subscription where business_id = $1 and endpoint = $2', [businessId, endpoint]);
}
