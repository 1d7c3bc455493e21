import { cleanNotifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dexie } from 'dexie';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Order } from '../../../domain/sales/order.ts';
import { Shell } from '../../../src/app/shell.tsx';
import { startOrderAlerts } from '../../../src/background/order-alerts.ts';
import { queuedToasts } from '../../../src/state/toast-queue.ts';
import { runEngine } from '../../../sync/engine/engine.ts';
import { NOTIFICATION_LOCK } from '../../../sync/host/notification-turn.ts';
import { journalOf } from '../../../sync/store/live-reads.ts';
import { orderAlertsOf } from '../../../sync/store/order-alerts.ts';
import { BUSINESS_ID, NOON_MS, orderRow, USER_ID } from '../../support/shop-rows.ts';
import { meanwhile, type OpenedShop, openShop, renderShop } from '../../support/screens/shop-screens.tsx';
import { PATIENTLY } from '../../support/patience.ts';

const MINUTE_MS = 60_000;
const CLOCK = { nowMs: () => NOON_MS, offsetMinutes: () => 180 };
const REST_OF_PORTS = {
  online: { isOnline: () => true },
  device: { appVersion: 'test', pullRows: () => 200, storagePersistent: () => Promise.resolve(null) },
};

const FULL = ['Failed to clear the notifications', 'This device has no space left. It was not saved.'];

interface Notified {
  title: string;
  options: NotificationOptions;
  shownAtMs: number;
  closedAtMs: number | null;
}

/** The notifications that the browser was asked to show. */
let notified: Notified[] = [];

beforeEach(() => {
  notified = [];
  setPermission('default');
  const registration = {
    showNotification: async (title: string, options: NotificationOptions) =>
      void notified.push({ title, options, shownAtMs: Date.now(), closedAtMs: null }),
    getNotifications: async ({ tag }: { tag: string }) =>
      notified
        .filter(({ options }) => options.tag === tag)
        .map((each) => ({ close: () => void (each.closedAtMs = Date.now()) })),
  };
  vi.stubGlobal('navigator', Object.assign(navigator, { serviceWorker: { ready: Promise.resolve(registration) } }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });
});

function setPermission(permission: NotificationPermission, asked: NotificationPermission = permission) {
  const notification = {
    permission,
    requestPermission: vi.fn(async () => (notification.permission = asked)),
  };
  vi.stubGlobal('Notification', notification);
  return notification;
}

const order = (id: number, fields: Partial<Order> = {}) =>
  orderRow({ id, version: id, orderNumber: `ORD-${id}`, createdAtMs: NOON_MS - 1_000_000 + id, ...fields });

/** Shows the shell of a shop with these orders; new ones can be added. */
async function open(...known: Order[]) {
  const opened = await openShop({ rows: { order: known } });
  const wake = vi.fn<() => void>();
  onTestFinished(
    startOrderAlerts({
      database: opened.device.database,
      user: { businessId: BUSINESS_ID, userId: USER_ID },
      wake,
      nowMs: () => Date.now(),
    }),
  );
  await vi.waitFor(async () => expect(await orderAlertsOf(opened.device.database)).not.toBeNull(), PATIENTLY);
  const app = renderShop(
    opened,
    [{ element: <Shell />, children: [{ path: '*', element: <p>A screen</p> }] }],
    '/items',
  );
  return { ...opened, app, wake };
}
const arrive = ({ shop }: OpenedShop, ...orders: Order[]) => meanwhile(() => shop.absorb({ rows: { order: orders } }));
const bell = () => screen.getByRole('button', { name: /^Notifications( \d\+?)?$/ });
const ordersLink = () => within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Orders' });
async function openBell() {
  await userEvent.click(bell());
  return within(await screen.findByRole('dialog', { name: 'Notifications' }));
}
const toastTexts = () => queuedToasts().map(({ title, message }) => `${title}: ${message ?? ''}`);
const told = (count: number) => waitFor(() => expect(queuedToasts()).toHaveLength(count));

