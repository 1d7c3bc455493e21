import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToPush } from '../../../../src/platform/worker/push-subscription.ts';

// Bytes that base64url writes with '-' and '_'.
const KEY = Uint8Array.of(251, 255, 191, 62, 1);
const PUBLIC_KEY = '-_-_PgE';
const USER_ID = 5;

/** The requests to the server: method, path, user id, body. */
let calls: [string, string, string | null, unknown][] = [];
let keyAnswer: () => Response;

interface PushService {
  /** The server's key of the subscription that the browser has already; undefined if it has none. */
  knownKey?: Uint8Array | null;
  subscribe?: () => Promise<unknown>;
}

/** Gives the browser a push service. Returns the calls of it. */
function useBrowser({ knownKey, subscribe = () => Promise.resolve(subscription('new')) }: PushService = {}) {
  const asked: unknown[] = [];
  const known =
    knownKey === undefined
      ? null
      : {
          ...subscription('known'),
          options: { applicationServerKey: knownKey?.buffer ?? null },
          unsubscribe: async () => void asked.push('unsubscribed'),
        };
  const pushManager = {
    getSubscription: async () => known,
    subscribe: (options: unknown) => {
      asked.push(options);
      return subscribe();
    },
  };
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { ready: Promise.resolve({ pushManager }) },
    configurable: true,
  });
  return asked;
}
const subscription = (endpoint: string) => ({ toJSON: () => ({ endpoint }) });

beforeEach(() => {
  calls = [];
  keyAnswer = () => Response.json({ success: true, data: { publicKey: PUBLIC_KEY } });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
    calls.push([init.method ?? 'GET', input, new Headers(init.headers).get('X-User-ID'), body]);
    return init.method === 'GET' ? keyAnswer() : Response.json({ success: true, data: {} });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const ASKED_KEY = ['GET', '/api/v1/push/key', String(USER_ID), null];
const told = (endpoint: string) => ['PUT', '/api/v1/push/subscription', String(USER_ID), { endpoint }];
const WANTED = { userVisibleOnly: true, applicationServerKey: KEY };

test("with the permission the server learns the address at which this browser's push service is asked", async () => {
  const asked = useBrowser();
  await subscribeToPush(USER_ID);
  expect([asked, calls]).toEqual([[WANTED], [ASKED_KEY, told('new')]]);
});

test('a subscription to the same key of the server stays; one to another key is replaced', async () => {
  const kept = useBrowser({ knownKey: KEY });
  await subscribeToPush(USER_ID);
  expect(kept).toEqual([WANTED]);
  for (const knownKey of [Uint8Array.of(251, 255, 191, 62, 2), null]) {
    const replaced = useBrowser({ knownKey });
    await subscribeToPush(USER_ID);
    expect(replaced).toEqual(['unsubscribed', WANTED]);
  }
});

test.each(['default', 'denied'])("without the permission ('%s') nothing is asked", async (permission) => {
  const asked = useBrowser();
  vi.stubGlobal('Notification', { permission });
  await subscribeToPush(USER_ID);
  expect([asked, calls]).toEqual([[], []]);
});

test('a browser without a push service asks nothing', async () => {
  useBrowser();
  Reflect.deleteProperty(globalThis, 'PushManager');
  await subscribeToPush(USER_ID);
  expect(calls).toEqual([]);
});

test('where the server gives no key, the push service is not asked', async () => {
  const asked = useBrowser();
  keyAnswer = () => Response.json({ error: 'no_push', message: 'No push here' }, { status: 404 });
  await subscribeToPush(USER_ID);
  expect([asked, calls]).toEqual([[], [ASKED_KEY]]);
});

test('a push service that refuses is no error, and the server is told nothing', async () => {
  useBrowser({ subscribe: () => Promise.reject(new DOMException('No', 'AbortError')) });
  await subscribeToPush(USER_ID);
  expect(calls).toEqual([ASKED_KEY]);
});

test('a push service that never answers is waited for half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  useBrowser({ subscribe: () => new Promise(() => undefined) });
  let isOver = false;
  const subscribing = subscribeToPush(USER_ID).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(29_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await subscribing;
  expect(calls).toEqual([ASKED_KEY]);
  vi.useRealTimers();
});
