import { setSyncStatus } from '../../../../src/state/sync-status.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Home } from '../../../../src/screens/home/home.tsx';
import { parkSale } from '../../../../src/platform/draft/parked-sales.ts';
import { newReplicaState } from '../../../../sync/replica/state.ts';
import { saleArgs } from '../../../support/device/replica.ts';
import { BUSINESS_ID, businessRow, itemRow, NOON_MS, orderRow, saleRow, USER_ID } from '../../../support/shop-rows.ts';
import {
  meanwhile,
  type OpenedShop,
  openShop,
  renderShop,
  setStatus,
  type ShopOptions,
} from '../../../support/screens/shop-screens.tsx';

const HOUR_MS = 3_600_000;
/** Midnight in Kampala, three hours ahead of UTC. */
const MIDNIGHT_MS = NOON_MS - 12 * HOUR_MS;

async function renderHome(options: ShopOptions = {}) {
  return await renderOpened(await openShop(options));
}

async function renderOpened(opened: OpenedShop) {
  const app = renderShop(
    opened,
    [
      { path: '/', element: <Home /> },
      { path: '*', element: null },
    ],
    '/',
  );
  await screen.findByRole('heading', { name: 'Quick Items Stats' });
  return { ...opened, app };
}

const section = (name: string) => within(screen.getByRole('region', { name }));

/** Returns the figure under a name; '' while it is being read. */
const figure = (region: string, name: string): string =>
  section(region).getByText(name, { selector: 'dt, dt *' }).closest('div')?.querySelector('dd')?.textContent ?? '';

const expectFigure = (region: string, name: string, text: string) =>
  waitFor(() => expect(figure(region, name)).toBe(text));

describe('the shop', () => {
  test('R-HOME-01 shows its name', async () => {
    await renderHome();
    expect(await screen.findByRole('heading', { name: 'Mama Asha' })).toBeTruthy();
  });

  test("R-HOME-02 a shop without a name is 'Your Store'", async () => {
    await renderHome({ rows: { business: [businessRow({ name: '' })] } });
    expect(await screen.findByRole('heading', { name: 'Your Store' })).toBeTruthy();
  });

  test('R-HOME-03 its slug leads to the public storefront', async () => {
    await renderHome();
    const link = await screen.findByRole('link', { name: 'mama-asha' });
    expect(link.getAttribute('href')).toBe('/mama-asha');
  });

  test.each([
    ['admin', '/register/business'],
    ['staff', null],
  ] as const)(
    'R-APP-08 C-020 it leads an admin to the plain business edit: for %s the link is %s',
    async (role, href) => {
      await renderHome({ state: { role, projection: role } });
      const link = screen.queryByRole('link', { name: 'Edit business details' });
      expect(link?.getAttribute('href') ?? null).toBe(href);
    },
  );

  test('until its row has come, it is as signing in told', async () => {
    await renderHome({ rows: { business: [] }, told: { name: 'Amina General Store', slug: 'amina' } });
    expect(await screen.findByRole('heading', { name: 'Amina General Store' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'amina' }).getAttribute('href')).toBe('/amina');
  });
});

describe('a device in another time zone', () => {
  const TITLE = 'This device is in another time zone';

  test('X-TYPE-43 says so until it was read, and again once either zone is another', async () => {
    onTestFinished(() => localStorage.clear());
    const first = await renderHome();
    // Vitest's own zone is UTC.
    expect(await screen.findByText(/Its clock is in UTC\. .* of your shop, in Africa\/Kampala\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByText(TITLE)).toBeNull();
    first.app.unmount();
    const second = await renderHome();
    expect(screen.queryByText(TITLE)).toBeNull();
    second.app.unmount();
    const third = await renderHome({ rows: { business: [businessRow({ timeZone: 'Africa/Lagos' })] } });
    expect(await screen.findByText(TITLE)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    third.app.unmount();
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function inCairo(
      this: Intl.DateTimeFormat,
    ) {
      return { ...resolvedOptions.call(this), timeZone: 'Africa/Cairo' };
    });
    await renderHome({ rows: { business: [businessRow({ timeZone: 'Africa/Lagos' })] } });
    expect(await screen.findByText(TITLE)).toBeTruthy();
  });

  test('X-TYPE-43 a clock that goes alike is no other one, whatever its zone is called', async () => {
    await renderHome({ rows: { business: [businessRow({ timeZone: 'Africa/Abidjan' })] } });
    expect(screen.queryByText(TITLE)).toBeNull();
  });

  test('X-TYPE-43 of a browser that does not know its zone nothing is said, and Home stands', async () => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function unknownZone(
      this: Intl.DateTimeFormat,
    ) {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' };
    });
    await renderHome();
    expect(screen.getByText("Today's Summary")).toBeTruthy();
    expect(screen.queryByText(TITLE)).toBeNull();
  });
});

