import type { PushTarget } from '../../web-push/push-sender.ts';
import type { Sql } from '../database.ts';

/** Most subscriptions of one shop that an order is sent to. */
const ALERTED_MAX = 50;
/** A further subscription of a session replaces its oldest one (R-LIM-05). */
const SUBSCRIPTIONS_PER_SESSION_MAX = 5;

/**
 * Stores a browser's subscription for this session. An endpoint belongs to one session, that of the last sign-in there.
 * Storing it again makes it the newest, so the oldest is one that no browser has sent for long. The session is locked,
 * so the limit also holds for many at once.
 */
export async function putSubscription(
  sql: Sql,
  businessId: number,
  { endpoint, p256dh, auth, sessionId, nowMs }: PushTarget & { sessionId: number; nowMs: number },
): Promise<void> {
  await sql.query('select id from session where business_id = $1 and id = $2 for update', [businessId, sessionId]);
  // Later than all others of the session, so that of two in one millisecond the second is the newer one.
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
 * The subscriptions of people who are signed in. When there are too many, the newest of each person come first, so that
 * nobody crowds out the others.
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
