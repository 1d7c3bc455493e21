/// <reference lib="webworker" />
import '../domain/older-engines.ts';
import * as v from 'valibot';
import {
  SYNC_AGAIN_TAG,
  SYNC_TAG,
  TAKEN_EVERY_MS,
  type WorkerReply,
  workerMessageSchema,
} from '../sync/host/drain-message.ts';
import { noticePath, notConfirmedSentence } from '../sync/host/app-notice.ts';
import { browserClock, browserRandom } from '../sync/host/browser-ports.ts';
import { inNotificationTurn } from '../sync/host/notification-turn.ts';
import { createActSource } from '../sync/protocol/act.ts';
import {
  CONFIRM_ACTION,
  confirmedNotification,
  notConfirmedNotification,
  type OrderOfClient,
  orderPath,
  readNotificationData,
  type ShownNotification,
} from '../sync/host/order-notification.ts';
import { type BackgroundPorts, drainInBackground } from './background.ts';
import { confirmOrder, type ConfirmPorts } from './confirm-order.ts';
import {
  drainFor,
  drainSignedIn,
  hasUnsentSignedIn,
  isSoundWanted,
  refreshAppBadge,
  signedInClient,
  signedInDatabase,
} from './drain.ts';
import { createHandOver } from './hand-over.ts';
import { installPrecache, PRECACHE, type PrecacheEntry, precacheKeys, prunePrecache } from './precache.ts';
import { notificationFor, showPage } from './web-push.ts';
import { routeRequest } from './route.ts';
import { answerFile, answerPicture, answerShell, type StrategyPorts } from './strategies.ts';

/*
 * The service worker. This file receives the events; the other files do the work. Its globals hold no state except what
 * the build wrote into them, because the browser may stop the worker between any two events.
 */

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const entries = self.__WB_MANIFEST;
const { origin } = self.location;
const keys = precacheKeys(entries, origin);
const ports: StrategyPorts = { caches: self.caches, fetch: (input, init) => fetch(input, init), keys };

const handOver = createHandOver();

const background: BackgroundPorts = {
  hasUnsent: hasUnsentSignedIn,
  async isAppLookedAt() {
    const windows = await self.clients.matchAll({ type: 'window' });
    return windows.some((client) => client.visibilityState === 'visible' && isAppPage(new URL(client.url)));
  },
  drain: drainSignedIn,
  wait: waitForNetwork,
  comeBack: async () => await self.registration.sync.register(SYNC_AGAIN_TAG),
};

/** For events that no browser repeats: if the browser refuses another event, the work waits for the next wake-up. */
const backgroundOnce: BackgroundPorts = {
  ...background,
  comeBack: () => background.comeBack().catch(() => undefined),
};

const confirming: ConfirmPorts = {
  signedIn: signedInClient,
  database: signedInDatabase,
  drain: () => drainSignedIn(true),
  wait: waitForNetwork,
  clock: browserClock,
  acts: createActSource(browserRandom),
};

const routeOf = ({ method, url }: { method: string; url: string }, isNavigation: boolean) =>
  routeRequest({ method, url, isNavigation }, origin, (path) => keys.has(path));

/** True for addresses of the app. False for a shop's public page and for a file that is opened on its own. */
const isAppPage = ({ href }: URL): boolean => routeOf({ method: 'GET', url: href }, true) === 'shell';

self.addEventListener('install', (event) => {
  event.waitUntil(self.caches.open(PRECACHE).then((cache) => installPrecache(cache, entries, origin, ports.fetch)));
});

