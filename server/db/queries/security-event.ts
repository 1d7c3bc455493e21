import {
  SECURITY_EVENT_GROUPS,
  mergedWithinMs,
  type SecurityEventKind,
} from '../../../domain/people/security-event.ts';
import type { Sql } from '../database.ts';

/** Key of the advisory lock on a shop's trail: an arbitrary number that no other lock uses. */
const TRAIL_LOCK = 7_211_002;

export interface NewSecurityEvent {
  id: number;
  kind: SecurityEventKind;
  atMs: number;
  outcome: string;
  actorUserId: number | null;
  userId: number | null;
  network: string;
  userAgent: string;
  detail: Readonly<Record<string, string | number>>;
}

/**
 * Adds an event, or raises the count of an equal recent one. Then deletes the oldest events of its group beyond the
 * group's limit. An event with the id of an act on a device (`act`) is stored once, however often it is reported.
 */
export async function insertSecurityEvent(sql: Sql, businessId: number, event: NewSecurityEvent): Promise<void> {
  // Without the lock, two concurrent calls would both find no equal event, and both insert one.
  await sql.query(
    'select pg_advisory_xact_lock($1::int, hashint8($2))',
    [TRAIL_LOCK, businessId],
    'security_event_lock',
  );
  const { id, kind, atMs, outcome, actorUserId, userId, network, userAgent, detail } = event;
  await sql.query(
    `with again as (
       update security_event set
         times = case when $10::jsonb ? 'act' then times else least(times, 2000000000) + 1 end,
         last_at_ms = case when $10::jsonb ? 'act' then last_at_ms else greatest(last_at_ms, $4) end
       where business_id = $1 and id = (
         select id from security_event
         where business_id = $1 and kind = $3 and detail = $10::jsonb and ($10::jsonb ? 'act' or (
           last_at_ms > $4 - $11::bigint and outcome = $5 and actor_user_id is not distinct from $6
           and user_id is not distinct from $7 and network = $8 and user_agent = $9))
         order by last_at_ms desc, id desc limit 1
       ) returning id
     )
     insert into security_event
       (business_id, id, kind, at_ms, last_at_ms, outcome, actor_user_id, user_id, network, user_agent, detail)
     select $1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10::jsonb where not exists (select 1 from again)`,
    [
      ...[businessId, id, kind, atMs, outcome, actorUserId, userId, network, userAgent, JSON.stringify(detail)],
      mergedWithinMs(kind),
    ],
    'security_event_insert',
  );
  const group = SECURITY_EVENT_GROUPS.find(({ kinds }) => kinds.includes(kind));
  await sql.query(
    `delete from security_event where business_id = $1 and id in (
       select id from security_event where business_id = $1 and kind = any($2::text[])
       order by last_at_ms desc, id desc offset $3)`,
    [businessId, group?.kinds ?? [kind], group?.keptMax ?? 0],
    'security_event_bound',
  );
}

export interface SecurityEventRecord {
  id: number;
  kind: SecurityEventKind;
  at_ms: number;
  last_at_ms: number;
  times: number;
  outcome: string;
  actor_user_id: number | null;
  actor_name: string | null;
  user_id: number | null;
  user_name: string | null;
  network: string;
  user_agent: string;
  detail: Readonly<Record<string, string | number>>;
}

/** Returns a page of the shop's trail, newest first, and the number of all its events. */
export async function listSecurityEvents(
  sql: Sql,
  businessId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ events: SecurityEventRecord[]; total: number }> {
  const events = await sql.query<SecurityEventRecord>(
    `select e.id, e.kind, e.at_ms, e.last_at_ms, e.times, e.outcome, e.actor_user_id, a.doc ->> 'username' as actor_name,
       e.user_id, u.doc ->> 'username' as user_name, e.network, e.user_agent, e.detail
     from security_event e
     left join app_user a on a.business_id = $1 and a.id = e.actor_user_id
     left join app_user u on u.business_id = $1 and u.id = e.user_id
     where e.business_id = $1 order by e.last_at_ms desc, e.id desc limit $2 offset $3`,
    [businessId, limit, (page - 1) * limit],
    'security_event_list',
  );
  const [count] = await sql.query<{ total: number }>(
    'select count(*) as total from security_event where business_id = $1',
    [businessId],
    'security_event_count',
  );
  return { events, total: Number(count?.total ?? 0) };
}

export async function forgetSecurityEvents(sql: Sql, businessId: number, beforeMs: number): Promise<void> {
  await sql.query(
    'delete from security_event where business_id = $1 and last_at_ms < $2',
    [businessId, beforeMs],
    'security_event_forget',
  );
}
