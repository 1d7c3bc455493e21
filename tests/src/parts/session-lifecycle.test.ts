import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSessionRecord, type RecordChange, type SessionRecord } from '../../../sync/store/session-record.ts';
import {
  keepSession,
  type KeptShop,
  logout,
  startSession,
  whenLoggedOut,
} from '../../../src/parts/session-lifecycle.ts';
import { readDraftNote, writeDraftNote } from '../../../src/platform/draft/draft-note.ts';
import { setFormDirty } from '../../../src/state/dirty-form.ts';
import { useSession } from '../../../src/state/session.ts';
import { freezePage, thawPage } from '../../support/browser/frozen-page.ts';
import { setSyncStatus } from '../../../src/state/sync-status.ts';
import {
  fakeServer,
  fakeServices,
  freshAppState,
  json,
  memorySessionRecord,
  SESSION,
} from '../../support/screens/app-harness.tsx';

let stop: () => void = () => undefined;
beforeEach(freshAppState);
afterEach(() => stop());

const kept = (unsentCount: () => number = () => 0): KeptShop => ({
  countUnsent: async () => unsentCount(),
  clear: async () => undefined,
});
const nothingWaits = kept();
const status = () => useSession.getState().status;

test('C-147 a logout that the server has not heard of is told at the next start', async () => {
  const { record } = memorySessionRecord(null);
  await record.beginLogout();
  const server = fakeServer({ 'POST /auth/logout': () => json(200, { success: true }) });
  stop = startSession(fakeServices(server, record), window, nothingWaits);
  await waitFor(async () => expect(await record.isLogoutOwed()).toBe(false));
  expect(server.calls.map(({ path }) => path)).toEqual(['/auth/logout']);
  expect(status()).toBe('signed-out');
});

test('SYN-24 SYN-24a R-SET-18 a logout begins with one write: from then on nobody is signed in, and it is known whose shop goes', async () => {
  const { record, stored } = memorySessionRecord(SESSION);
  const server = fakeServer({ 'POST /auth/logout': () => json(200, { success: true }) });
  const found: unknown[] = [];
  // A page may end here.
  const clear = async () => void found.push(await record.read(), await record.unfinishedLogout());
  await logout(fakeServices(server, record), clear);
  expect(found).toEqual([null, SESSION]);
  expect([stored(), await record.isLogoutOwed()]).toEqual([null, false]);
});

test('SYN-24 SYN-24a C-147 a logout whose page ended before the shop was cleared is finished by the next start, before anybody can sign in', async () => {
  const { record, stored } = memorySessionRecord(SESSION);
  await record.beginLogout();
  const server = fakeServer({ 'POST /auth/logout': () => json(200, { success: true }) });
  const mayClear = Promise.withResolvers<void>();
  const clear = vi.fn<KeptShop['clear']>(() => mayClear.promise);
  stop = startSession(fakeServices(server, record), window, { ...nothingWaits, clear });
  await waitFor(() => expect(clear).toHaveBeenCalledExactlyOnceWith(SESSION));
  expect(status()).toBe('signed-out');
  let isFree = false;
  const waiting = whenLoggedOut().then(() => (isFree = true));
  await record.read();
  expect(isFree).toBe(false);
  mayClear.resolve();
  await waiting;
  await waitFor(async () => expect([stored(), await record.isLogoutOwed()]).toEqual([null, false]));
  expect(server.calls.map(({ path }) => path)).toEqual(['/auth/logout']);
});

test('SYN-24 SYN-24a R-BROW-04 a page that was frozen while it cleared the shop clears it when it is back', async () => {
  const { record, stored } = memorySessionRecord(SESSION);
  const server = fakeServer({
    'GET /auth/me': () => json(200, { data: SESSION }),
    'POST /auth/logout': () => json(200, { success: true }),
  });
  const services = fakeServices(server, record);
  const clear = vi.fn<KeptShop['clear']>(async () => undefined);
  stop = startSession(services, window, { ...nothingWaits, clear });
  await waitFor(() => expect(status()).toBe('signed-in'));
  await logout(services, () => Promise.reject(new Error('This page was left before it was saved.')));
  expect([await record.read(), clear.mock.calls]).toEqual([null, []]);
  freezePage(window);
  thawPage(window);
  await waitFor(() => expect(clear).toHaveBeenCalledExactlyOnceWith(SESSION));
  await waitFor(async () => expect([stored(), await record.isLogoutOwed()]).toEqual([null, false]));
});

