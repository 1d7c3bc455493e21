import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Order, OrderStatus } from '../../../../domain/sales/order.ts';
import { orderOf, showOrders, showOrdersOf } from '../../../support/screens/orders-screens.tsx';
import { businessRow, NOON_MS } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, setStatus } from '../../../support/screens/shop-screens.tsx';

const MINUTE_MS = 60_000;
const NO_COPY = { snapshotComplete: false };

const list = () => screen.findByRole('list', { name: 'Orders' });
const cards = async () => within(await list()).getAllByRole('listitem');
const names = async () => (await cards()).map((card) => /Customer \d+/.exec(card.textContent ?? '')?.[0]);
const chip = (name: string) =>
  within(screen.getByRole('radiogroup', { name: 'Status' })).getByRole<HTMLInputElement>('radio', { name });

/** Makes orders, one a minute; the last one is the newest. */
const manyOrders = (count: number, status: OrderStatus = 'pending', firstId = 1): Order[] =>
  Array.from({ length: count }, (_, at) =>
    orderOf({
      id: firstId + at,
      status,
      customer: { name: `Customer ${firstId + at}`, phone: null, address: null },
      createdAtMs: NOON_MS - (count - at) * MINUTE_MS,
    }),
  );

const oneOfEach = [
  ...manyOrders(1, 'pending', 1),
  ...manyOrders(1, 'confirmed', 2),
  ...manyOrders(1, 'fulfilled', 3),
  ...manyOrders(1, 'cancelled', 4),
];

describe('a card', () => {
  test('R-ORD-04 R-ORD-05 R-ORD-06 R-ORD-07 R-ORD-08 R-ORD-19 C-038 C-039 shows when, number, customer, total without decimals, and status', async () => {
    await showOrders('/orders', {
      rows: {
        order: [
          orderOf({
            id: 900,
            orderNumber: 'ORD-1795251600900',
            status: 'confirmed',
            customer: { name: 'Grace', phone: null, address: null },
            totalMinor: 1_733_350,
          }),
        ],
      },
    });
    const [card] = await cards();
    const texts = within(card as HTMLElement);
    // 09:00 UTC is 12:00 in Kampala.
    expect(texts.getByText('21 Nov 2026, 12:00')).toBeTruthy();
    expect(texts.getByText('#ORD-1795251600900')).toBeTruthy();
    expect(texts.getByText('Grace')).toBeTruthy();
    expect(texts.getByText('UGX 17,334')).toBeTruthy();
    expect(texts.getByText('Confirmed')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Orders');
    expect(document.title).toBe('Orders · Kaunta');
  });

  test("R-ORD-19 C-038 C-043 in the order's currency, else the shop's, else UGX", async () => {
    const app = await showOrders('/orders', {
      rows: { business: [businessRow({ currency: 'KES' })], order: [orderOf({ id: 1, currency: 'TZS' })] },
    });
    expect((await cards())[0]?.textContent).toContain('TZS 5,000');
    await meanwhile(() => app.shop.absorb({ rows: { order: [orderOf({ id: 1, version: 2, currency: '' })] } }));
    await waitFor(async () => expect((await cards())[0]?.textContent).toContain('KES 5,000'));
    await meanwhile(() => app.shop.absorb({ rows: { business: [businessRow({ version: 2, currency: '' })] } }));
    await waitFor(async () => expect((await cards())[0]?.textContent).toContain('UGX 5,000'));
  });

  test('R-ORD-09 leads to the order, and its way back to the same chip', async () => {
    const app = await showOrders('/orders?show=pending', { rows: { order: manyOrders(1) } });
    await userEvent.click(within((await cards())[0] as HTMLElement).getByRole('link'));
    expect(app.path()).toBe('/orders/1');
    const back = await screen.findByRole('link', { name: 'Back' });
    expect(back.getAttribute('href')).toBe('/orders?show=pending');
  });

  test('M8 what waits to be sent bears its badge', async () => {
    const app = await showOrders('/orders', { rows: { order: manyOrders(1) } });
    expect((await cards())[0]?.textContent).not.toContain('Pending sync');
    await meanwhile(() => app.shop.run('order.confirm', () => ({ id: 1 })));
    await waitFor(async () => expect((await cards())[0]?.textContent).toContain('Pending sync'));
    expect((await cards())[0]?.textContent).toContain('Confirmed');
  });
});

describe('the chips', () => {
  test('R-ORD-01 are All, Pending, Confirmed, Fulfilled and Cancelled, and All at first', async () => {
    await showOrders('/orders', { rows: { order: oneOfEach } });
    await list();
    const chips = within(screen.getByRole('radiogroup', { name: 'Status' })).getAllByRole<HTMLInputElement>('radio');
    const labels = chips.map((each) => each.labels?.[0]?.textContent);
    expect(labels).toEqual(['All', 'Pending', 'Confirmed', 'Fulfilled', 'Cancelled']);
    expect(chips.map(({ checked }) => checked)).toEqual([true, false, false, false, false]);
    expect(await cards()).toHaveLength(4);
  });

  test.each([
    ['Pending', 'pending', 'Customer 1'],
    ['Confirmed', 'confirmed', 'Customer 2'],
    ['Fulfilled', 'fulfilled', 'Customer 3'],
    ['Cancelled', 'cancelled', 'Customer 4'],
  ])('R-ORD-02 %s shows only those, and stands in the address', async (name, status, customer) => {
    const app = await showOrders('/orders', { rows: { order: oneOfEach } });
    await list();
    await userEvent.click(chip(name));
    await waitFor(async () => expect(await names()).toEqual([customer]));
    expect(app.search()).toBe(`?show=${status}`);
    expect(chip(name).checked).toBe(true);
    await userEvent.click(chip('All'));
    await waitFor(async () => expect(await cards()).toHaveLength(4));
    expect(app.search()).toBe('');
  });

  test('R-ORD-02 an order leaves the chip of the status that it had', async () => {
    const app = await showOrders('/orders?show=pending', { rows: { order: manyOrders(2) } });
    expect(await names()).toEqual(['Customer 2', 'Customer 1']);
    await meanwhile(() => app.shop.run('order.confirm', () => ({ id: 2 })));
    await waitFor(async () => expect(await names()).toEqual(['Customer 1']));
  });

  test('C-159 another chip begins on its first page; what is no status is All', async () => {
    const app = await showOrders('/orders?page=2&show=nonsense', { rows: { order: manyOrders(12) } });
    expect(await names()).toEqual(['Customer 2', 'Customer 1']);
    await userEvent.click(chip('Pending'));
    await waitFor(async () => expect(await cards()).toHaveLength(10));
    expect(app.search()).toBe('?show=pending');
  });
});

describe('the search', () => {
  const order = [
    orderOf({
      id: 1,
      orderNumber: 'ORD-111',
      customer: { name: 'Customer 1', phone: '0772 555 001', address: 'Here' },
    }),
    orderOf({
      id: 2,
      orderNumber: 'ORD-222',
      status: 'confirmed',
      customer: { name: 'Customer 2', phone: null, address: null },
    }),
  ];

  test.each([
    ['ord-22', ['Customer 2']],
    ['CUSTOMER 1', ['Customer 1']],
    ['0772 5', ['Customer 1']],
    ['0772555', ['Customer 1']],
  ])('R-ORD-03 C-085 C-034 %s is looked for in number, customer and phone', async (typed, found) => {
    await showOrders(`/orders?q=${encodeURIComponent(typed)}`, { rows: { order } });
    await waitFor(async () => expect(await names()).toEqual(found));
  });

  test('R-ORD-02 R-ORD-03 R-SHELL-07 the box in the header searches within the chip', async () => {
    const app = await showOrders('/orders?show=pending', { rows: { order } });
    await list();
    const open = screen.queryByRole('button', { name: 'Search' });
    if (open) await userEvent.click(open);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'ord');
    await waitFor(() => expect(app.search()).toBe('?show=pending&q=ord'));
    expect(await names()).toEqual(['Customer 1']);
  });

  test.each([['/orders'], ['/orders?q=nowhere'], ['/orders?show=cancelled']])(
    "R-ORD-14 R-ORD-15 C-086 nothing at %s: 'No orders found', 'Try a different search or filter'",
    async (path) => {
      await showOrders(path, { rows: { order: path === '/orders' ? [] : order } });
      expect(await screen.findByText('No orders found')).toBeTruthy();
      expect(screen.getByText('Try a different search or filter')).toBeTruthy();
      // Only without a search: a shop that waits for its first order.
      const page = screen.queryByRole('link', { name: 'Open the page of your shop' });
      expect(page?.getAttribute('href') ?? null).toBe(path === '/orders' ? '/mama-asha' : null);
    },
  );
});

