import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { createApi } from '../../../src/platform/api-client.ts';
import { followSync } from '../../../src/state/follow-sync.ts';
import { heardFromServer, useOnline, watchOnline } from '../../../src/state/online.ts';
import { useSyncStatus } from '../../../src/state/sync-status.ts';
import { freezePage, thawPage } from '../../support/browser/frozen-page.ts';
import { PATIENTLY } from '../../support/patience.ts';
import { openDexieDevice } from '../../support/device/test-device.ts';

const isOnline = () => useOnline.getState().isOnline;
const browserSays = (is: boolean) => vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(is);

let stop: () => void = () => undefined;
beforeEach(() => {
  browserSays(false);
  stop = watchOnline(window);
});
afterEach(() => stop());

test.each([
  ['its window has the focus', () => window.dispatchEvent(new Event('focus'))],
  ['it is seen', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['it comes back after it was put aside', () => (freezePage(window), thawPage(window))],
])('R-BROW-07 a page that missed the event learns that there is a network when %s', (_, act) => {
  expect(isOnline()).toBe(false);
  browserSays(true);
  act();
  expect(isOnline()).toBe(true);
});

test('R-BROW-07 any answer of the server proves a network, a refusal too; a portal’s page does not', async () => {
  const answers = [
    { is: false, response: () => new Response('<h1>Sign in to use the internet</h1>', { status: 200 }) },
    { is: false, response: () => Promise.reject(new TypeError('Failed to fetch')) },
    { is: true, response: () => Response.json({ error: 'Forbidden', message: 'No' }, { status: 403 }) },
    { is: true, response: () => Response.json({ data: 1 }) },
  ];
  for (const { is, response } of answers) {
    useOnline.setState({ isOnline: false });
    const api = createApi({ fetch: async () => await response(), userId: () => null, onAnswer: heardFromServer });
    await api.call('GET', '/auth/me', { data: v.number() });
    expect(isOnline()).toBe(is);
  }
});

test('R-BROW-07 an answer to what was asked before the signal went proves nothing, however late it is read', async () => {
  browserSays(true);
  window.dispatchEvent(new Event('online'));
  const answered = Promise.withResolvers<void>();
  const api = createApi({
    fetch: async () => {
      await answered.promise;
      return Response.json({ data: 1 });
    },
    userId: () => null,
    onAnswer: heardFromServer,
  });
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000);
  const asked = api.call('GET', '/auth/me', { data: v.number() });
  clock.mockReturnValue(1_001);
  browserSays(false);
  window.dispatchEvent(new Event('offline'));
  answered.resolve();
  expect((await asked).ok).toBe(true);
  expect(isOnline()).toBe(false);
  // Returning to the page must not count requests made meanwhile as old.
  clock.mockReturnValue(1_002);
  const later = api.call('GET', '/auth/me', { data: v.number() });
  clock.mockReturnValue(1_003);
  window.dispatchEvent(new Event('focus'));
  await later;
  expect(isOnline()).toBe(true);
});

test('R-BROW-07 so does a sync, by whoever made it: what it says of earlier ones proves nothing', async () => {
  const { database } = await openDexieDevice();
  const synced = (beganAtMs: number, endedAtMs: number) =>
    database.write(async (tx) =>
      tx.meta.putStatus({
        ...(await tx.meta.getStatus()),
        lastSyncAtMs: endedAtMs,
        lastSyncBeganAtMs: beganAtMs,
      }),
    );
  await synced(1, 2);
  const stopFollowing = followSync(database);
  const isFollowed = (clockOffsetMs: number) =>
    vi.waitFor(() => expect(useSyncStatus.getState().clockOffsetMs).toBe(clockOffsetMs), PATIENTLY);
  const tell = (clockOffsetMs: number) =>
    database.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), clockOffsetMs }));
  await tell(1);
  await isFollowed(1);
  expect(isOnline()).toBe(false);
  // These answers came before the browser went offline.
  await synced(3, Date.now() + 60_000);
  await tell(2);
  await isFollowed(2);
  expect(isOnline()).toBe(false);
  await synced(Date.now(), Date.now() + 60_001);
  await vi.waitFor(() => expect(isOnline()).toBe(true), PATIENTLY);
  stopFollowing();
  database.close();
});