describe("Today's Summary", () => {
  const orders = [
    orderRow({ id: 1, totalMinor: 50_000 }),
    orderRow({ id: 2, totalMinor: 25_050, status: 'fulfilled', createdAtMs: MIDNIGHT_MS }),
    orderRow({ id: 3, totalMinor: 999_900, status: 'cancelled' }),
    orderRow({ id: 4, totalMinor: 777_700, createdAtMs: MIDNIGHT_MS - 1 }),
    orderRow({ id: 5, totalMinor: 888_800, createdAtMs: MIDNIGHT_MS + 24 * HOUR_MS }),
  ];
  const TODAY = "Today's Summary";

  test('R-HOME-04 R-HOME-05 R-HOME-07 R-HOME-09 counts the orders of today, without cancelled ones and other days', async () => {
    await renderHome({ rows: { order: orders } });
    await expectFigure(TODAY, 'Orders today', '2');
  });

  test('R-HOME-06 R-HOME-08 R-HOME-10 R-HOME-11 C-039 sums their amounts, without decimals', async () => {
    await renderHome({ rows: { order: orders } });
    // 500.00 + 250.50, half up.
    await expectFigure(TODAY, 'Revenue from orders', 'UGX 751');
  });

  test("R-HOME-12 C-038 in the business's own currency", async () => {
    const inKes = orders.map((order) => ({ ...order, currency: 'KES' }));
    await renderHome({ rows: { business: [businessRow({ currency: 'KES' })], order: inKes } });
    await expectFigure(TODAY, 'Revenue from orders', 'KES 751');
  });

  test('R-HOME-12 C-043 an order from before a change of currency is counted, and its amount is not added', async () => {
    const inKes = orderRow({ id: 6, totalMinor: 50_000, currency: 'KES' });
    await renderHome({ rows: { business: [businessRow({ currency: 'KES' })], order: [...orders, inKes] } });
    await expectFigure(TODAY, 'Orders today', '3');
    await expectFigure(TODAY, 'Revenue from orders', 'KES 500');
    expect(section(TODAY).getByText('2 more in another currency')).toBeTruthy();
  });

  test('R-HOME-12 C-037 in UGX where none is known', async () => {
    await renderHome({ rows: { business: [businessRow({ currency: '' })], order: orders } });
    await expectFigure(TODAY, 'Revenue from orders', 'UGX 751');
  });

  test('C-077 counts all of them, also beyond the latest hundred', async () => {
    const many = Array.from({ length: 130 }, (_, index) => orderRow({ id: index + 1, totalMinor: 10_000 }));
    await renderHome({ rows: { order: many } });
    await expectFigure(TODAY, 'Orders today', '130');
    await expectFigure(TODAY, 'Revenue from orders', 'UGX 13,000');
  });

  test("C-076 the counter's completed sales are a figure of their own, and no revenue from orders", async () => {
    const sales = [
      saleRow({ id: 1, finalMinor: 1_200_000 }),
      saleRow({ id: 2, finalMinor: 30_050 }),
      saleRow({ id: 3, finalMinor: 999_900, status: 'cancelled' }),
      saleRow({ id: 4, finalMinor: 888_800, status: 'pending' }),
      saleRow({ id: 5, finalMinor: 777_700, createdAtMs: MIDNIGHT_MS - 1 }),
    ];
    await renderHome({ rows: { sale: sales } });
    await expectFigure(TODAY, 'Sales today', 'UGX 12,301');
    expect(section(TODAY).getByText('2 sales')).toBeTruthy();
    expect(section(TODAY).getByText('1 sale not paid yet')).toBeTruthy();
    await expectFigure(TODAY, 'Revenue from orders', 'UGX 0');
    await expectFigure(TODAY, 'Orders today', '0');
  });

  test('C-140 C-155 the day is that of the shop, not of the device', async () => {
    const business = [businessRow({ timeZone: 'Pacific/Auckland' })];
    // Noon in Kampala is 22:00 in Auckland: there, today began 22 hours ago.
    const order = [
      orderRow({ id: 1, createdAtMs: NOON_MS - 22 * HOUR_MS }),
      orderRow({ id: 2, createdAtMs: NOON_MS - 22 * HOUR_MS - 1 }),
      orderRow({ id: 3, createdAtMs: NOON_MS + 2 * HOUR_MS }),
    ];
    await renderHome({ rows: { business, order } });
    await expectFigure(TODAY, 'Orders today', '1');
  });

  test('X-TYPE-40 a phone that slept over midnight shows the new day as soon as it is looked at', async () => {
    const sales = [
      saleRow({ id: 1, finalMinor: 1_200_000 }),
      saleRow({ id: 2, finalMinor: 500_000, createdAtMs: MIDNIGHT_MS + 25 * HOUR_MS }),
    ];
    await renderHome({ rows: { sale: sales, order: orders } });
    await expectFigure(TODAY, 'Sales today', 'UGX 12,000');
    await expectFigure(TODAY, 'Orders today', '2');
    // Without running any timer, as on a suspended device.
    vi.setSystemTime(MIDNIGHT_MS + 26 * HOUR_MS);
    await meanwhile(async () => void document.dispatchEvent(new Event('visibilitychange')));
    await expectFigure(TODAY, 'Sales today', 'UGX 5,000');
    await expectFigure(TODAY, 'Orders today', '1');
  });

  test('C-076 a sale made here counts at once, and says that it was not sent', async () => {
    const { shop } = await renderHome({ rows: { item: [itemRow({ id: 1 })] } });
    await expectFigure(TODAY, 'Sales today', 'UGX 0');
    expect(section(TODAY).getByText('Only what this device knows')).toBeTruthy();
    await meanwhile(() => shop.run('sale.create', (tools) => saleArgs(tools, 1, 100)));
    await expectFigure(TODAY, 'Sales today', 'UGX 1,500');
    expect(section(TODAY).getByText('1 sale')).toBeTruthy();
    await meanwhile(async () => setSyncStatus({ pendingCount: 1 }));
    expect(
      await section(TODAY).findByText('Only what this device knows · 1 change on this device not sent'),
    ).toBeTruthy();
    await meanwhile(() => setStatus(shop, { lastSyncAtMs: NOON_MS - HOUR_MS }));
    expect(await section(TODAY).findByText('Complete up to 11:00 · 1 change on this device not sent')).toBeTruthy();
    await meanwhile(async () => setSyncStatus({ pendingCount: 12 }));
    expect(await section(TODAY).findByText('Complete up to 11:00 · 12 changes on this device not sent')).toBeTruthy();
  });
});

