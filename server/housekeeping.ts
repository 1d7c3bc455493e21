import { SECURITY_EVENT_KEPT_MS } from '../domain/people/security-event.ts';
import { FORGOTTEN_AFTER_MS } from './account/guess-limit.ts';
import { PRESSURE_FORGOTTEN_MS } from './account/guess-pressure.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import { listBusinessIds } from './db/queries/business.ts';
import { forgetExpiredRegistrationCodes } from './db/queries/registration-code.ts';
import { forgetPressures } from './db/queries/guess-pressure.ts';
import { forgetTombstones } from './db/queries/history.ts';
import { forgetKeptAnswers } from './db/queries/kept-answer.ts';
import { forgetExpiredCodes } from './db/queries/one-time-code.ts';
import { forgetAttempts } from './db/queries/pin-attempt.ts';
import { forgetSecurityEvents } from './db/queries/security-event.ts';
import { ENDED_SESSION_KEPT_MS, forgetAllEndedSessions } from './db/queries/session.ts';
import { forgetUnlisted } from './images/forget-unlisted.ts';
import type { UploadFolder } from './images/upload-folder.ts';
import type { Log } from './log.ts';
import { ANSWERS_KEPT_MS } from './mutate/plain-call.ts';

/** How long tombstones are stored. A device that was away for longer must resync (SYN-15). */
export const TOMBSTONES_KEPT_MS = 180 * 86_400_000;

const EVERY_MS = 60 * 60 * 1000;
const BUSINESSES_AT_ONCE = 500;

/** Deletes outdated data once an hour, so that no table grows for ever. Returns a function that stops this. */
export function startHousekeeping(database: Database, folder: UploadFolder, clock: Clock, log: Log): () => void {
  const timer = setInterval(() => {
    tidyUp(database, clock.nowMs())
      .then(() => forgetUnlisted(database, folder, clock.nowMs()))
      .catch((error: unknown) => log.warn({ error }, 'What is outdated could not be removed'));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Deletes outdated counters of wrong PINs and used tasks; then, for each business, stored responses for repeated calls
 * (SYN-7), one-time codes, ended sessions, old security events, and old tombstones (SYN-15).
 */
export async function tidyUp(database: Database, nowMs: number): Promise<void> {
  const longestMs = Math.max(...Object.values(FORGOTTEN_AFTER_MS));
  await database.transaction({ businessId: null }, async (sql) => {
    await forgetAttempts(sql, nowMs - longestMs);
    await forgetExpiredRegistrationCodes(sql, nowMs);
    await forgetPressures(sql, nowMs - PRESSURE_FORGOTTEN_MS, nowMs);
  });
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after;
    const ids: number[] = await database.transaction({ businessId: null, readOnly: true }, (sql) =>
      listBusinessIds(sql, from, BUSINESSES_AT_ONCE),
    );
    for (const businessId of ids)
      await database.transaction({ businessId }, async (sql) => {
        await forgetKeptAnswers(sql, businessId, nowMs - ANSWERS_KEPT_MS);
        await forgetExpiredCodes(sql, businessId, nowMs);
        await forgetAllEndedSessions(sql, businessId, nowMs - ENDED_SESSION_KEPT_MS);
        await forgetSecurityEvents(sql, businessId, nowMs - SECURITY_EVENT_KEPT_MS);
        await forgetTombstones(sql, nowMs - TOMBSTONES_KEPT_MS);
      });
    after = ids.at(-1);
  }
}
