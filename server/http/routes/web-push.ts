import { Hono } from 'hono';
import * as v from 'valibot';
import { inputObject } from '../../../domain/input-object.ts';
import { putSubscription } from '../../db/queries/push-subscription.ts';
import { answer } from '../answer.ts';
import type { AppDeps, AppEnv } from '../context.ts';
import { readJson } from '../read-json.ts';
import { requireSession } from '../session.ts';

const UNKNOWN_SERVICE = 'This push service is not known here';

/** Base64url of so many bytes. */
const bytes = (count: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+=*$/, 'Send the key as base64url'),
    v.check((text) => Buffer.from(text, 'base64url').length === count, `The key has ${count} bytes`),
  );

/** What a browser gives (PushSubscription.toJSON). The server speaks only to push services that it knows. */
const subscriptionSchema = (services: readonly string[]) =>
  inputObject({
    endpoint: v.pipe(
      v.string(),
      v.maxLength(1_000),
      v.check((url) => URL.canParse(url) && isKnown(new URL(url), services), UNKNOWN_SERVICE),
    ),
    keys: v.object({ p256dh: bytes(65), auth: bytes(16) }),
  });

/** A service is a host, '*.' for those below one, or, for tests, an origin. */
function isKnown(url: URL, services: readonly string[]): boolean {
  if (services.includes(url.origin)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return services.some((service) =>
    service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service,
  );
}

/** Being told of new orders while the app is closed (G37, decisions/0027). */
export function webPushRoutes({ database, clock, push, settings }: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const schema = subscriptionSchema(settings.pushServices);

  routes.get('/push/key', (c) => answer(c, { publicKey: push.publicKey }));

  routes.put('/push/subscription', async (c) => {
    const { businessId, sessionId } = requireSession(c);
    const { endpoint, keys } = await readJson(c, schema);
    const subscription = { endpoint, ...keys, sessionId, nowMs: clock.nowMs() };
    await database.transaction({ businessId }, (sql) => putSubscription(sql, businessId, subscription));
    return answer(c, { endpoint });
  });

  return routes;
}
