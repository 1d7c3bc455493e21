import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Sale } from '../../../../domain/sales/sale.ts';
import { declaredStyle, SHOP_ROWS, showOpened, showSales, SUGAR } from '../../../support/screens/sales-screens.tsx';
import { businessRow, NOON_MS, saleRow } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, setStatus } from '../../../support/screens/shop-screens.tsx';

const MINUTE_MS = 60_000;

const list = () => screen.findByRole('list', { name: 'Sales' });
const cards = async () => within(await list()).getAllByRole('listitem');
const onlyCard = async () => {
  const [card, ...others] = await cards();
  expect(others).toEqual([]);
  return card as HTMLElement;
};
const showOne = (sale: Partial<Sale>) =>
  showSales('/sales', { rows: { sale: [saleRow({ id: 900, saleNumber: 'SALE-1795251600900', ...sale })] } });

/** Makes sales, one a minute; the last one is the newest. */
const manySales = (count: number): Sale[] =>
  Array.from({ length: count }, (_, index) =>
    saleRow({ id: 100 + index, notes: `note ${index + 1}`, createdAtMs: NOON_MS - (count - index) * MINUTE_MS }),
  );
const shownNotes = async () => (await cards()).map((card) => within(card).getByText(/^note \d+$/).textContent);

test('SYN-23 R-LIM-02 a card tells both times where the device’s cannot be', async () => {
  await showOne({ createdAtMs: NOON_MS, deviceAtMs: 0 });
  expect((await onlyCard()).textContent).toContain('21 Nov 2026, 12:00 (the device’s clock said 1 Jan 1970, 03:00)');
});

describe('the screen', () => {
  test("R-SALE-01 R-SALE-02 is titled 'Sales', and 'New Sale' leads to /sales/new", async () => {
    const app = await showSales('/sales', { rows: SHOP_ROWS });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Sales');
    expect(document.title).toBe('Sales · Kaunta');
    await userEvent.click(screen.getByRole('link', { name: 'New Sale' }));
    expect(app.path()).toBe('/sales/new');
  });

  test("R-SALE-18 R-SALE-20 an empty shop: 'No sales found', and what to do next", async () => {
    await showSales('/sales');
    expect(await screen.findByText('No sales found')).toBeTruthy();
    expect(screen.getByText('Get started by adding your first sale')).toBeTruthy();
    expect(screen.queryByText('Loading sales...')).toBeNull();
  });

  test("R-SALE-18 R-SALE-19 nothing found: 'Try a different search term'", async () => {
    await showSales('/sales?q=nowhere', { rows: { sale: manySales(2) } });
    expect(await screen.findByText('No sales found')).toBeTruthy();
    expect(screen.getByText('Try a different search term')).toBeTruthy();
    expect(screen.queryByText('Get started by adding your first sale')).toBeNull();
  });
});

