import type { User } from '../../../domain/people/user.ts';
import type { DeviceReport } from '../../../sync/protocol/push.ts';
import type { Sql } from '../database.ts';

// The server's knowledge of each device (SYN-28). Nothing here decides anything, and it takes no version.

/** The same news is not written down again so soon: a device that looks every few seconds would write as often. */
const SEEN_AGAIN_AFTER_MS = 30_000;
const INT4_MAX = 2 ** 31 - 1;

export interface SeenDevice {
  clientId: string;
  userId: number;
  /** Through which session it spoke. */
  sessionId: number;
  atMs: number;
  userAgent: string;
  report: DeviceReport;
  /** The mid before the first that it counts as waiting. */
  confirmedMid: number;
}

/** Waiting changes of a device less those decided here: it reports before it has absorbed the answer (SYN-28). */
const MISSING =
  'greatest(0, least(excluded.reported_depth::bigint, $13::bigint + excluded.reported_depth::bigint - client.lmid))';

/**
 * Writes down that a device was heard of, and what it said of itself; of a client that is not its user's, nothing. True
 * the first time.
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

/** Null for a stored number that is not a safe integer: reports of older builds were not bounded. */
const tellable = (column: string): string =>
  `case when ${column} between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER} then ${column} end as ${column}`;

const DEVICES_MAX = 500;

/**
 * Each device once, the last heard of first. The former queue of a device is not listed, unless it was heard of after
 * the new one began: then there are two devices (SYN-20). Nor are queues without a device, such as that of an imported
 * file.
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
