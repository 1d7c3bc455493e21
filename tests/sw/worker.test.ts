import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SYNC_AGAIN_TAG, SYNC_TAG, TAKEN_EVERY_MS, type WorkerReply } from '../../sync/host/drain-message.ts';
import { NOTIFICATION_LOCK } from '../../sync/host/notification-turn.ts';
import { orderNotification } from '../../sync/host/order-notification.ts';
import { confirmOrder } from '../../sw/confirm-order.ts';
import {
  drainFor,
  drainSignedIn,
  hasUnsentSignedIn,
  isSoundWanted,
  refreshAppBadge,
  signedInClient,
} from '../../sw/drain.ts';
import { PRECACHE } from '../../sw/precache.ts';
import { PATIENTLY } from '../support/patience.ts';
import { ORIGIN, startWorker, windowAt, type WorkerScope } from '../support/browser/worker-scope.ts';

/* The worker's events without a browser: the work that each starts, and what it waits for. */

vi.mock('../../sw/drain.ts');
vi.mock('../../sw/confirm-order.ts');

const ENTRIES = [
  { url: '/index.html', revision: 'one' },
  { url: '/assets/app-12345678.js', revision: null },
];
const AMINA = { businessId: 9, userId: 5 };
const IDLE: WorkerReply = { type: 'ended', phase: 'idle', wakeAfterMs: null };
const PICTURE = `/uploads/9/${'a'.repeat(32)}/thumbnail.webp`;
const NETWORK = {
  '/index.html': () => new Response('<html>'),
  '/assets/app-12345678.js': () => new Response('code'),
  [PICTURE]: () => new Response('picture', { headers: { 'content-type': 'image/webp' } }),
};
const forever = <T>() => new Promise<T>(() => undefined);