describe('pages', () => {
  test("R-ORD-10 R-ORD-11 R-ORD-13 ten at a time, with 'Prev', 'Next' and 'Page X of Y'", async () => {
    await showOrders('/orders', { rows: { order: manyOrders(12) } });
    expect(await cards()).toHaveLength(10);
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(async () => expect(await names()).toEqual(['Customer 2', 'Customer 1']));
    expect(screen.getByText('Page 2 of 2')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Prev' }));
    await waitFor(async () => expect(await cards()).toHaveLength(10));
  });

  test('R-ORD-12 no pager with one page', async () => {
    await showOrders('/orders', { rows: { order: manyOrders(10) } });
    expect(await cards()).toHaveLength(10);
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });
});

describe('a device without a copy of the shop', () => {
  const withJournal = async (what: 'failed' | 'offline') => {
    const opened = await openShop();
    await opened.shop.write(async (tx) => {
      await tx.meta.putState({ ...(await tx.meta.getState()), ...NO_COPY });
      await tx.meta.appendJournal({ atMs: NOON_MS, what, detail: { waitMs: 1_000, status: 503 } });
    });
    await setStatus(opened.shop, { failureCount: 1 });
    return opened;
  };

  test("R-ORD-16 R-ORD-17 R-ORD-18 the server fails: 'Failed to load orders.', its status, and trying again", async () => {
    const opened = await withJournal('failed');
    showOrdersOf(opened, '/orders');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Failed to load orders.')).toBeTruthy();
    expect(within(alert).getByText(/^Failed to load orders: 503 \S/)).toBeTruthy();
    expect(opened.wake).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(opened.wake).toHaveBeenCalledOnce();
    expect(screen.queryByText('No orders found')).toBeNull();
  });

  test('R-ORD-16 C-148 without a signal it says so', async () => {
    showOrdersOf(await withJournal('offline'), '/orders');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Failed to load orders.')).toBeTruthy();
    expect(within(alert).getByText('You are offline. Connect to the internet to load your shop.')).toBeTruthy();
  });

  test('C-148 while the first copy comes there is no word of an empty list', async () => {
    const opened = await openShop();
    await opened.shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), ...NO_COPY }));
    vi.spyOn(opened.replica, 'wake');
    showOrdersOf(opened, '/orders');
    expect(await screen.findByText('Loading orders...')).toBeTruthy();
    await act(async () => undefined);
    expect(screen.queryByText('No orders found')).toBeNull();
  });
});
