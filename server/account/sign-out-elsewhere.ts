import { ok, type Result } from '../../domain/result.ts';
import { revokeSessionsOf } from '../db/queries/session.ts';
import { type AccountCaller, type AccountPorts, type CallerRefusal, changeAccountAs } from './change-account.ts';

/**
 * Ends the caller's other sessions ('Sign out everywhere else') and returns their number. Unsent changes stay on those
 * devices and are sent after the next sign-in (SYN-24). A session that may only push stays open (SYN-25).
 */
export const signOutElsewhere = (
  ports: AccountPorts,
  caller: AccountCaller & { sessionId: number },
): Promise<Result<number, CallerRefusal>> =>
  changeAccountAs<number, never>(ports, caller, 'POST /auth/sign-out-elsewhere', async (change) => {
    const { businessId, userId, sessionId } = caller;
    const ended = await revokeSessionsOf(change.sql, businessId, userId, { nowMs: change.nowMs, exceptId: sessionId });
    change.endStreams(ended);
    await change.record({ kind: 'signed_out_elsewhere', userId, detail: { count: ended.length } });
    return ok(ended.length);
  });