describe('a card', () => {
  test('R-SALE-04 R-SALE-05 R-SALE-06 R-SALE-08 R-SALE-09 R-SALE-11 shows what the sale was', async () => {
    await showOne({ customerName: 'Asha', notes: 'deliver by Friday', finalMinor: 1_200_050, totalMinor: 1_200_050 });
    const card = within(await onlyCard());
    // 09:00 UTC is 12:00 in Kampala.
    expect(card.getByText('21 Nov 2026, 12:00')).toBeTruthy();
    expect(card.getByText('Completed')).toBeTruthy();
    expect(card.getByText('Asha')).toBeTruthy();
    expect(card.getByText('#SALE-1795251600900')).toBeTruthy();
    expect(card.getByText('deliver by Friday')).toBeTruthy();
    expect(card.getByText('UGX 12,000.50')).toBeTruthy();
  });

  test('R-SALE-07 R-SALE-10 R-SALE-11 a walk-in sale without notes: no more lines than it needs', async () => {
    await showOne({ finalMinor: 500_000 });
    const texts = [...(await onlyCard()).querySelectorAll('p, .mantine-Badge-label')].map((line) => line.textContent);
    expect(texts).toEqual([
      'Walk-in Customer',
      expect.stringMatching(/^UGX\s5,000\.00$/),
      '21 Nov 2026, 12:00',
      '#SALE-1795251600900',
      'Completed',
    ]);
  });

  test('R-SALE-12 C-037 the amount is in USD where no currency is known', async () => {
    await showSales('/sales', {
      rows: {
        business: [businessRow({ currency: '' })],
        sale: [saleRow({ id: 900, currency: '', finalMinor: 1_500 })],
      },
    });
    expect(within(await onlyCard()).getByText('USD 15.00')).toBeTruthy();
  });

  test('C-043 a sale keeps the currency that it was rung up in', async () => {
    await showOne({ currency: 'KES', finalMinor: 1_500 });
    expect(within(await onlyCard()).getByText('KES 15.00')).toBeTruthy();
  });

  test('R-SALE-13 is a link to the sale', async () => {
    const app = await showOne({});
    const link = within(await onlyCard()).getByRole('link');
    expect(link.getAttribute('href')).toBe('/sales/900');
    await userEvent.click(link);
    expect(app.path()).toBe('/sales/900');
    expect(await screen.findByRole('heading', { level: 1, name: 'Sale #SALE-1795251600900' })).toBeTruthy();
  });

  test("R-SALE-14 R-SALE-15 R-SALE-16 C-050 C-059 a cancelled one is dimmed, no link, and tagged 'Cancelled' in red, with both notes and reason", async () => {
    const app = await showOne({
      status: 'cancelled',
      notes: 'deliver by Friday',
      cancellations: [{ reason: 'rang up twice', byUserId: 70, atMs: NOON_MS }],
    });
    const item = await onlyCard();
    const card = within(item);
    const badge = card.getByText('Cancelled').closest<HTMLElement>('.mantine-Badge-root');
    expect(badge?.style.getPropertyValue('--badge-bg')).toContain('red');
    expect(card.queryByText('Completed')).toBeNull();
    expect(card.getByText('deliver by Friday')).toBeTruthy();
    expect(card.getByText('Reason: rang up twice')).toBeTruthy();
    const frame = item.querySelector('.mantine-Card-root') ?? item;
    expect(declaredStyle(frame, 'color')).toEqual(['var(--mantine-color-dimmed)']);
    expect(card.queryByRole('link')).toBeNull();
    expect(card.queryByRole('button')).toBeNull();
    await userEvent.click(card.getByText('#SALE-1795251600900'));
    expect(app.path()).toBe('/sales');
  });

  test("C-048 one that waits for its money says 'Pending payment', not to be taken for the sync's word", async () => {
    await showOne({ status: 'pending', customerName: 'Asha' });
    expect(within(await onlyCard()).getByText('Pending payment')).toBeTruthy();
  });

  test("C-154 G5 one that no server has yet bears 'Pending sync'; one that it has bears nothing", async () => {
    const opened = await openShop({
      rows: { ...SHOP_ROWS, sale: [saleRow({ id: 900, createdAtMs: NOON_MS - MINUTE_MS })] },
    });
    await opened.shop.sell(SUGAR.id, 100);
    showOpened(opened, '/sales');
    const [unsent, sent] = await cards();
    expect(within(unsent as HTMLElement).getByText('Pending sync')).toBeTruthy();
    expect(within(sent as HTMLElement).queryByText('Pending sync')).toBeNull();
  });
});

describe('the order of things', () => {
  test('R-SALE-03 newest first, and what another phone sold comes on top by itself', async () => {
    const { shop } = await showSales('/sales', { rows: { sale: manySales(3) } });
    expect(await shownNotes()).toEqual(['note 3', 'note 2', 'note 1']);
    await meanwhile(() =>
      shop.absorb({ rows: { sale: [saleRow({ id: 90, notes: 'note 4', createdAtMs: NOON_MS })] } }),
    );
    await waitFor(async () => expect(await shownNotes()).toEqual(['note 4', 'note 3', 'note 2', 'note 1']));
  });

  test("R-SALE-21 R-SALE-22 R-SALE-23 ten a page, 'Page X of Y' between two buttons", async () => {
    const app = await showSales('/sales', { rows: { sale: manySales(23) } });
    expect(await screen.findByText('Page 1 of 3')).toBeTruthy();
    expect(await shownNotes()).toEqual(Array.from({ length: 10 }, (_, index) => `note ${23 - index}`));
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Page 2 of 3')).toBeTruthy();
    expect((await shownNotes())[0]).toBe('note 13');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Page 3 of 3')).toBeTruthy();
    expect(await shownNotes()).toEqual(['note 3', 'note 2', 'note 1']);
    await userEvent.click(screen.getByRole('button', { name: 'Prev' }));
    expect(await screen.findByText('Page 2 of 3')).toBeTruthy();
    expect(app.search()).toBe('?page=2');
  });

  test('R-SALE-23 ten sales are one page', async () => {
    await showSales('/sales', { rows: { sale: manySales(10) } });
    expect(await cards()).toHaveLength(10);
    expect(screen.queryByText(/^Page/)).toBeNull();
  });
});

