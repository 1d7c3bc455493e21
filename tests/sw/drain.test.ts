import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Dexie from 'dexie';
import { openSessionRecord, type Session } from '../../sync/store/session-record.ts';
import {
  drainFor,
  drainSignedIn,
  hasUnsentSignedIn,
  isSoundWanted,
  refreshAppBadge,
  signedInClient,
  signedInDatabase,
} from '../../sw/drain.ts';
import { inDatabaseOf } from '../support/device/persons-database.ts';
import { saleArgs } from '../support/device/replica.ts';
import { BUSINESS_ID, itemRow, orderRow, USER_ID } from '../support/shop-rows.ts';

/* How the worker finds the signed-in user: by the session's record and the existing databases. */

const AMINA = { businessId: BUSINESS_ID, userId: USER_ID };
/** Each test has its own user, because the worker keeps databases open. */
let personId = USER_ID;
let asked: string[];
let badge: { setAppBadge: ReturnType<typeof vi.fn>; clearAppBadge: ReturnType<typeof vi.fn> };

beforeEach(() => {
  personId += 1;
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'https://kaunta.test').pathname);
    throw new TypeError('Failed to fetch');
  });
  badge = { setAppBadge: vi.fn(async () => undefined), clearAppBadge: vi.fn(async () => undefined) };
  vi.stubGlobal('navigator', { onLine: true, ...badge });
});
afterEach(() => vi.unstubAllGlobals());

const person = () => ({ ...AMINA, userId: personId });

async function signIn(): Promise<void> {
  const session: Session = {
    user: {
      ...{ id: personId, businessId: BUSINESS_ID, role: 'admin', isBusinessOwner: true },
      ...{ username: '', firstName: '', lastName: '', phone: '', email: '' },
    },
    business: {
      ...{ id: BUSINESS_ID, name: '', slug: '', currency: 'UGX', country: '', timeZone: 'UTC' },
      businessCategoryId: null,
    },
    signedInAtMs: 1,
  };
  await openSessionRecord(indexedDB).write(session);
}

const ITEM = itemRow({ id: 9 });

const sell = () =>
  inDatabaseOf(person(), async (shop) => {
    await shop.absorb({ rows: { item: [ITEM] } });
    await shop.run('sale.create', (tools) => saleArgs(tools, ITEM.id, 100));
  });

describe('nobody is signed in', () => {
  test('SYN-17 nothing waits, nothing is sent, no number is on the icon, and no database is made', async () => {
    expect(await signedInClient()).toBeNull();
    expect(await hasUnsentSignedIn()).toBe(false);
    expect(await drainSignedIn(true)).toBeNull();
    await refreshAppBadge();
    expect(badge.clearAppBadge).toHaveBeenCalledOnce();
    expect(asked).toEqual([]);
    await expect(signedInDatabase()).rejects.toThrow('Nobody is signed in');
    expect((await Dexie.getDatabaseNames()).filter((name) => name !== 'kaunta-session')).toEqual([]);
  });
});

describe('somebody is signed in', () => {
  test('SYN-1 SYN-17 what they saved waits, and is sent as theirs; with no line it goes on waiting', async () => {
    await signIn();
    await sell();
    expect(await signedInClient()).toEqual(person());
    expect(await hasUnsentSignedIn()).toBe(true);
    expect(await drainSignedIn(true)).toMatchObject({ type: 'ended', phase: 'offline' });
    expect(asked).toContain('/api/v1/sync/push');
    expect(await hasUnsentSignedIn()).toBe(true);
  });

  test('SYN-17 with nothing saved nothing waits', async () => {
    await signIn();
    await inDatabaseOf(person(), async () => undefined);
    expect(await hasUnsentSignedIn()).toBe(false);
  });

  test('SYN-18 while another window has the lock the worker leaves it to that', async () => {
    await signIn();
    await sell();
    const request = async (_: string, __: object, work: (lock: null) => unknown) => await work(null);
    vi.stubGlobal('navigator', { onLine: true, ...badge, locks: { request } });
    expect(await drainSignedIn(true)).toEqual({ type: 'ended', phase: 'held', wakeAfterMs: null });
    expect(asked).toEqual([]);
  });

  test('SYN-26 a database that is not there is never made: the page that asked hears why', async () => {
    await signIn();
    expect(await drainFor({ type: 'drain', ...person(), urgent: true, visible: false })).toEqual({
      type: 'failed',
      reason: 'evicted',
    });
    expect(await hasUnsentSignedIn()).toBe(false);
    expect((await Dexie.getDatabaseNames()).filter((name) => name !== 'kaunta-session')).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('SYN-26 one that could not be opened is opened when it is there', async () => {
    await signIn();
    expect(await hasUnsentSignedIn()).toBe(false);
    await sell();
    expect(await hasUnsentSignedIn()).toBe(true);
  });

  test('R-APP-06 the icon counts the orders that nobody has seen, and a database that does not open leaves it as it is', async () => {
    await signIn();
    await refreshAppBadge();
    expect([badge.setAppBadge.mock.calls, badge.clearAppBadge.mock.calls]).toEqual([[], []]);
    await inDatabaseOf(person(), (shop) => shop.absorb({ rows: { order: [] } }));
    await (
      await signedInDatabase()
    ).tables.meta.put({
      key: 'orderAlerts',
      value: { seenIds: [], entries: [], isSoundOn: false },
    });
    await inDatabaseOf(person(), (shop) => shop.absorb({ rows: { order: [orderRow({ id: 77 })] } }));
    await refreshAppBadge();
    expect(badge.setAppBadge).toHaveBeenCalledExactlyOnceWith(1);
  });

  test('R-GEN-13 a new order is heard, unless its person wants no sound', async () => {
    expect(await isSoundWanted()).toBe(true);
    await signIn();
    expect(await isSoundWanted()).toBe(true);
    await inDatabaseOf(person(), async () => undefined);
    await (
      await signedInDatabase()
    ).tables.meta.put({
      key: 'orderAlerts',
      value: { seenIds: [], entries: [], isSoundOn: false },
    });
    expect(await isSoundWanted()).toBe(false);
  });
});