describe('Orders Overview', () => {
  const OVERVIEW = 'Orders Overview';

  test('R-HOME-13 R-HOME-14 R-HOME-15 R-HOME-16 R-HOME-17 counts orders by status, of any day', async () => {
    const of = (status: 'pending' | 'confirmed' | 'fulfilled' | 'cancelled', count: number, firstId: number) =>
      Array.from({ length: count }, (_, index) =>
        orderRow({ id: firstId + index, status, createdAtMs: NOON_MS - index * 24 * HOUR_MS }),
      );
    const order = [
      ...of('pending', 4, 10),
      ...of('confirmed', 3, 20),
      ...of('fulfilled', 2, 30),
      ...of('cancelled', 1, 40),
    ];
    await renderHome({ rows: { order } });
    await expectFigure(OVERVIEW, 'Pending', '4');
    await expectFigure(OVERVIEW, 'Confirmed', '3');
    await expectFigure(OVERVIEW, 'Fulfilled', '2');
    await expectFigure(OVERVIEW, 'Cancelled', '1');
  });

  test.each([
    ['Pending', '/orders?show=pending'],
    ['Confirmed', '/orders?show=confirmed'],
    ['Fulfilled', '/orders?show=fulfilled'],
    ['Cancelled', '/orders?show=cancelled'],
  ])('R-HOME-14 R-HOME-15 R-HOME-16 R-HOME-17 %s leads to those orders', async (name, address) => {
    await renderHome();
    expect(section(OVERVIEW).getByRole('link', { name }).getAttribute('href')).toBe(address);
  });

  test('R-HOME-18 C-077 looks at the latest 100 only', async () => {
    const order = Array.from({ length: 130 }, (_, index) =>
      // The thirty oldest are cancelled.
      orderRow({ id: index + 1, createdAtMs: NOON_MS - index, status: index < 100 ? 'confirmed' : 'cancelled' }),
    );
    await renderHome({ rows: { order } });
    await expectFigure(OVERVIEW, 'Confirmed', '100');
    await expectFigure(OVERVIEW, 'Cancelled', '0');
  });
});