let worker: WorkerScope;
beforeEach(async () => {
  vi.resetModules();
  vi.mocked(drainFor).mockResolvedValue(IDLE);
  vi.mocked(drainSignedIn).mockResolvedValue(IDLE);
  vi.mocked(hasUnsentSignedIn).mockResolvedValueOnce(true).mockResolvedValue(false);
  vi.mocked(isSoundWanted).mockResolvedValue(true);
  vi.mocked(refreshAppBadge).mockResolvedValue();
  vi.mocked(signedInClient).mockResolvedValue(AMINA);
  vi.mocked(confirmOrder).mockResolvedValue(null);
  worker = await startWorker(ENTRIES, NETWORK);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const install = () => worker.dispatch('install').done;
const request = (path: string, fields: Partial<Request> = {}) =>
  worker.dispatch('fetch', { request: { method: 'GET', mode: 'cors', url: new URL(path, ORIGIN).href, ...fields } });
const textOf = async (answer: Promise<Response> | null) => await (await answer)?.text();

describe('a build', () => {
  test('R-GEN-15 is installed whole, and begins to serve the pages that are open when it is activated', async () => {
    await install();
    expect([...(worker.caches.get(PRECACHE)?.keys() ?? [])].toSorted()).toEqual([
      `${ORIGIN}/__installing`,
      `${ORIGIN}/assets/app-12345678.js`,
      `${ORIGIN}/index.html?__revision=one`,
    ]);
    const before = `${ORIGIN}/assets/before-87654321.js`;
    for (const file of [before, `${ORIGIN}/assets/older-87654321.js`])
      worker.caches.get(PRECACHE)?.set(file, new Response('old'));
    worker.caches.get(PRECACHE)?.set(`${ORIGIN}/__builds`, new Response(JSON.stringify([[before]])));
    await worker.dispatch('activate').done;
    expect([...(worker.caches.get(PRECACHE)?.keys() ?? [])]).toEqual([
      `${ORIGIN}/__installing`,
      `${ORIGIN}/index.html?__revision=one`,
      `${ORIGIN}/assets/app-12345678.js`,
      before,
      `${ORIGIN}/__builds`,
    ]);
    expect(worker.claim).toHaveBeenCalledOnce();
  });

  test('SYN-26c is not installed where one of its files is missing', async () => {
    worker = await startedWith({ '/index.html': NETWORK['/index.html'] });
    await expect(install()).rejects.toThrow('app-12345678.js');
  });

  test('SYN-26c takes over when the page says so', async () => {
    await worker.dispatch('message', { data: { type: 'SKIP_WAITING' }, ports: [] }).done;
    expect(worker.skipWaiting).toHaveBeenCalledOnce();
  });
});

async function startedWith(network: Record<string, () => Response>): Promise<WorkerScope> {
  vi.resetModules();
  return await startWorker(ENTRIES, network);
}

describe('a request', () => {
  test('R-GEN-15 for a screen of the app is answered with its page, and for a file of the build with it, without a line', async () => {
    await install();
    worker.fetched.length = 0;
    expect(await textOf(request('/sales/new', { mode: 'navigate' }).answer)).toBe('<html>');
    expect(await textOf(request('/assets/app-12345678.js').answer)).toBe('code');
    expect(worker.fetched).toEqual([]);
  });

  test('R-GEN-15 for a file that the browser has dropped is answered by the server', async () => {
    expect(await textOf(request('/assets/app-12345678.js').answer)).toBe('code');
    expect(worker.fetched).toEqual(['/assets/app-12345678.js']);
  });

  test('M14 for a picture that was seen is answered without the server', async () => {
    expect(await textOf(request(PICTURE).answer)).toBe('picture');
    expect(await textOf(request(PICTURE).answer)).toBe('picture');
    expect(worker.fetched).toEqual([PICTURE]);
  });

  test.each([
    ['to the API', '/api/v1/sync/pull', {}],
    ['for a shop’s own page', '/mama-amina', { mode: 'navigate' as const }],
    ['to another origin', 'https://elsewhere.test/app.js', {}],
    ['that writes', '/index.html', { method: 'POST' }],
  ])('R-GEN-15 %s is left to the browser', async (_, path, fields) => {
    await install();
    expect(request(path, fields).answer).toBeNull();
  });
});

describe('a page that asks it to drain', () => {
  const DRAIN = { type: 'drain', ...AMINA, urgent: true, visible: true };
  const ask = (data: unknown) => {
    const replies: WorkerReply[] = [];
    const port = { postMessage: (reply: WorkerReply) => void replies.push(reply) };
    return { ...worker.dispatch('message', { data, ports: [port] }), replies };
  };

  test('SYN-17 hears at once that it was taken, then how it ended', async () => {
    const { done, replies } = ask(DRAIN);
    expect(replies).toEqual([{ type: 'taken' }]);
    await done;
    expect(drainFor).toHaveBeenCalledExactlyOnceWith(DRAIN);
    expect(replies).toEqual([{ type: 'taken' }, IDLE]);
  });

  test('SYN-17 hears again and again that the worker is at it, and nothing more once it has ended', async () => {
    vi.useFakeTimers();
    let end = (_: WorkerReply): void => undefined;
    vi.mocked(drainFor).mockReturnValue(new Promise((resolve) => (end = resolve)));
    const { done, replies } = ask(DRAIN);
    await vi.advanceTimersByTimeAsync(2 * TAKEN_EVERY_MS);
    expect(replies).toEqual([{ type: 'taken' }, { type: 'taken' }, { type: 'taken' }]);
    end(IDLE);
    await done;
    await vi.advanceTimersByTimeAsync(5 * TAKEN_EVERY_MS);
    expect(replies.slice(3)).toEqual([IDLE]);
  });

  test('SYN-26c hears nothing more where another page hands over to the next build', async () => {
    vi.useFakeTimers();
    vi.mocked(drainFor).mockReturnValue(forever());
    const { done, replies } = ask(DRAIN);
    worker.dispatch('message', { data: { type: 'HAND_OVER' }, ports: [] });
    await done;
    await vi.advanceTimersByTimeAsync(5 * TAKEN_EVERY_MS);
    expect(replies).toEqual([{ type: 'taken' }]);
  });

  test.each([null, 'drain', { type: 'drain' }, { ...DRAIN, businessId: '9' }, { type: 'other' }])(
    'SYN-17 in words that nobody knows (%j) is not answered',
    (data) => {
      const { isWaited, replies } = ask(data);
      expect([isWaited, replies]).toEqual([false, []]);
      expect(drainFor).not.toHaveBeenCalled();
    },
  );
});

describe('a background sync', () => {
  test.each([
    [SYNC_TAG, true],
    [SYNC_AGAIN_TAG, false],
  ])('SYN-17 SYN-17b of %s sends what waits, and the icon tells what is left', async (tag, urgent) => {
    await worker.dispatch('sync', { tag }).done;
    expect(drainSignedIn).toHaveBeenCalledExactlyOnceWith(urgent);
    expect(refreshAppBadge).toHaveBeenCalledOnce();
  });

  test('SYN-17 of another name is none of ours', () => {
    expect(worker.dispatch('sync', { tag: 'other' }).isWaited).toBe(false);
    expect(worker.dispatch('periodicsync', { tag: 'other' }).isWaited).toBe(false);
  });

  test('SYN-17 SYN-26c that a hand-over cuts off is asked for again, for the next worker', async () => {
    vi.mocked(drainSignedIn).mockReturnValue(forever());
    const { done } = worker.dispatch('sync', { tag: SYNC_TAG });
    await vi.waitFor(() => expect(drainSignedIn).toHaveBeenCalled(), PATIENTLY);
    worker.dispatch('message', { data: { type: 'HAND_OVER' }, ports: [] });
    await done;
    expect(worker.registered).toEqual([SYNC_AGAIN_TAG]);
  });

  test('SYN-17 a browser that refuses another event is no error of this one', async () => {
    worker.maySync = false;
    vi.mocked(drainSignedIn).mockReturnValue(forever());
    const { done } = worker.dispatch('periodicsync', { tag: SYNC_TAG });
    await vi.waitFor(() => expect(drainSignedIn).toHaveBeenCalled(), PATIENTLY);
    worker.dispatch('message', { data: { type: 'HAND_OVER' }, ports: [] });
    await done;
    expect(worker.registered).toEqual([]);
  });

  test('SYN-17 now and then fetches what is new, also where nothing waits', async () => {
    vi.mocked(hasUnsentSignedIn).mockReset().mockResolvedValue(false);
    await worker.dispatch('periodicsync', { tag: SYNC_TAG }).done;
    expect(drainSignedIn).toHaveBeenCalledExactlyOnceWith(false);
  });

  test('SYN-17 leaves the work to a page of the app that is looked at, until the network is back or it is not looked at', async () => {
    vi.useFakeTimers();
    vi.mocked(hasUnsentSignedIn).mockReset().mockResolvedValue(true);
    const page = windowAt('/sales');
    worker.windows.push(page);
    const { done } = worker.dispatch('sync', { tag: SYNC_TAG });
    await vi.advanceTimersByTimeAsync(1);
    expect(drainSignedIn).not.toHaveBeenCalled();
    page.visibilityState = 'hidden';
    (globalThis.self as unknown as EventTarget).dispatchEvent(new Event('online'));
    await done;
    expect(drainSignedIn).toHaveBeenCalledExactlyOnceWith(true);
  });

  test('SYN-17 a shop’s own page that is looked at sends nothing: the worker does', async () => {
    worker.windows.push(windowAt('/mama-amina'));
    await worker.dispatch('sync', { tag: SYNC_TAG }).done;
    expect(drainSignedIn).toHaveBeenCalledOnce();
  });
});

describe('a push message', () => {
  const ORDER = {
    ...{ type: 'order', ...AMINA, orderId: 77, orderNumber: 'ORD-1' },
    ...{ customerName: 'Asha', amountText: 'UGX 12,000' },
  };
  const push = (text: string | null) =>
    worker.dispatch('push', { data: text === null ? null : { text: () => text } }).done;

  test('R-GEN-13 SYN-17 is shown, and what is new is fetched at once', async () => {
    await push(JSON.stringify(ORDER));
    expect(worker.shown).toMatchObject([
      { title: 'New Order', options: { body: 'Asha · ORD-1 · UGX 12,000', silent: false } },
    ]);
    expect(drainSignedIn).toHaveBeenCalledWith(true);
    expect(refreshAppBadge).toHaveBeenCalledOnce();
  });

  test('R-BROW-19 is shown when no page of the app shows or takes away one, and what is new is fetched meanwhile', async () => {
    let letGo = () => undefined as void;
    const held = navigator.locks.request(NOTIFICATION_LOCK, () => new Promise<void>((resolve) => (letGo = resolve)));
    const told = push(JSON.stringify(ORDER));
    await vi.waitFor(() => expect(refreshAppBadge).toHaveBeenCalledOnce(), PATIENTLY);
    expect(worker.shown).toEqual([]);
    letGo();
    await Promise.all([held, told]);
    expect(worker.shown).toHaveLength(1);
  });

  test('R-GEN-13 is silent for a person who wants no sound', async () => {
    vi.mocked(isSoundWanted).mockResolvedValue(false);
    await push(JSON.stringify(ORDER));
    expect(worker.shown[0]?.options.silent).toBe(true);
  });

  test.each([
    { of: 'are slow', client: () => forever<null>(), isSoundOn: () => forever<boolean>(), waitsMs: 5_000 },
    {
      of: 'cannot be read',
      client: () => Promise.reject(new Error('The disk is full')),
      isSoundOn: async () => true,
      waitsMs: 0,
    },
  ])(
    'R-APP-07 is shown in general words, with its sound, if the databases $of',
    async ({ client, isSoundOn, waitsMs }) => {
      vi.useFakeTimers();
      vi.mocked(signedInClient).mockImplementation(client);
      vi.mocked(isSoundWanted).mockImplementation(isSoundOn);
      const told = push(JSON.stringify(ORDER));
      await vi.advanceTimersByTimeAsync(waitsMs);
      await told;
      expect(worker.shown).toMatchObject([{ options: { body: 'Open Kaunta to see it.', silent: false } }]);
    },
  );

  test('R-APP-07 for somebody who is not signed in here, or that says nothing, tells nothing of the order', async () => {
    vi.mocked(signedInClient).mockResolvedValue(null);
    await push(JSON.stringify(ORDER));
    await push(null);
    expect(worker.shown.map(({ options }) => options.body)).toEqual([
      'Open Kaunta to see it.',
      'Open Kaunta to see it.',
    ]);
  });
});

describe('a tap on a notification', () => {
  const { options } = orderNotification({ ...AMINA, orderId: 77 }, 'Asha · ORD-1');
  const tap = async (action: string, data: unknown = options.data) => {
    const close = vi.fn();
    await worker.dispatch('notificationclick', { action, notification: { data, body: options.body, close } }).done;
    expect(close).toHaveBeenCalledOnce();
  };

  test('R-GEN-13 leads to its order: in a window of the app, and not in a shop’s own page', async () => {
    const [shop, app] = [windowAt('/mama-amina'), windowAt('/sales')];
    worker.windows.push(shop, app);
    await tap('');
    expect([shop.went, app.went]).toEqual([[], ['/orders/77', 'focus']]);
    expect(confirmOrder).not.toHaveBeenCalled();
  });

  test('R-GEN-13 opens a window where there is none, also where it cannot be read', async () => {
    await tap('open', 'nonsense');
    expect(worker.opened).toEqual(['/orders']);
  });

  test('R-APP-07 on Confirm says that it is done, and sends it at once, beside an open page too', async () => {
    vi.mocked(hasUnsentSignedIn).mockReset().mockResolvedValue(false);
    worker.windows.push(windowAt('/sales'));
    await tap('confirm');
    expect(vi.mocked(confirmOrder).mock.calls[0]?.[1]).toEqual({ ...AMINA, orderId: 77 });
    expect(worker.shown).toMatchObject([{ title: 'Order confirmed', options: { silent: true } }]);
    expect(drainSignedIn).toHaveBeenCalledWith(true);
    expect(worker.windows[0]?.went).toEqual([]);
  });

  test('R-APP-07 on Confirm stays confirmed where the sending fails', async () => {
    vi.mocked(drainSignedIn).mockRejectedValue(new Error('no line'));
    await tap('confirm');
    expect(worker.shown).toHaveLength(1);
  });

  test.each([
    ['signed_out', '/login?not-confirmed=signed_out'],
    ['other_user', '/orders?not-confirmed=other_user'],
    ['not_saved', '/orders/77?not-confirmed=not_saved'],
  ] as const)('R-APP-07 on Confirm that cannot be done (%s) opens the app and says why', async (why, path) => {
    vi.mocked(confirmOrder).mockResolvedValue(why);
    await tap('confirm');
    expect(worker.opened).toEqual([path]);
    expect(worker.shown).toEqual([]);
    expect(drainSignedIn).not.toHaveBeenCalled();
  });

  test('R-APP-07 on Confirm that cannot be done says why in a notification if the browser opens no window any more', async () => {
    vi.mocked(confirmOrder).mockResolvedValue('not_here');
    worker.openWindow.mockRejectedValueOnce(new DOMException('Not allowed to open a window.', 'InvalidAccessError'));
    await tap('confirm');
    expect(worker.shown).toMatchObject([
      {
        title: 'Order not confirmed',
        options: {
          body: 'The order has not reached this device yet. Confirm it when it is in the list.',
          tag: 'order-77',
          data: { path: '/orders/77' },
        },
      },
    ]);
  });

  test('R-APP-07 on Confirm of an order that is not here yet fetches it at once, without the back-off', async () => {
    vi.mocked(confirmOrder).mockImplementation(async ({ drain }) => {
      await drain();
      return 'not_saved';
    });
    await tap('confirm');
    expect(drainSignedIn).toHaveBeenCalledExactlyOnceWith(true);
  });

  test('R-APP-07 on Confirm of one that names no order leads to the orders', async () => {
    await tap('confirm', { path: '/orders' });
    expect(worker.opened).toEqual(['/orders']);
    expect(confirmOrder).not.toHaveBeenCalled();
  });
});