describe('the bell', () => {
  test('R-NOTIF-01 R-NOTIF-06 R-NOTIF-07 R-NOTIF-16 R-SHELL-05 says that there is nothing, and leads to the orders', async () => {
    const { app } = await open();
    const list = await openBell();
    expect(list.getByRole('heading', { name: 'Notifications' })).toBeTruthy();
    expect(await list.findByText('No notifications yet')).toBeTruthy();
    expect(list.getByText("You'll see new order alerts here")).toBeTruthy();
    expect(list.queryByRole('button', { name: 'Clear all' })).toBeNull();
    await userEvent.click(list.getByRole('link', { name: 'View All Orders' }));
    expect(app.path()).toBe('/orders');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('R-NOTIF-08 R-NOTIF-09 R-NOTIF-10 R-NOTIF-11 R-NOTIF-13 R-NOTIF-14 C-038 shows who ordered, which order, how much and when; a tap opens it', async () => {
    const { app } = await open(
      order(5, {
        customer: { name: 'Grace', phone: null, address: null },
        totalMinor: 1_234_550,
        createdAtMs: NOON_MS - 5 * MINUTE_MS,
      }),
      order(4, { currency: 'KES', totalMinor: 50_000, createdAtMs: NOON_MS - 120 * MINUTE_MS }),
    );
    const list = await openBell();
    const [first, second] = await list.findAllByRole('listitem');
    for (const text of ['New Order', 'Grace', 'ORD-5', 'UGX 12,346', '5m ago'])
      expect(first?.textContent).toContain(text);
    for (const text of ['KES 500', '2h ago']) expect(second?.textContent).toContain(text);
    await userEvent.click(within(first as HTMLElement).getByRole('link'));
    expect(app.path()).toBe('/orders/5');
  });

  test('R-NOTIF-02 R-NOTIF-23 R-NOTIF-27 R-SHELL-11 R-SHELL-12 C-078 C-079 C-080 counts what is new at the bell and at the orders, also without anybody’s permission; opened, all is read', async () => {
    const opened = await open(order(1));
    expect(bell().textContent).toBe('');
    await arrive(opened, order(2), order(3));
    await waitFor(() => expect(bell().textContent).toBe('2'));
    expect(bell().getAttribute('aria-description')).toBe('2 unread');
    expect(ordersLink().textContent).toContain('2');
    await arrive(opened, ...Array.from({ length: 9 }, (_, index) => order(10 + index)));
    await waitFor(() => expect(bell().textContent).toBe('9+'));
    expect(ordersLink().textContent).toContain('9+');
    const list = await openBell();
    expect(await list.findByText('10 new')).toBeTruthy();
    await waitFor(() => expect(bell().textContent).toBe(''));
    expect(list.getByText('10 new')).toBeTruthy();
    expect(ordersLink().textContent).toBe('Orders');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(bell()));
    expect((await openBell()).queryByText(/new$/)).toBeNull();
    expect(notified).toEqual([]);
  });

  test('R-NOTIF-03 M37 clear all empties the list, and what was cleared does not come back', async () => {
    const opened = await open(order(1));
    await arrive(opened, order(2));
    await waitFor(() => expect(bell().textContent).toBe('1'));
    const list = await openBell();
    await list.findByText('ORD-2');
    expect(await list.findByText('1 new')).toBeTruthy();
    await userEvent.click(await list.findByRole('button', { name: 'Clear all' }));
    expect(await list.findByText('No notifications yet')).toBeTruthy();
    expect(list.queryByText(/ new$/)).toBeNull();
    await arrive(opened, order(1, { version: 9 }), order(3));
    expect(await list.findByText('ORD-3')).toBeTruthy();
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect(await opened.shop.outbox()).toEqual([]);
  });

  test('R-NOTIF-03 SYN-26d a list that cannot be cleared for want of space says so, and stays', async () => {
    const opened = await open(order(1));
    await arrive(opened, order(2));
    const list = await openBell();
    await list.findByText('ORD-2');
    const full = new DOMException('The disk is full.', 'QuotaExceededError');
    vi.spyOn(opened.replica.database.tables.meta, 'put').mockImplementation(() => Dexie.Promise.reject(full));
    await userEvent.click(await list.findByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(queuedToasts().map(({ title, message }) => [title, message])).toContainEqual(FULL));
    expect(list.getByText('ORD-2')).toBeTruthy();
    await userEvent.click(list.getByRole('switch', { name: 'Sound for new orders' }));
    await waitFor(() => expect(queuedToasts().map(({ title }) => title)).toContain('Failed to change the sound'));
  });

  test('R-NOTIF-04 R-NOTIF-05 asks for browser notifications where the permission is missing, and no more once it is there', async () => {
    const notification = setPermission('default', 'granted');
    await open();
    const list = await openBell();
    expect(list.getByText('Enable browser notifications')).toBeTruthy();
    await userEvent.click(list.getByRole('button', { name: 'Enable' }));
    expect(notification.requestPermission).toHaveBeenCalledOnce();
    await waitFor(() => expect(list.queryByText('Enable browser notifications')).toBeNull());
  });

  test('R-NOTIF-04 a browser that was told no says where to change that', async () => {
    const notification = setPermission('denied');
    await open();
    const list = await openBell();
    await userEvent.click(list.getByRole('button', { name: 'Enable' }));
    expect(notification.requestPermission).not.toHaveBeenCalled();
    expect(
      await list.findByText('This browser blocks them. Allow notifications of this site in its settings.'),
    ).toBeTruthy();
  });

  test('G37 the sound can be switched off', async () => {
    const { device } = await open();
    const list = await openBell();
    await userEvent.click(await list.findByRole('switch', { name: 'Sound for new orders' }));
    await vi.waitFor(async () => expect((await orderAlertsOf(device.database))?.isSoundOn).toBe(false), PATIENTLY);
  });
});

describe('a new order', () => {
  test('R-NOTIF-19 R-NOTIF-20 R-NOTIF-21 R-NOTIF-22 raises a toast of 8 s and a notification that closes after 10 s, once', async () => {
    setPermission('granted');
    const opened = await open(order(1));
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: NOON_MS, shouldAdvanceTime: true });
    await arrive(opened, order(2));
    await told(1);
    expect(queuedToasts()).toMatchObject([
      { title: 'New Order', message: 'Okello · ORD-2 · UGX 500', autoClose: 8_000 },
    ]);
    await waitFor(() => expect(notified).toHaveLength(1));
    expect(notified[0]).toMatchObject({
      title: 'New Order',
      options: { body: 'Okello · ORD-2 · UGX 500', tag: 'order-2', data: { path: '/orders/2' } },
    });
    await act(() => vi.advanceTimersByTimeAsync(10_500));
    const openForMs = (notified[0]?.closedAtMs ?? 0) - (notified[0]?.shownAtMs ?? 0);
    expect(openForMs).toBeGreaterThanOrEqual(10_000);
    expect(openForMs).toBeLessThan(10_100);
    await arrive(opened, order(2, { version: 9, status: 'confirmed' }));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(notified).toHaveLength(1);
    expect(queuedToasts()).toEqual([]);
  });

  test('R-BROW-19 its notification is shown, and taken away, in turn with the worker’s', async () => {
    setPermission('granted');
    const turns: string[] = [];
    const state = () =>
      `${notified.length} shown, ${notified.filter(({ closedAtMs }) => closedAtMs !== null).length} closed`;
    const request = async (name: string, ...rest: unknown[]) => {
      const before = state();
      const result = await (rest.at(-1) as (lock: object) => unknown)({ name });
      if (name === NOTIFICATION_LOCK) turns.push(`${before} → ${state()}`);
      return result;
    };
    vi.stubGlobal('navigator', Object.assign(navigator, { locks: { request } }));
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
    const opened = await open();
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: NOON_MS, shouldAdvanceTime: true });
    await arrive(opened, order(2));
    await waitFor(() => expect(notified).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(10_500));
    expect(turns).toEqual(['0 shown, 0 closed → 1 shown, 0 closed', '1 shown, 0 closed → 1 shown, 1 closed']);
  });

  test('C-083 two are told one after the other, three or more in one toast', async () => {
    const opened = await open(order(1));
    await arrive(opened, order(2), order(3));
    await told(2);
    expect(toastTexts()).toEqual(['New Order: Okello · ORD-2 · UGX 500', 'New Order: Okello · ORD-3 · UGX 500']);
    act(() => cleanNotifications());
    await arrive(opened, order(4), order(5), order(6));
    await told(1);
    expect(toastTexts()).toEqual(['3 new orders: ']);
    await arrive(opened, order(7));
    await told(2);
    await arrive(opened, order(8), order(9));
    await waitFor(() => expect(toastTexts()).toEqual(['3 new orders: ', '3 new orders: ']));
  });

  test('C-082 what is not pending when it comes is no news', async () => {
    const opened = await open();
    await arrive(opened, order(2, { status: 'cancelled' }), order(3));
    await told(1);
    expect(toastTexts()).toEqual(['New Order: Okello · ORD-3 · UGX 500']);
  });
});