test('C-147 or as soon as the network is back', async () => {
  const { record } = memorySessionRecord(null);
  await record.beginLogout();
  let isReachable = false;
  const server = fakeServer({
    'POST /auth/logout': () => (isReachable ? json(401, { error: 'Unauthorized' }) : new TypeError('Failed to fetch')),
  });
  stop = startSession(fakeServices(server, record), window, nothingWaits);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  expect(await record.isLogoutOwed()).toBe(true);
  isReachable = true;
  window.dispatchEvent(new Event('online'));
  await waitFor(async () => expect(await record.isLogoutOwed()).toBe(false));
});

test('C-147 signing in anew settles it: the new session is never ended by the old logout', async () => {
  const { record } = memorySessionRecord(null);
  await record.beginLogout();
  const server = fakeServer({});
  await keepSession(fakeServices(server, record), SESSION);
  expect(await record.isLogoutOwed()).toBe(false);
  expect(status()).toBe('signed-in');
});

test('SYN-24 C-147 a logout that takes long, or is finished late, ends nothing of who has signed in meanwhile in another tab', async () => {
  const { record, stored } = memorySessionRecord(SESSION);
  const server = fakeServer({ 'POST /auth/logout': () => json(200, { success: true }) });
  const next = { ...SESSION, signedInAtMs: SESSION.signedInAtMs + 1 };
  await logout(fakeServices(server, record), async () => await record.write(next));
  expect([stored(), server.calls]).toEqual([next, []]);

  await record.beginLogout();
  const clear = vi.fn(async () => await record.write(next));
  stop = startSession(fakeServices(server, record), window, { ...nothingWaits, clear });
  await waitFor(() => expect(clear).toHaveBeenCalledOnce());
  await whenLoggedOut();
  expect([stored(), server.calls.filter(({ path }) => path === '/auth/logout')]).toEqual([next, []]);
});

test('SYN-24a C-147 a page that is told of a network first clears the shop of a logout that another page left half done', async () => {
  const { record, stored } = memorySessionRecord(null);
  const server = fakeServer({ 'POST /auth/logout': () => json(200, { success: true }) });
  const clear = vi.fn<KeptShop['clear']>(async () => undefined);
  stop = startSession(fakeServices(server, record), window, { ...nothingWaits, clear });
  await whenLoggedOut();
  await record.write(SESSION);
  await record.beginLogout();
  window.dispatchEvent(new Event('online'));
  await waitFor(async () => expect(await record.isLogoutOwed()).toBe(false));
  expect(clear).toHaveBeenCalledExactlyOnceWith(SESSION);
  expect(stored()).toBeNull();
});

test('SYN-26 C-147 a device without space to note the debt logs out all the same, and tells the server now', async () => {
  const { record, stored } = memorySessionRecord(SESSION);
  const full: SessionRecord = {
    ...record,
    beginLogout: () => Promise.reject(new DOMException('No space', 'QuotaExceededError')),
  };
  const server = fakeServer({ 'POST /auth/logout': () => json(200, { success: true }) });
  let isCleared = false;
  await logout(fakeServices(server, full), async () => void (isCleared = true));
  expect([stored(), isCleared, server.calls.map(({ path }) => path)]).toEqual([null, true, ['/auth/logout']]);
});

test('C-032 signing out or in in one tab is seen in the others', async () => {
  const here = openSessionRecord(indexedDB);
  const otherTab = openSessionRecord(indexedDB);
  await otherTab.write(SESSION);
  stop = startSession(fakeServices(fakeServer({}), here), window, nothingWaits);
  await waitFor(() => expect(status()).toBe('signed-in'));
  await otherTab.remove();
  await waitFor(() => expect(status()).toBe('signed-out'));
  await otherTab.write({ ...SESSION, signedInAtMs: 2 });
  await waitFor(() => expect(status()).toBe('signed-in'));
});

