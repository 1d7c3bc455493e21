import { expect, test } from 'vitest';
import { readNotificationData } from '../../sync/host/order-notification.ts';
import { notificationFor, showPage, type WindowLike } from '../../sw/web-push.ts';

const ORIGIN = 'https://kaunta.test';
const AMINA = { businessId: 9, userId: 5 };
const order = {
  type: 'order',
  ...AMINA,
  orderId: 77,
  orderNumber: 'ORD-1',
  customerName: 'Amina',
  amountText: 'UGX 12,000',
};

test('R-GEN-13 a push about an order says who ordered, which order and how much', () => {
  const { title, options } = notificationFor(JSON.stringify(order), AMINA);
  expect(title).toBe('New Order');
  expect(options.body).toBe('Amina · ORD-1 · UGX 12,000');
  expect(options.data.path).toBe('/orders/77');
});

test.each([null, '', 'not json', '{"type":"order"}', '{"type":"order","orderId":-1}'])(
  'a push that cannot be read (%s) is shown all the same',
  (payload) => {
    const { title, options } = notificationFor(payload, AMINA);
    expect(title).toBe('New Order');
    expect(options.data.path).toBe('/orders');
  },
);

test('R-APP-07 a notification of an order can be confirmed and opened, by whom it was shown to', () => {
  const { options } = notificationFor(JSON.stringify(order), AMINA);
  expect(options.actions).toEqual([
    { action: 'confirm', title: 'Confirm' },
    { action: 'open', title: 'Open' },
  ]);
  expect(readNotificationData(options.data).order).toEqual({ ...AMINA, orderId: 77 });
});

test.each([
  ['nobody', null],
  ['a colleague', { businessId: 9, userId: 6 }],
  ['somebody of another shop', { businessId: 8, userId: 5 }],
])('R-APP-07 where %s is signed in now, a push tells nothing of the order and offers no Confirm', (_who, client) => {
  const { options } = notificationFor(JSON.stringify(order), client);
  expect(options).toMatchObject({ body: 'Open Kaunta to see it.', data: { path: '/orders' } });
  expect(options.actions).toBeUndefined();
  expect(JSON.stringify(options)).not.toContain('Amina');
});

test.each([undefined, null, 'text', { path: 5 }, { path: '/x', order: { orderId: 'all' } }])(
  'a notification whose data cannot be read (%j) leads to the orders, and confirms nothing',
  (data) => expect(readNotificationData(data)).toEqual({ path: '/orders' }),
);

function windowAt(path: string, focused = false) {
  const calls: string[] = [];
  const window: WindowLike = {
    url: new URL(path, ORIGIN).href,
    focused,
    focus: async () => void calls.push('focus'),
    navigate: async (url) => void calls.push(`navigate ${new URL(url).pathname}`),
  };
  return { window, calls };
}
const isAppPage = (url: URL) => url.pathname !== '/mama-amina';

test('a click focuses the window that shows the order already', async () => {
  const [other, there] = [windowAt('/sales', true), windowAt('/orders/77')];
  await showPage('/orders/77', ORIGIN, [other.window, there.window], isAppPage, async () => expect.unreachable());
  expect(there.calls).toEqual(['focus']);
  expect(other.calls).toEqual([]);
});

test('a click leads the window in use to the order', async () => {
  const [back, front] = [windowAt('/items'), windowAt('/sales', true)];
  await showPage('/orders/77', ORIGIN, [back.window, front.window], isAppPage, async () => expect.unreachable());
  expect(front.calls).toEqual(['navigate /orders/77', 'focus']);
  expect(back.calls).toEqual([]);
});

test('a click opens a new window beside a shop page that a customer looks at', async () => {
  const storefront = windowAt('/mama-amina', true);
  const opened: string[] = [];
  await showPage(
    '/orders/77',
    ORIGIN,
    [storefront.window],
    isAppPage,
    async (url) => void opened.push(new URL(url).pathname),
  );
  expect(opened).toEqual(['/orders/77']);
  expect(storefront.calls).toEqual([]);
});

test('R-APP-07 a click opens a new window where the window of the app does not follow', async () => {
  const { window } = windowAt('/sales');
  const opened: string[] = [];
  const open = async (url: string) => void opened.push(new URL(url).pathname);
  const deaf = { ...window, navigate: () => Promise.reject(new TypeError('This worker is not its controller')) };
  await showPage('/orders/77', ORIGIN, [deaf], isAppPage, open);
  expect(opened).toEqual(['/orders/77']);
});
