import { ok, refuse, type Result } from '../../domain/result.ts';
import type { User } from '../../domain/user.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { takeNextVersion } from '../db/queries/business.ts';
import { writeRows } from '../db/queries/row.ts';
import { makeSessionsPushOnly } from '../db/queries/session.ts';
import { readUser } from '../db/queries/user.ts';
import type { EventsHub } from '../http/events-hub.ts';
import type { Random } from '../random.ts';

/** For so long a dismissed user's device may still send what it holds (SYN-25, M32). */
export const PUSH_ONLY_DAYS = 30;
const DAY_MS = 86_400_000;

export interface DeactivatePorts {
  database: Database;
  clock: Clock;
  random: Random;
  events: Pick<EventsHub, 'publish' | 'endSession'>;
}

/**
 * Dismisses a user: nobody signs in as them any more, the phone is free again (C-014), and the sessions that are open
 * can from this moment only push, for 30 days (SYN-25). The row stays, because sales keep their creator. Who may be
 * dismissed, and by whom, the caller has decided. A second time changes nothing.
 */
export async function deactivateUser(
  { database, clock, random, events }: DeactivatePorts,
  businessId: number,
  userId: number,
): Promise<Result<User, 'not_found'>> {
  const done = await database.transaction({ businessId }, async (sql) => {
    const { version, epoch } = await takeNextVersion(sql, businessId, random); // first of all statements (SYN-7)
    const user = await readUser(sql, businessId, userId);
    if (user === undefined) return undefined;
    const dismissed: User = { ...user, isActive: false, version: user.isActive ? version : user.version };
    if (user.isActive) await writeRows(sql, businessId, 'user', version, [dismissed]);
    const nowMs = clock.nowMs();
    const endsAtMs = nowMs + PUSH_ONLY_DAYS * DAY_MS;
    const sessionIds = await makeSessionsPushOnly(sql, businessId, userId, { nowMs, endsAtMs });
    return { dismissed, sessionIds, news: { epoch, version } };
  });
  if (done === undefined) return refuse('not_found');
  for (const sessionId of done.sessionIds) events.endSession(sessionId);
  events.publish(businessId, done.news);
  return ok(done.dismissed);
}