test('R-BROW-20 a browser that does not open its storage is asked again, and nobody is signed out by that', async () => {
  vi.useFakeTimers();
  const { record } = memorySessionRecord(SESSION);
  let isOpen = false;
  const whileOpen = <T>(answer: Promise<T>) => (isOpen ? answer : Promise.reject(new Error('Internal error')));
  const read = vi.fn<SessionRecord['read']>(() => whileOpen(record.read()));
  let changeElsewhere: (change: RecordChange) => void = () => {};
  const closed: SessionRecord = {
    ...record,
    read,
    isLogoutOwed: () => whileOpen(record.isLogoutOwed()),
    unfinishedLogout: () => whileOpen(record.unfinishedLogout()),
    onChangeElsewhere(callback) {
      changeElsewhere = callback;
      return () => undefined;
    },
  };
  const note = { database: 'kaunta-9-5', key: 'sale/1', content: { notes: 'soap' }, over: [null] };
  writeDraftNote(sessionStorage, note);
  stop = startSession(fakeServices(fakeServer({}), closed), window, nothingWaits);
  await vi.advanceTimersByTimeAsync(200);
  expect(useSession.getState()).toEqual({ status: 'loading' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(useSession.getState()).toEqual({ status: 'loading', problem: 'Internal error' });
  expect(read.mock.calls.length).toBeGreaterThan(15);
  isOpen = true;
  await vi.advanceTimersByTimeAsync(4_000);
  expect(useSession.getState()).toEqual({ status: 'signed-in', session: SESSION });
  // A later failure, after another tab has changed the record, changes nothing here.
  isOpen = false;
  changeElsewhere('changed');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(useSession.getState()).toEqual({ status: 'signed-in', session: SESSION });
  expect(readDraftNote(sessionStorage, 'kaunta-9-5')).toEqual(note);
  vi.useRealTimers();
});

test('R-API-06 C-010 the user id is noted in a cookie for a day, SameSite Lax', async () => {
  const setCookie = vi.spyOn(document, 'cookie', 'set');
  await keepSession(fakeServices(fakeServer({}), memorySessionRecord(null).record), SESSION);
  expect(setCookie).toHaveBeenCalledWith('kaunta_user=5; Max-Age=86400; Path=/; SameSite=Lax');
});

test('SYN-26 what the server says of the person holds also where there is no space to write it down', async () => {
  const full: SessionRecord = {
    ...memorySessionRecord(SESSION).record,
    write: () => Promise.reject(new DOMException('The storage of this device is full', 'QuotaExceededError')),
  };
  const demoted = { ...SESSION, user: { ...SESSION.user, role: 'staff' as const } };
  const server = fakeServer({ 'GET /auth/me': () => json(200, { data: demoted }) });
  stop = startSession(fakeServices(server, full), window, nothingWaits);
  await waitFor(() => expect(useSession.getState()).toEqual({ status: 'signed-in', session: demoted }));
  expect(await full.read()).toEqual(SESSION);
});

test('C-145 with changes waiting, a 401 leaves the app open and asks to sign in again; without any it ends the session', async () => {
  const { record } = memorySessionRecord(SESSION);
  const server = fakeServer({ 'GET /auth/me': () => json(401, { error: 'Unauthorized' }) });
  let waiting = 3;
  stop = startSession(
    fakeServices(server, record),
    window,
    kept(() => waiting),
  );
  await waitFor(() => expect(useSession.getState()).toMatchObject({ status: 'signed-in', isEnded: true }));
  expect(await record.read()).toEqual(SESSION);
  waiting = 0;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(useSession.getState()).toMatchObject({ status: 'signed-out', reason: 'ended' }));
  expect(await record.read()).toBeNull();
});

test('C-145 what the engine is told, the app asks the server about; signing in anew settles it', async () => {
  const { record } = memorySessionRecord(SESSION);
  let isEnded = false;
  const server = fakeServer({
    'GET /auth/me': () => (isEnded ? json(401, { error: 'Unauthorized' }) : json(200, { data: SESSION })),
  });
  const services = fakeServices(server, record);
  stop = startSession(
    services,
    window,
    kept(() => 1),
  );
  await waitFor(() => expect(server.calls).toHaveLength(1));
  isEnded = true;
  setSyncStatus({ status: 'sign_in' });
  await waitFor(() => expect(useSession.getState()).toMatchObject({ isEnded: true }));
  await keepSession(services, { ...SESSION, signedInAtMs: 2 });
  expect(useSession.getState()).toEqual({ status: 'signed-in', session: { ...SESSION, signedInAtMs: 2 } });
});

test('SYN-24 R-BROW-04 a page that was put aside learns who is signed in when it is back', async () => {
  const { record } = memorySessionRecord(SESSION);
  const server = fakeServer({ 'GET /auth/me': () => new TypeError('Failed to fetch') });
  stop = startSession(fakeServices(server, record), window, nothingWaits);
  await waitFor(() => expect(status()).toBe('signed-in'));
  freezePage(window);
  // In another tab, whose events a frozen page does not get.
  await record.remove();
  thawPage(window);
  await waitFor(() => expect(status()).toBe('signed-out'));
});

test('SYN-24 R-BROW-13 what was left unfinished in this tab is forgotten at logout, here, in another tab, or while the page was gone', async () => {
  const { record } = memorySessionRecord(SESSION);
  const server = fakeServer({ 'GET /auth/me': () => new TypeError('Failed to fetch') });
  const services = fakeServices(server, record);
  const note = { database: 'kaunta-9-5', key: 'sale/1', content: { notes: 'soap' }, over: [null] };
  const isNoted = () => readDraftNote(sessionStorage, 'kaunta-9-5') !== null;
  const ways = {
    here: () => logout(services, async () => undefined),
    elsewhere: async () => {
      await record.remove();
      thawPage(window);
    },
  };
  for (const [where, leave] of Object.entries(ways)) {
    await record.write(SESSION);
    writeDraftNote(sessionStorage, note);
    stop = startSession(services, window, nothingWaits);
    await waitFor(() => expect(status()).toBe('signed-in'));
    expect([where, isNoted()]).toEqual([where, true]);
    await leave();
    await waitFor(() => expect([where, status(), isNoted()]).toEqual([where, 'signed-out', false]));
    stop();
  }
  freshAppState();
  writeDraftNote(sessionStorage, note);
  stop = startSession(services, window, nothingWaits);
  await waitFor(() => expect([status(), isNoted()]).toEqual(['signed-out', false]));
});

test('R-GEN-16 C-145 over a form in progress a session that ends leaves the app open, until the form is saved or left', async () => {
  const { record, stored } = memorySessionRecord(SESSION);
  const server = fakeServer({ 'GET /auth/me': () => json(401, { error: 'Unauthorized', message: 'It is over.' }) });
  setFormDirty(true);
  stop = startSession(fakeServices(server, record), window, nothingWaits);
  await waitFor(() => expect(useSession.getState()).toMatchObject({ status: 'signed-in', isEnded: true }));
  expect(stored()).toEqual(SESSION);
  setFormDirty(false);
  await waitFor(() => expect(status()).toBe('signed-out'));
});

test('R-GEN-16 C-145 SYN-24 another tab that hears that the session has ended signs nobody out from over a form here; a logout there does', async () => {
  const here = openSessionRecord(indexedDB);
  const otherTab = openSessionRecord(indexedDB);
  await otherTab.write(SESSION);
  let isEnded = false;
  const server = fakeServer({
    'GET /auth/me': () => (isEnded ? json(401, { error: 'Unauthorized' }) : json(200, { data: SESSION })),
  });
  setFormDirty(true);
  stop = startSession(fakeServices(server, here), window, nothingWaits);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  isEnded = true;
  await otherTab.end();
  await waitFor(() => expect(useSession.getState()).toMatchObject({ status: 'signed-in', isEnded: true }));
  setFormDirty(false);
  await waitFor(() => expect(useSession.getState()).toMatchObject({ status: 'signed-out', reason: 'ended' }));
  await otherTab.write(SESSION);
  await waitFor(() => expect(status()).toBe('signed-in'));
  setFormDirty(true);
  await otherTab.beginLogout();
  await waitFor(() => expect(status()).toBe('signed-out'));
});
