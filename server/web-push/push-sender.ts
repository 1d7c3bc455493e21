import type { Clock } from '../clock.ts';
import { type PushKeys, encryptMessage } from './encrypt-message.ts';
import { type VapidKeys, vapidHeader } from './vapid.ts';

export interface PushTarget extends PushKeys {
  endpoint: string;
}

/** 'gone': the browser has no such subscription any more. */
export type PushResult = 'sent' | 'gone' | 'failed';

/** Sends messages to browsers, closed ones too. */
export interface PushSender {
  readonly publicKey: string;
  send(target: PushTarget, message: string): Promise<PushResult>;
}

/** How long a push service holds a message. A phone that is switched on later shows the order in the app. */
const KEPT_FOR_S = 12 * 60 * 60;
const TIMEOUT_MS = 10_000;

/** Over the push services of the browsers. Never rejects. */
export function createPushSender(keys: VapidKeys, contact: string, clock: Clock): PushSender {
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, ...receiver }, message) {
      try {
        const response = await fetch(endpoint, {
          method: 'POST',
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          headers: {
            authorization: vapidHeader(keys, { endpoint, contact, nowMs: clock.nowMs() }),
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            ttl: String(KEPT_FOR_S),
            urgency: 'high',
          },
          body: new Uint8Array(encryptMessage(message, receiver)),
        });
        await response.body?.cancel();
        if (response.ok) return 'sent';
        return response.status === 404 || response.status === 410 ? 'gone' : 'failed';
      } catch {
        return 'failed';
      }
    },
  };
}