describe('asking for new orders', () => {
  test('R-NOTIF-28 an answer that is no yes is written in the journal, and told to nobody', async () => {
    setPermission('granted');
    const { device } = await openShop();
    const { database } = device;
    const refuse = vi.fn(() => Promise.resolve({ kind: 'retry_later' as const, status: 503, retryAfterMs: null }));
    const transport = { pull: refuse, push: refuse, audit: refuse, knownActs: refuse };
    const ports = { ...{ database, transport, clock: CLOCK, random: { below: () => 0 } }, ...REST_OF_PORTS };
    onTestFinished(
      startOrderAlerts({
        ...{ database, user: { businessId: BUSINESS_ID, userId: USER_ID }, nowMs: () => Date.now() },
        wake: () => void runEngine(ports, true),
      }),
    );
    await vi.waitFor(
      async () => expect(await journalOf(database, 1)).toMatchObject([{ what: 'failed', detail: { status: 503 } }]),
      PATIENTLY,
    );
    expect(refuse).toHaveBeenCalled();
    expect([queuedToasts(), notified]).toEqual([[], []]);
  });

  const FIVE_MINUTES_MS = 5 * MINUTE_MS;

  async function startAt(permission: NotificationPermission, lastCheckAgoMs: number | null) {
    setPermission(permission);
    const { device } = await openShop();
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: NOON_MS });
    if (lastCheckAgoMs !== null) localStorage.setItem('kaunta-orders-checked', String(NOON_MS - lastCheckAgoMs));
    const wake = vi.fn<() => void>();
    onTestFinished(
      startOrderAlerts({
        database: device.database,
        user: { businessId: BUSINESS_ID, userId: USER_ID },
        wake,
        nowMs: () => Date.now(),
      }),
    );
    return wake;
  }

  test('R-NOTIF-17 R-NOTIF-25 happens at the start and every 5 minutes with the permission', async () => {
    const wake = await startAt('granted', null);
    expect(wake).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(FIVE_MINUTES_MS - 1);
    expect(wake).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(wake).toHaveBeenCalledTimes(2);
  });

  test('R-NOTIF-18 what a poll brings is told where it is pending and was not seen before, and nothing else', async () => {
    const opened = await open(order(1));
    await arrive(
      opened,
      order(1, { notes: 'changed' }),
      order(2, { status: 'confirmed' }),
      order(3, { status: 'cancelled' }),
      order(4, { status: 'fulfilled' }),
      order(5),
    );
    await waitFor(() => expect(bell().textContent).toBe('1'));
    const list = await openBell();
    expect((await list.findAllByRole('listitem')).map((entry) => /ORD-\d+/.exec(entry.textContent)?.[0])).toEqual([
      'ORD-5',
      'ORD-1',
    ]);
  });

  test('R-NOTIF-17 does not without it, and does once it was given', async () => {
    const wake = await startAt('default', null);
    vi.advanceTimersByTime(2 * FIVE_MINUTES_MS);
    expect(wake).not.toHaveBeenCalled();
    setPermission('granted');
    vi.advanceTimersByTime(FIVE_MINUTES_MS);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  test.each([
    [59_999, 0],
    [60_000, 1],
  ])('R-NOTIF-26 %d ms after the last check the first one happens %d times', async (agoMs, times) => {
    expect(await startAt('granted', agoMs)).toHaveBeenCalledTimes(times);
  });
});
