import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { UserRole } from '../../../domain/people/user.ts';
import { ACCOUNT_INACTIVE } from '../../../sync/protocol/constants.ts';
import {
  networkOf,
  type Origin,
  type SecurityEvent,
  logSecurityEvent,
  writeSecurityEvent,
} from '../../account/security-trail.ts';
import { PUSH_ONLY_DAYS } from '../../account/deactivate-user.ts';
import { findSession, insertSession, type KnownSession, renewSession } from '../../db/queries/session.ts';
import { randomId, randomToken } from '../../random.ts';
import { clientAddress, isHttps } from '../request/client-address.ts';
import type { AppContext, AppDeps, AppEnv } from '../context.ts';
import { ApiError } from '../errors.ts';

// A session's token is 256 random bits. Browsers hold it in an HttpOnly cookie; other clients send it as bearer token.
// The server stores only its hash. A session ends after SESSION_DAYS without use.

export const SESSION_COOKIE = 'kaunta_session';

export interface Session {
  businessId: number;
  userId: number;
  role: UserRole;
  sessionId: number;
  /** The origin of this request, for the security trail. */
  origin: Origin;
}

/** Why there is no session: `requireSession` answers 401 with it. */
export interface SessionRefusal {
  refused: string;
  /** The code in the response, for devices. People read the sentence. */
  code?: typeof ACCOUNT_INACTIVE;
  /** The session if it may still push its queue and do nothing else (SYN-25). */
  pushOnly?: Session;
}

const NOT_SIGNED_IN: SessionRefusal = { refused: 'Sign in to continue.' };
const ENDED: SessionRefusal = { refused: 'Your session has ended. Sign in again.' };
const INACTIVE: SessionRefusal = { refused: 'Your account is no longer active.', code: ACCOUNT_INACTIVE };
const OTHER_USER: SessionRefusal = { refused: 'This session belongs to another user. Sign in again.' };

const DAY_MS = 86_400_000;
/** A session in use is renewed once an hour. More often would make every read a write. */
const RENEW_AFTER_MS = 60 * 60 * 1000;

/** Returns the session of this request; throws 401 if there is none. */
export function requireSession(c: AppContext): Session {
  const session = c.get('session');
  if ('refused' in session) throw new ApiError(401, session.code ?? 'Unauthorized', session.refused);
  return session;
}

/**
 * Returns the session of this request, also a dismissed user's. For calls that bring a queue to the server (SYN-25).
 */
export function requireSender(c: AppContext): Session {
  const session = c.get('session');
  return 'refused' in session && session.pushOnly ? session.pushOnly : requireSession(c);
}

/** Reads the session of every request. Throws nothing without one, because public routes need none. */
export function identify(deps: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('session', await readSession(c, deps));
    await next();
  };
}

async function readSession(c: AppContext, deps: AppDeps): Promise<Session | SessionRefusal> {
  const token = sentToken(c);
  if (token === undefined) return NOT_SIGNED_IN;
  const known = await deps.database.transaction({ businessId: null, readOnly: true }, (sql) =>
    findSession(sql, hashToken(token.text)),
  );
  const nowMs = deps.clock.nowMs();
  if (known === undefined || !isAlive(known, nowMs)) return ENDED;
  const claimed = c.req.header('x-user-id');
  if (claimed !== undefined && claimed !== String(known.user_id)) return OTHER_USER; // C-009
  const session = {
    businessId: known.business_id,
    userId: known.user_id,
    role: known.role,
    sessionId: known.id,
    origin: originOf(c, deps),
  };
  // A dismissed user's session may only push. It is not renewed, so it ends after 30 days (SYN-25).
  if (!known.is_active) return { ...INACTIVE, pushOnly: session };
  // The user was reinstated after the dismissal. This session stays push-only; signing in opens a new one.
  if (known.push_only) return { ...ENDED, pushOnly: session };
  if (nowMs - known.last_seen_ms >= RENEW_AFTER_MS) await renew(c, deps, known, token, nowMs);
  return session;
}

