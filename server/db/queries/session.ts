import type { UserRole } from '../../../domain/people/user.ts';
import type { Sql } from '../database.ts';

export interface KnownSession {
  business_id: number;
  id: number;
  user_id: number;
  role: UserRole;
  is_active: boolean;
  last_seen_ms: number;
  expires_at_ms: number;
  revoked_at_ms: number | null;
  push_only: boolean;
}

/** Finds the session of a token, in any state. Through the door. */
export async function findSession(sql: Sql, tokenHash: string): Promise<KnownSession | undefined> {
  const [row] = await sql.query<KnownSession>(
    `select s.business_id, s.id, s.user_id, u.role, u.is_active, s.last_seen_ms, s.expires_at_ms, s.revoked_at_ms, s.push_only
     from session s join app_user u on u.business_id = s.business_id and u.id = s.user_id where s.token_hash = $1`,
    [tokenHash],
    'session_by_token',
  );
  return row;
}

export interface NewSession {
  id: number;
  userId: number;
  tokenHash: string;
  userAgent: string;
  nowMs: number;
  expiresAtMs: number;
}

export async function insertSession(sql: Sql, businessId: number, session: NewSession): Promise<void> {
  await sql.query(
    `insert into session (business_id, id, token_hash, user_id, created_at_ms, last_seen_ms, expires_at_ms, user_agent)
     values ($1, $2, $3, $4, $5, $5, $6, $7)`,
    [businessId, session.id, session.tokenHash, session.userId, session.nowMs, session.expiresAtMs, session.userAgent],
  );
}

export async function renewSession(
  sql: Sql,
  businessId: number,
  sessionId: number,
  nowMs: number,
  expiresAtMs: number,
): Promise<void> {
  await sql.query(
    'update session set last_seen_ms = $3, expires_at_ms = $4 where business_id = $1 and id = $2 and revoked_at_ms is null',
    [businessId, sessionId, nowMs, expiresAtMs],
    'session_renew',
  );
}

/** Ends one session of the user; false if it is not open. A session that may only push stays open (SYN-25). */
export async function revokeSession(
  sql: Sql,
  businessId: number,
  { id, userId, nowMs }: { id: number; userId: number; nowMs: number },
): Promise<boolean> {
  const rows = await sql.query(
    `update session set revoked_at_ms = $4 where business_id = $1 and id = $2 and user_id = $3
       and revoked_at_ms is null and expires_at_ms > $4 and not push_only returning id`,
    [businessId, id, userId, nowMs],
  );
  return rows.length === 1;
}

/** Ends the user's open sessions except one; returns their ids. Sessions that may only push stay open (SYN-25). */
export async function revokeSessionsOf(
  sql: Sql,
  businessId: number,
  userId: number,
  { nowMs, exceptId }: { nowMs: number; exceptId: number | null },
): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    `update session set revoked_at_ms = $3 where business_id = $1 and user_id = $2 and id is distinct from $4
       and revoked_at_ms is null and not push_only returning id`,
    [businessId, userId, nowMs, exceptId],
  );
  return rows.map(({ id }) => id);
}

export interface OpenSession {
  id: number;
  created_at_ms: number;
  last_seen_ms: number;
  user_agent: string;
  /** The client id that the device last reported through this session (SYN-28). */
  client_id: string | null;
  device_seen_ms: number | null;
  reported_depth: number | null;
}

const SESSIONS_MAX = 200;

/** Lists the user's open sessions, last used first, each with the device that used it last. */
export async function listSessions(
  sql: Sql,
  businessId: number,
  userId: number,
  nowMs: number,
): Promise<OpenSession[]> {
  return await sql.query<OpenSession>(
    `select s.id, s.created_at_ms, s.last_seen_ms, s.user_agent, c.client_id, c.last_seen_ms as device_seen_ms, c.reported_depth
     from session s
     left join lateral (
       select client_id, last_seen_ms, reported_depth from client
       where business_id = $1 and session_id = s.id order by last_seen_ms desc limit 1
     ) c on true
     where s.business_id = $1 and s.user_id = $2 and s.revoked_at_ms is null and s.expires_at_ms > $3 and not s.push_only
     order by greatest(s.last_seen_ms, coalesce(c.last_seen_ms, 0)) desc, s.id limit ${SESSIONS_MAX}`,
    [businessId, userId, nowMs],
    'session_list',
  );
}

/** Deletes the user's sessions that ended long ago. Called at sign-in, so that the table does not grow for ever. */
export async function forgetEndedSessions(
  sql: Sql,
  businessId: number,
  userId: number,
  endedBeforeMs: number,
): Promise<void> {
  await sql.query(
    'delete from session where business_id = $1 and user_id = $2 and (expires_at_ms < $3 or revoked_at_ms < $3)',
    [businessId, userId, endedBeforeMs],
  );
}

/** How long an ended session is stored. A device that uses it meanwhile learns that it has ended. */
export const ENDED_SESSION_KEPT_MS = 30 * 86_400_000;

/** Deletes all sessions of the business that ended long ago. */
export async function forgetAllEndedSessions(sql: Sql, businessId: number, endedBeforeMs: number): Promise<void> {
  await sql.query(
    'delete from session where business_id = $1 and (expires_at_ms < $2 or revoked_at_ms < $2)',
    [businessId, endedBeforeMs],
    'session_forget',
  );
}

/** True while the session is valid: not revoked, not expired, not limited to pushing, and its user is active. */
export async function isSessionOpen(sql: Sql, businessId: number, sessionId: number, nowMs: number): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from session s join app_user u on u.business_id = s.business_id and u.id = s.user_id
     where s.business_id = $1 and s.id = $2 and s.revoked_at_ms is null and s.expires_at_ms > $3 and u.is_active and not s.push_only`,
    [businessId, sessionId, nowMs],
    'session_open',
  );
  return rows.length === 1;
}

/**
 * Limits the user's open sessions to pushing, until the instant (SYN-25). Returns their ids, so that the caller can end
 * their event streams.
 */
export async function makeSessionsPushOnly(
  sql: Sql,
  businessId: number,
  userId: number,
  { nowMs, endsAtMs }: { nowMs: number; endsAtMs: number },
): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    `update session set push_only = true, expires_at_ms = $4
     where business_id = $1 and user_id = $2 and revoked_at_ms is null and expires_at_ms > $3 and not push_only returning id`,
    [businessId, userId, nowMs, endsAtMs],
  );
  return rows.map(({ id }) => id);
}
