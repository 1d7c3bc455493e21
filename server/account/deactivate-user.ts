import { ok, refuse, type Result } from '../../domain/result.ts';
import type { User } from '../../domain/people/user.ts';
import { writeRows } from '../db/queries/row.ts';
import { makeSessionsPushOnly } from '../db/queries/session.ts';
import { readUser } from '../db/queries/user.ts';
import { type AccountChange, type AccountPorts, changeAccount } from './change-account.ts';

/** For so long a dismissed user's device may still send what it holds (SYN-25, M32). */
export const PUSH_ONLY_DAYS = 30;
const DAY_MS = 86_400_000;

/** Dismisses a user of the business. Who may be dismissed, and by whom, the caller has decided. */
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
 * Nobody signs in as them any more, the phone is free again (C-014), and the sessions that are open can from this moment
 * only push, for 30 days (SYN-25). The row stays, because sales keep their creator. A second time changes nothing.
 */
export async function dismiss(change: AccountChange, user: User): Promise<User> {
  const { sql, businessId, version, nowMs } = change;
  const dismissed: User = user.isActive ? { ...user, isActive: false, version, updatedAtMs: nowMs } : user;
  if (user.isActive) await writeRows(sql, businessId, 'user', version, [dismissed]);
  const endsAtMs = nowMs + PUSH_ONLY_DAYS * DAY_MS;
  change.endStreams(await makeSessionsPushOnly(sql, businessId, user.id, { nowMs, endsAtMs }));
  return dismissed;
}
