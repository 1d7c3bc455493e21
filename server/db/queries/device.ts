import type { User } from '../../../domain/user.ts';
import type { DeviceReport } from '../../../sync/protocol/push.ts';
import type { ClientKey } from '../../mutate/server-store.ts';
import type { Sql } from '../database.ts';

// What the server knows of each device (SYN-28): nothing here decides anything, and no version is taken for it.

/** The same news is not written down again so soon: a device that looks every few seconds would write as often. */
const SEEN_AGAIN_AFTER_MS = 30_000;
const INT4_MAX = 2 ** 31 - 1;

export interface SeenDevice extends ClientKey {
  userId: number;
  /** Through which session it spoke. */
  sessionId: number;
  atMs: number;
  userAgent: string;
  report: DeviceReport;
}

/** Writes down that a device was heard of, and what it said of itself; of a client that is not its user's, nothing. */
export async function noteDevice(sql: Sql, businessId: number, seen: SeenDevice): Promise<void> {
  const { report } = seen;
  await sql.query(
    `update client set last_seen_ms = $5, user_agent = $6, reported_depth = $7, oldest_ms = $8, app_version = $9,
       clock_offset_ms = $10, persistent_storage = $11, session_id = $13
     where business_id = $1 and client_id = $2 and incarnation = $3 and user_id = $4
       and (last_seen_ms <= $12 or user_agent is distinct from $6 or reported_depth is distinct from $7
         or app_version is distinct from $9 or persistent_storage is distinct from $11
         or session_id is distinct from $13)`,
    [
      ...[businessId, seen.clientId, seen.incarnation, seen.userId, seen.atMs, seen.userAgent],
      ...[Math.min(report.pendingCount, INT4_MAX), report.oldestPendingAtMs, report.appVersion.replaceAll('\0', ' ')],
      ...[report.clockOffsetMs, report.storagePersistent, seen.atMs - SEEN_AGAIN_AFTER_MS, seen.sessionId],
    ],
    'device_seen',
  );
}

export interface DeviceRecord {
  client_id: string;
  incarnation: number;
  user_id: number;
  lmid: number;
  last_seen_ms: number;
  reported_depth: number | null;
  oldest_ms: number | null;
  app_version: string | null;
  clock_offset_ms: number | null;
  persistent_storage: boolean | null;
  user_agent: string | null;
  user: User;
}

const DEVICES_MAX = 500;

/** Each device once, as its newest incarnation; last heard of first. */
export async function listDevices(sql: Sql, businessId: number): Promise<DeviceRecord[]> {
  return await sql.query<DeviceRecord>(
    `select newest.*, u.doc as user from (
       select distinct on (client_id) client_id, incarnation, user_id, lmid, last_seen_ms, reported_depth, oldest_ms,
         app_version, clock_offset_ms, persistent_storage, user_agent
       from client where business_id = $1 order by client_id, incarnation desc
     ) newest
     join app_user u on u.business_id = $1 and u.id = newest.user_id
     order by newest.last_seen_ms desc, newest.client_id limit ${DEVICES_MAX}`,
    [businessId],
    'device_list',
  );
}