const isAlive = (session: Pick<KnownSession, 'revoked_at_ms' | 'expires_at_ms'>, nowMs: number): boolean =>
  session.revoked_at_ms === null && nowMs < session.expires_at_ms;

interface SentToken {
  text: string;
  byCookie: boolean;
}

function sentToken(c: AppContext): SentToken | undefined {
  const bearer = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const text = bearer ?? getCookie(c, SESSION_COOKIE);
  return text !== undefined && /^[\w-]{43}$/.test(text) ? { text, byCookie: bearer === undefined } : undefined;
}

/** True if the request names its session by the browser's cookie, not as a bearer token. */
export const isByCookie = (c: AppContext): boolean => sentToken(c)?.byCookie === true;

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

async function renew(
  c: AppContext,
  deps: AppDeps,
  known: KnownSession,
  token: SentToken,
  nowMs: number,
): Promise<void> {
  const expiresAtMs = nowMs + deps.settings.sessionDays * DAY_MS;
  await deps.database.transaction({ businessId: known.business_id }, (sql) =>
    renewSession(sql, known.business_id, known.id, nowMs, expiresAtMs),
  );
  if (token.byCookie) writeCookie(c, deps, token.text, cookieLastsMs(deps));
}

/**
 * Returns how long the cookie lasts: the longest time that the session may be of use. The server checks whether it
 * still is. A user may be dismissed on the session's last day; from then on it may push for PUSH_ONLY_DAYS (SYN-25).
 */
const cookieLastsMs = ({ settings }: AppDeps): number => (settings.sessionDays + PUSH_ONLY_DAYS) * DAY_MS;

const USER_AGENT_CHARS_MAX = 200;

/** Returns the User-Agent header, cut to the stored length. */
export const userAgentOf = (c: AppContext): string =>
  (c.req.header('user-agent') ?? '').slice(0, USER_AGENT_CHARS_MAX).toWellFormed();

/** Returns the origin of a request in the form that trail and log may store: the address only as a keyed hash. */
export const originOf = (c: AppContext, { settings, pepper }: Pick<AppDeps, 'settings' | 'pepper'>): Origin => ({
  network: networkOf(pepper, clientAddress(c, settings)),
  userAgent: userAgentOf(c),
});

/** Opens a session for a user whose PIN was right, sets its cookie, and returns its token for other clients. */
export async function openSession(
  c: AppContext,
  deps: AppDeps,
  user: { businessId: number; userId: number },
): Promise<string> {
  const token = randomToken(deps.random);
  const nowMs = deps.clock.nowMs();
  const origin = originOf(c, deps);
  const event: SecurityEvent = { kind: 'signed_in', ...user, actorUserId: user.userId };
  await deps.database.transaction({ businessId: user.businessId }, async (sql) => {
    await insertSession(sql, user.businessId, {
      id: randomId(deps.random),
      userId: user.userId,
      tokenHash: hashToken(token),
      userAgent: origin.userAgent,
      nowMs,
      expiresAtMs: nowMs + deps.settings.sessionDays * DAY_MS,
    });
    await writeSecurityEvent(deps, sql, origin, event);
  });
  logSecurityEvent(deps.log, origin, event);
  writeCookie(c, deps, token, cookieLastsMs(deps));
  return token;
}

export const clearCookie = (c: AppContext, deps: AppDeps): void => writeCookie(c, deps, '', 0);

function writeCookie(c: AppContext, { settings }: AppDeps, token: string, lastsMs: number): void {
  const secure = isSecureCookie(c, settings);
  setCookie(c, SESSION_COOKIE, token, { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge: lastsMs / 1000 });
}

/** True if cookies are for https only (COOKIE_SECURE). */
export const isSecureCookie = (c: AppContext, settings: AppDeps['settings']): boolean =>
  settings.cookieSecure === 'always' || (settings.cookieSecure === 'auto' && isHttps(c, settings));
