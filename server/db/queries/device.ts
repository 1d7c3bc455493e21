import type { User } from '../../../domain/people/user.ts';
import type { DeviceReport } from '../../../sync/protocol/push.ts';
import type { Sql } from '../database.ts';

// The last report of each device (SYN-28). It is only shown to people. Writing it takes no version.

/** An unchanged report is not written again before this: a device pulls every few seconds. */
const SEEN_AGAIN_AFTER_MS = 30_000;
const INT4_MAX = 2 ** 31 - 1;

export interface SeenDevice {
  clientId: string;
  userId: number;
  /** The session of the request. */
  sessionId: number;
  atMs: number;
  userAgent: string;
  report: DeviceReport;
  /** The mid before the first one that the device counts as waiting. */
  confirmedMid: number;
}

/**
 * SQL for the waiting changes without those decided here: a device reports before it has seen the decisions (SYN-28).
 */
const MISSING =
  'greatest(0, least(excluded.reported_depth::bigint, $13::bigint + excluded.reported_depth::bigint - client.lmid))';

/**
 * Writes a device's report and the time of its request. Writes nothing if the client belongs to another user. True if
 * the device was unknown.
 */
export async function noteDevice(sql: Sql, businessId: number, seen: SeenDevice): Promise<boolean> {
  const { report } = seen;
  const [noted] = await sql.query<{ is_new: boolean }>(
    `with known as (select user_agent from client where business_id = $1 and client_id = $2),
     written as (
       insert into client (business_id, client_id, user_id, created_at_ms, last_seen_ms, user_agent, reported_depth,
         oldest_ms, app_version, clock_offset_ms, persistent_storage, session_id, former_client_id)
       values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $12, $14)
       on conflict (business_id, client_id) do update set last_seen_ms = excluded.last_seen_ms,
         user_agent = excluded.user_agent, reported_depth = ${MISSING},
         oldest_ms = case when ${MISSING} = 0 then null else excluded.oldest_ms end, app_version = excluded.app_version,
         clock_offset_ms = excluded.clock_offset_ms, persistent_storage = excluded.persistent_storage,
         session_id = excluded.session_id
       where client.user_id = excluded.user_id
         and (client.last_seen_ms <= $11 or client.user_agent is distinct from excluded.user_agent
           or client.reported_depth is distinct from ${MISSING} or client.app_version is distinct from excluded.app_version
           or client.persistent_storage is distinct from excluded.persistent_storage
           or client.session_id is distinct from excluded.session_id)
       returning 1)
     select exists (select 1 from written) and not exists (select 1 from known where user_agent is not null) as is_new`,
    [
      ...[businessId, seen.clientId, seen.userId, seen.atMs, seen.userAgent],
      ...[Math.min(report.pendingCount, INT4_MAX), report.oldestPendingAtMs, report.appVersion.replaceAll('\0', ' ')],
      ...[report.clockOffsetMs, report.storagePersistent, seen.atMs - SEEN_AGAIN_AFTER_MS, seen.sessionId],
      ...[seen.confirmedMid, report.formerClientId ?? null],
    ],
    'device_seen',
  );
  return noted?.is_new ?? false;
}

export interface DeviceRecord {
  client_id: string;
  user_id: number;
  lmid: number | null;
  last_seen_ms: number;
  reported_depth: number | null;
  oldest_ms: number | null;
  app_version: string | null;
  clock_offset_ms: number | null;
  persistent_storage: boolean | null;
  user_agent: string | null;
  user: User;
}

/** Returns SQL that is null for an unsafe integer, because reports of older builds had no bounds. */
const tellable = (column: string): string =>
  `case when ${column} between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER} then ${column} end as ${column}`;

const DEVICES_MAX = 500;

/**
 * Lists each device once, the last seen first. Leaves out the former queue of a device, unless it was seen after the
 * new queue began: then there are two devices (SYN-20). Leaves out queues without a device, such as an imported file's.
 */
export async function listDevices(sql: Sql, businessId: number): Promise<DeviceRecord[]> {
  return await sql.query<DeviceRecord>(
    `select client.client_id, client.user_id, ${tellable('lmid')}, client.last_seen_ms, reported_depth,
       ${tellable('oldest_ms')}, app_version, ${tellable('clock_offset_ms')}, persistent_storage, user_agent, u.doc as user
     from client join app_user u on u.business_id = $1 and u.id = client.user_id
     where client.business_id = $1 and app_version is not null and not exists (
       select 1 from client later
       where later.business_id = $1 and later.former_client_id = client.client_id and later.user_id = client.user_id
         and later.created_at_ms >= client.last_seen_ms)
     order by client.last_seen_ms desc, client.client_id limit ${DEVICES_MAX}`,
    [businessId],
    'device_list',
  );
}
