import { Hono } from 'hono';
import { signOutElsewhere } from '../../account/sign-out-elsewhere.ts';
import { listSecurityEvents } from '../../db/queries/security-event.ts';
import { callerRefused } from '../calls/account-refusal.ts';
import { answer } from '../answer.ts';
import { securityEventAnswer } from '../answers/security-event.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { pageOf, paginationOf } from '../inputs/list-query.ts';
import { readShop } from '../calls/read-shop.ts';
import { requireSession } from '../middleware/session.ts';

/**
 * Calls for the security trail (admins) and 'Sign out everywhere else' (all users; domain/people/call-permission.ts).
 */
export function securityRoutes(deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/security/events', async (c) => {
    const session = requireSession(c);
    const page = pageOf(c);
    const { events, total } = await readShop(deps.database, session, (sql) =>
      listSecurityEvents(sql, session.businessId, page),
    );
    return answer(
      c,
      events.map((event) => securityEventAnswer(event, session.businessId)),
      { pagination: paginationOf(page, total) },
    );
  });

  routes.post('/auth/sign-out-elsewhere', async (c) => {
    const result = await signOutElsewhere(deps, requireSession(c));
    if (!result.ok) throw callerRefused(result.error);
    return answer(c, { sessionsEnded: result.value }, { message: 'Signed out everywhere else' });
  });

  return routes;
}