self.addEventListener('activate', (event) => {
  const prune = self.caches.open(PRECACHE).then((cache) => prunePrecache(cache, entries, origin));
  event.waitUntil(Promise.all([prune, self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const route = routeOf(request, request.mode === 'navigate');
  if (route === 'shell') event.respondWith(answerShell(ports, request));
  else if (route === 'file') event.respondWith(answerFile(ports, request));
  else if (route === 'picture')
    event.respondWith(handOver.untilLeft(answerPicture(ports, request)).then((answer) => answer ?? Response.error()));
});

self.addEventListener('message', (event) => {
  const message = v.safeParse(workerMessageSchema, event.data);
  if (!message.success) return;
  if (message.output.type === 'SKIP_WAITING') {
    event.waitUntil(self.skipWaiting());
    return;
  }
  if (message.output.type === 'HAND_OVER') {
    handOver.leave();
    return;
  }
  const reply = (answer: WorkerReply) => event.ports[0]?.postMessage(answer);
  reply({ type: 'taken' });
  const sayAgain = setInterval(() => reply({ type: 'taken' }), TAKEN_EVERY_MS);
  event.waitUntil(
    handOver
      .untilLeft(drainFor(message.output).then(reply))
      // After a hand-over the page gets no more 'taken' messages, and then does the work itself.
      .finally(() => clearInterval(sayAgain)),
  );
});

self.addEventListener('sync', (event) => {
  if (event.tag !== SYNC_TAG && event.tag !== SYNC_AGAIN_TAG) return;
  event.waitUntil(
    leftToNextWorker(drainInBackground(background, { urgent: event.tag === SYNC_TAG }).then(refreshAppBadge)),
  );
});

self.addEventListener('periodicsync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(leftToNextWorker(fetchAndSend(false)));
});

self.addEventListener('push', (event) => {
  event.waitUntil(Promise.all([showPush(event.data?.text() ?? null), leftToNextWorker(fetchAndSend(true))]));
});

self.addEventListener('notificationclick', (event) => {
  const { action, notification } = event;
  notification.close();
  const { path, order } = readNotificationData(notification.data);
  event.waitUntil(action === CONFIRM_ACTION && order ? confirm(order, notification.body) : openPage(path));
});

/**
 * Waits for the work. If a hand-over interrupts it, registers a background sync, so that the next worker finishes it.
 */
async function leftToNextWorker(work: Promise<void>): Promise<void> {
  const isDone = work.then(() => true);
  if ((await handOver.untilLeft(isDone)) === null) await backgroundOnce.comeBack();
}

/** Fetches new rows and sends waiting changes, with the waits of a `sync` event. */
async function fetchAndSend(urgent: boolean): Promise<void> {
  await drainInBackground(backgroundOnce, { urgent, atOnce: true });
  await refreshAppBadge();
}

async function showPush(payload: string | null): Promise<void> {
  const [client, isSoundOn] = await Promise.all([soonOr(signedInClient(), null), soonOr(isSoundWanted(), true)]);
  await showNotification(notificationFor(payload, client), !isSoundOn);
}

/** Databases that are slow or cannot be read must not keep a notification back: see `notificationFor`. */
const TOLD_WITHIN_MS = 5_000;

const soonOr = <T>(answer: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([
    answer.catch(() => otherwise),
    new Promise<T>((resolve) => setTimeout(resolve, TOLD_WITHIN_MS, otherwise)),
  ]);

/** Handles a tap on 'Confirm': saves and sends the act, or opens the app, which shows why that failed. */
async function confirm(order: OrderOfClient, body: string): Promise<void> {
  const why = await confirmOrder(confirming, order);
  if (why === null) {
    await showNotification(confirmedNotification(order, body), true);
    // Send it at once, even if a page is open, because the page does not know of this act.
    await leftToNextWorker(fetchAndSend(true)).catch(() => undefined);
    return;
  }
  const page = why === 'signed_out' ? '/login' : why === 'other_user' ? '/orders' : orderPath(order.orderId);
  // A browser may refuse to open a window some seconds after the tap.
  await openPage(noticePath(page, why)).catch(() =>
    showNotification(notConfirmedNotification(order.orderId, notConfirmedSentence(why)), false),
  );
}

async function showNotification({ title, options }: ShownNotification, silent: boolean): Promise<void> {
  await inNotificationTurn(() => self.registration.showNotification(title, { ...options, silent }));
}

async function openPage(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await showPage(path, origin, windows, isAppPage, (url) => self.clients.openWindow(url));
}

/** Waits this long, or until the network comes back; returns true if the network came back. */
function waitForNetwork(ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isBack: boolean) => {
      clearTimeout(timer);
      self.removeEventListener('online', onOnline);
      resolve(isBack);
    };
    const onOnline = () => done(true);
    const timer = setTimeout(() => done(false), ms);
    self.addEventListener('online', onOnline);
  });
}
