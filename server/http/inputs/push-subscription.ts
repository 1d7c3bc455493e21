import * as v from 'valibot';
import { inputObject } from '../../../domain/input-object.ts';

/** Returns the schema of `count` bytes as base64url. */
const bytes = (count: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+=*$/, 'Send the key as base64url'),
    v.check((text) => Buffer.from(text, 'base64url').length === count, `The key has ${count} bytes`),
  );

/** A browser's subscription (PushSubscription.toJSON). */
export const pushSubscriptionInputSchema = inputObject({
  endpoint: v.pipe(v.string(), v.maxLength(1_000)),
  keys: v.object({ p256dh: bytes(65), auth: bytes(16) }),
});
