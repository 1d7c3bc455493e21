/// <reference lib="webworker" />
import * as v from 'valibot';
import { kindOfPath } from '../domain/app-path.ts';
import {
  SYNC_AGAIN_TAG,
  SYNC_TAG,
  TAKEN_EVERY_MS,
  type WorkerReply,
  workerMessageSchema,
} from '../sync/host/drain-message.ts';
import { type BackgroundPorts, drainInBackground } from './background.ts';
import { drainFor, drainSignedIn, hasUnsentSignedIn, isSoundWanted } from './drain.ts';
import { installPrecache, PRECACHE, type PrecacheEntry, prunePrecache } from './precache.ts';
import { notificationFor, showPage } from './push.ts';
import { routeRequest } from './route.ts';
import { answerFile, answerPicture, answerShell, type StrategyPorts } from './strategies.ts';

/*
 * The service worker: this file knows the events, the others know what to do. No state lives in its globals but what
 * the build wrote into it; it may be stopped between any two events.
 */

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const entries = self.__WB_MANIFEST;
const { origin } = self.location;
const precachedPaths = new Set(entries.map((entry) => new URL(entry.url, origin).pathname));
const ports: StrategyPorts = { caches: self.caches, fetch: (input, init) => fetch(input, init), entries, origin };

const background: BackgroundPorts = {
  hasUnsent: hasUnsentSignedIn,
  async isAppLookedAt() {
    const windows = await self.clients.matchAll({ type: 'window' });
    return windows.some((client) => client.visibilityState === 'visible' && isAppPage(new URL(client.url)));
  },
  drain: drainSignedIn,
  wait: waitForNetwork,
  comeBack: () => self.registration.sync.register(SYNC_AGAIN_TAG),
};

/** A shop's public page is no page of the app's. */
const isAppPage = (url: URL): boolean => kindOfPath(url.pathname) !== 'slug';

self.addEventListener('install', (event) => {
  event.waitUntil(self.caches.open(PRECACHE).then((cache) => installPrecache(cache, entries, origin, ports.fetch)));
});

self.addEventListener('activate', (event) => {
  const prune = self.caches.open(PRECACHE).then((cache) => prunePrecache(cache, entries, origin));
  event.waitUntil(Promise.all([prune, self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const route = routeRequest(
    { method: request.method, url: request.url, isNavigation: request.mode === 'navigate' },
    origin,
    (path) => precachedPaths.has(path),
  );
  if (route === 'shell') event.respondWith(answerShell(ports, request));
  else if (route === 'file') event.respondWith(answerFile(ports, request));
  else if (route === 'picture') event.respondWith(answerPicture(ports, request));
});

self.addEventListener('message', (event) => {
  const message = v.safeParse(workerMessageSchema, event.data);
  if (!message.success) return;
  if (message.output.type === 'SKIP_WAITING') {
    event.waitUntil(self.skipWaiting());
    return;
  }
  const reply = (answer: WorkerReply) => event.ports[0]?.postMessage(answer);
  reply({ type: 'taken' });
  const sayAgain = setInterval(() => reply({ type: 'taken' }), TAKEN_EVERY_MS);
  event.waitUntil(
    drainFor(message.output)
      .then(reply)
      .finally(() => clearInterval(sayAgain)),
  );
});

self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(drainInBackground(background, true));
  else if (event.tag === SYNC_AGAIN_TAG) event.waitUntil(drainInBackground(background, false));
});

self.addEventListener('periodicsync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(drainSignedIn(false));
});

self.addEventListener('push', (event) => {
  event.waitUntil(Promise.all([showPush(event.data?.text() ?? null), drainSignedIn(true)]));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = v.safeParse(v.object({ path: v.string() }), event.notification.data);
  event.waitUntil(openPage(path.success ? path.output.path : '/orders'));
});

async function showPush(payload: string | null): Promise<void> {
  const { title, options } = notificationFor(payload);
  await self.registration.showNotification(title, { ...options, silent: !(await isSoundWanted()) });
}

async function openPage(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await showPage(path, origin, windows, isAppPage, (url) => self.clients.openWindow(url));
}

/** Waits for so long, or until the network comes back: then true. */
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
