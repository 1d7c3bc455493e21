import { ok, refuse, type Result } from '../../domain/result.ts';
import type { User } from '../../domain/people/user.ts';
import { writeRows } from '../db/queries/row.ts';
import { makeSessionsPushOnly } from '../db/queries/session.ts';
import { readUser } from '../db/queries/user.ts';
import { type AccountChange, type AccountPorts, changeAccount } from './change-account.ts';

/** How long a dismissed user's device may still push its queue (SYN-25, M32). */
export const PUSH_ONLY_DAYS = 30;
const DAY_MS = 86_400_000;

/** Dismisses a user of the business. The caller has checked that this is permitted. */
export const deactivateUser = (
  ports: AccountPorts,
  businessId: number,
  userId: number,
): Promise<Result<User, 'not_found'>> =>
  changeAccount<User, 'not_found'>(ports, businessId, async (change) => {
    const user = await readUser(change.sql, businessId, userId);
    return user === undefined ? refuse('not_found') : ok(await dismiss(change, user));
  });

/**
 * Deactivates a user. The user cannot sign in any more, the phone is free again (C-014), and open sessions may only
 * push, for 30 days (SYN-25). The row stays, because sales refer to their creator. Repeating changes no row.
 */
export async function dismiss(change: AccountChange, user: User): Promise<User> {
  const { sql, businessId, version, nowMs } = change;
  const dismissed: User = user.isActive ? { ...user, isActive: false, version, updatedAtMs: nowMs } : user;
  if (user.isActive) await writeRows(sql, businessId, 'user', version, [dismissed]);
  const endsAtMs = nowMs + PUSH_ONLY_DAYS * DAY_MS;
  change.endStreams(await makeSessionsPushOnly(sql, businessId, user.id, { nowMs, endsAtMs }));
  return dismissed;
}