describe('search', () => {
  const rows = {
    sale: [
      saleRow({ id: 70_777, saleNumber: 'SALE-1700000000001', notes: 'note 1', createdAtMs: NOON_MS - 3 * MINUTE_MS }),
      saleRow({ id: 80_888, saleNumber: 'SALE-1700000004242', notes: 'note 2', createdAtMs: NOON_MS - 2 * MINUTE_MS }),
      saleRow({
        ...{ id: 90_999, saleNumber: 'SALE-1700000000003', notes: 'note 3', createdAtMs: NOON_MS - MINUTE_MS },
        customerName: 'Asha Nansubuga',
      }),
    ],
  };
  const searchFor = async (text: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), text);
  };

  test.each([
    ['R-SALE-24 C-068', '0777', 'note 1'],
    ['R-SALE-25', 'sale-1700000004', 'note 2'],
    ['R-SALE-26', 'aNSubu', 'note 3'],
  ])('%s %s is found as a part, whatever the case', async (_ids, typed, found) => {
    await showSales('/sales', { rows });
    expect(await cards()).toHaveLength(3);
    await searchFor(typed);
    await waitFor(async () => expect(await shownNotes()).toEqual([found]));
  });

  test('R-SALE-27 a new search starts on page 1', async () => {
    const app = await showSales('/sales?page=2', { rows: { sale: manySales(23) } });
    expect(await screen.findByText('Page 2 of 3')).toBeTruthy();
    await searchFor('sale-');
    expect(await screen.findByText('Page 1 of 3')).toBeTruthy();
    expect(app.search()).toBe('?q=sale-');
    expect((await shownNotes())[0]).toBe('note 23');
  });
});

describe('before this device has a copy of the shop', () => {
  const NO_COPY = { snapshotComplete: false };

  test("R-SALE-17 while the first read goes on: 'Loading sales...', and no word of an empty shop", async () => {
    const opened = await openShop();
    vi.spyOn(opened.device.database.tables.rowCounts, 'bulkGet').mockReturnValue(new Promise(() => undefined) as never);
    showOpened(opened, '/sales');
    await act(async () => undefined);
    expect(screen.getByText('Loading sales...')).toBeTruthy();
    expect(screen.queryByText('No sales found')).toBeNull();
  });

  test("R-SALE-17 C-148 while the first copy is on its way: 'Loading sales...', then its sales", async () => {
    const opened = await openShop();
    await opened.shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), ...NO_COPY }));
    showOpened(opened, '/sales');
    expect(await screen.findByText('Loading sales...')).toBeTruthy();
    await act(async () => undefined);
    expect(screen.queryByText('No sales found')).toBeNull();
    await meanwhile(() => opened.shop.absorb({ rows: { sale: manySales(1) } }));
    expect(await cards()).toHaveLength(1);
    expect(screen.queryByText('Loading sales...')).toBeNull();
  });

  const failed = async () => {
    const opened = await openShop();
    await opened.shop.write(async (tx) => {
      await tx.meta.putState({ ...(await tx.meta.getState()), ...NO_COPY });
      await tx.meta.appendJournal({ atMs: NOON_MS, what: 'failed', detail: { waitMs: 1_000, status: 503 } });
    });
    await setStatus(opened.shop, { failureCount: 1 });
    return opened;
  };

  test("R-SALE-28 C-148 the server fails: 'HTTP error! status: 503', and trying again when the person says so", async () => {
    const opened = await failed();
    showOpened(opened, '/sales');
    expect((await screen.findByRole('alert')).textContent).toContain('HTTP error! status: 503');
    expect(opened.wake).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(opened.wake).toHaveBeenCalledOnce();
  });

  test('R-SALE-28 C-148 sales that are already here are shown all the same', async () => {
    const opened = await failed();
    await opened.shop.absorb({ rows: { sale: manySales(1) } });
    await opened.shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), ...NO_COPY }));
    showOpened(opened, '/sales');
    expect(await cards()).toHaveLength(1);
    expect(screen.queryByText(/HTTP error/)).toBeNull();
  });

  test('C-148 with a copy, a failing server is no failing list', async () => {
    const opened = await failed();
    await opened.shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), snapshotComplete: true }));
    showOpened(opened, '/sales');
    expect(await screen.findByText('No sales found')).toBeTruthy();
    expect(screen.queryByText(/HTTP error/)).toBeNull();
  });
});