describe('Quick Items Stats', () => {
  test('R-HOME-19 R-HOME-20 R-HOME-21 counts all items, not those of a page, and leads to them', async () => {
    const item = Array.from({ length: 23 }, (_, index) => itemRow({ id: index + 1 }));
    const { app } = await renderHome({ rows: { item } });
    await expectFigure('Quick Items Stats', 'Total items', '23');
    await userEvent.click(section('Quick Items Stats').getByRole('link', { name: 'View items' }));
    expect(app.path()).toBe('/items');
  });
});

describe('without a copy of the shop', () => {
  const firstTry = { ...newReplicaState({ businessId: BUSINESS_ID, userId: USER_ID, role: 'admin', clientId: 'c' }) };

  async function renderAfter(what: 'failed' | 'offline', detail: Record<string, number>, snapshotComplete = false) {
    const opened = await renderHome({ state: { ...firstTry, snapshotComplete } });
    await meanwhile(async () => {
      await opened.shop.write((tx) => tx.meta.appendJournal({ atMs: NOON_MS, what, detail }));
      await setStatus(opened.shop, { failureCount: 1 });
    });
    return opened;
  }

  test("R-HOME-22 C-148 a failed first load shows 'HTTP error! status: {code}', and can be tried again", async () => {
    const { wake } = await renderAfter('failed', { status: 503, waitMs: 1_000 });
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('HTTP error! status: 503')).toBeTruthy();
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(wake).toHaveBeenCalledOnce();
  });

  test('C-148 offline says what to do', async () => {
    await renderAfter('offline', { waitMs: 1_000 });
    expect(await screen.findByText('You are offline. Connect to the internet to load your shop.')).toBeTruthy();
  });

  test('C-148 with one, a failure is a matter of the sync and not of the dashboard', async () => {
    const { shop } = await renderAfter('failed', { status: 503, waitMs: 1_000 }, true);
    await meanwhile(() => setStatus(shop, { lastSyncAtMs: NOON_MS }));
    await screen.findByText('Complete up to 12:00');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a shop that has nothing to sell yet', () => {
  const STEPS = ['Add your first item', 'Import a list from a file', 'Your first day, step by step'];
  const steps = () => screen.queryByRole('region', { name: 'Start here' });

  test('G51 is told what comes first, until it has an item', async () => {
    const { shop } = await renderHome();
    await waitFor(() => expect(steps()).not.toBeNull());
    expect(screen.getByRole('heading', { level: 2, name: 'Start here' })).toBeTruthy();
    const hrefs = STEPS.map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(hrefs).toEqual(['/items/new', '/items/import', '/help']);
    await meanwhile(() => shop.absorb({ rows: { item: [itemRow({ id: 1 })] } }));
    await waitFor(() => expect(steps()).toBeNull());
  });

  test('G51 C-148 is not every device that has no copy of the shop yet', async () => {
    await renderHome({ state: { snapshotComplete: false } });
    await expectFigure('Quick Items Stats', 'Total items', '0');
    expect(steps()).toBeNull();
  });
});

describe('parked sales in the evening', () => {
  const link = () => screen.queryByRole('link', { name: /parked sale/ });

  async function renderAt(hours: number, parkedCount: number, options: ShopOptions = {}) {
    const opened = await openShop(options);
    vi.setSystemTime(MIDNIGHT_MS + hours * HOUR_MS);
    for (let count = 0; count < parkedCount; count += 1)
      await parkSale(opened.replica.database, null, {
        ...{ name: '', parkedAtMs: NOON_MS, totalMinor: 100, currency: 'UGX', summary: 'Soap', draft: null },
      });
    return await renderOpened(opened);
  }

  test('R-CTR-42 from 17:00 on they are counted, and lead to where they are', async () => {
    const { app } = await renderAt(17, 2);
    await waitFor(() => expect(link()?.textContent).toBe('2 parked sales'));
    await userEvent.click(screen.getByRole('link', { name: '2 parked sales' }));
    expect(app.path() + app.search()).toBe('/counter?parked');
  });

  test.each([
    ['before 17:00', 16.99, 2],
    ['when there are none', 20, 0],
    ['after midnight', 24, 1],
  ])('R-CTR-42 not %s', async (_when, hours, count) => {
    await renderAt(hours, count);
    // Another notice of a shop without items: they are all there.
    await screen.findByRole('region', { name: 'Start here' });
    expect(link()).toBeNull();
  });

  test("R-CTR-42 C-140 the clock is the shop's", async () => {
    // Noon in Kampala is 22:00 in Auckland.
    await renderAt(12, 1, { rows: { business: [businessRow({ timeZone: 'Pacific/Auckland' })] } });
    await waitFor(() => expect(link()?.textContent).toBe('1 parked sale'));
  });
});
