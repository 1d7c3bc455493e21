import { Hono } from 'hono';
import { putSubscription } from '../../db/queries/push-subscription.ts';
import { answer } from '../answer.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { pushSubscriptionInputSchema } from '../inputs/push-subscription.ts';
import { invalidInput, readJson } from '../request/read-json.ts';
import { requireSession } from '../middleware/session.ts';

const UNKNOWN_SERVICE = 'This push service is not known here';

/**
 * True if the URL is of a known push service. A service is a host, '*.' and a parent domain, or an origin (for tests).
 */
function isKnown(url: URL, services: readonly string[]): boolean {
  if (services.includes(url.origin)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return services.some((service) =>
    service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service,
  );
}

/** Calls for subscribing to push messages about new orders while the app is closed (G37, decisions/0027). */
export function webPushRoutes({ database, clock, push, settings }: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get('/push/key', (c) => answer(c, { publicKey: push.publicKey }));

  routes.put('/push/subscription', async (c) => {
    const { businessId, sessionId } = requireSession(c);
    const { endpoint, keys } = await readJson(c, pushSubscriptionInputSchema);
    // The server sends requests only to known push services: the caller chose this URL.
    if (!URL.canParse(endpoint) || !isKnown(new URL(endpoint), settings.pushServices))
      throw invalidInput([{ path: 'endpoint', message: UNKNOWN_SERVICE }]);
    const subscription = { endpoint, ...keys, sessionId, nowMs: clock.nowMs() };
    await database.transaction({ businessId }, (sql) => putSubscription(sql, businessId, subscription));
    return answer(c, { endpoint });
  });

  return routes;
}
