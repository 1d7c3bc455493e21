import type { PushTarget } from '../../web-push/push-sender.ts';
import type { Sql } from '../database.ts';

/** Places where one shop's orders are told of, at most. */
const TOLD_MAX = 50;
/** Of one session; the oldest gives way (R-LIM-05). */
const SUBSCRIPTIONS_PER_SESSION_MAX = 5;

/**
 * Whoever signed in last through a browser is told there: its endpoint belongs to one session. Told of again it counts
 * as new, so that the oldest is one that no browser has named for long. The session is locked: of many that are told of
 * at once, so many stay.
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
 * Where people of the shop are signed in and asked to be told. Where that is in too many places, the newest of each person
 * come first: nobody crowds out the others.
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
     limit ${TOLD_MAX}`,
    [businessId, nowMs],
    'push_subscriptions',
  );
}

export async function forgetSubscription(sql: Sql, businessId: number, endpoint: string): Promise<void> {
  await sql.query('delete from push_subscription where business_id = $1 and endpoint = $2', [businessId, endpoint]);
}
