import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { useOnline } from '../../../../src/state/online.ts';
import { HISTORY_MONTH_MS } from '../../../../sync/protocol/tables.ts';
import { boughtSugar, BUYING_ROWS, showBuying } from '../../../support/screens/purchase-screens.tsx';
import { businessRow, NOON_MS, purchaseRow } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, setStatus } from '../../../support/screens/shop-screens.tsx';

/** Makes purchases; the last one is the newest. */
const purchases = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    purchaseRow({ id: index + 1, supplierId: 41, supplierName: `Supplier ${index + 1}`, createdAtMs: NOON_MS + index }),
  );

async function show(purchase = purchases(3), path = '/purchases') {
  const opened = await openShop({ rows: { ...BUYING_ROWS, purchase } });
  return { ...opened, ...showBuying(opened, path) };
}
const list = () => screen.findByRole('list', { name: 'Purchases' });
const links = async () => within(await list()).getAllByRole('link');
const suppliers = async () => (await links()).map((link) => /^Supplier \d+/.exec(link.textContent ?? '')?.[0]);
const numbers = () => {
  const pages = within(screen.getByRole('navigation', { name: 'Page numbers' }));
  return pages.getAllByRole('button').map((button) => button.textContent);
};

describe('the list', () => {
  test('R-PUR-01 R-PUR-02 C-127 newest first, 8 on a page, each a link to its own screen', async () => {
    await show(purchases(9));
    expect(await suppliers()).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((number) => `Supplier ${number}`));
    expect((await links())[0]?.getAttribute('href')).toBe('/purchases/9');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(async () => expect(await suppliers()).toEqual(['Supplier 1']));
  });

  test('C-037 C-121 C-123 a card says from whom, how much, when, whether it is here and paid, and what is still owed', async () => {
    await show([boughtSugar({ id: 1, invoiceNumber: 'INV-7', paymentStatus: 'partial', amountPaidMinor: 400_000 })]);
    const text = (await links())[0]?.textContent;
    for (const part of ['Mukwano', 'UGX 10,000.00', '21 Nov 2026', 'Sugar', 'INV-7', 'Completed', 'Partial payment'])
      expect(text).toContain(part);
    expect(text).toContain('Balance: UGX 6,000.00');
    expect(text).not.toContain('Pending sync');
  });

  test('M25 one that waits to be sent says so', async () => {
    const { shop } = await show([boughtSugar({ id: 1, status: 'pending' })]);
    await list();
    await meanwhile(() => shop.run('purchase.receive', () => ({ id: 1 })));
    expect(await within(await list()).findByText('Pending sync')).toBeTruthy();
  });

  test("R-PUR-03 R-PUR-04 'New Purchase' leads to the form, Back to the dashboard", async () => {
    await show();
    expect(screen.getByRole('link', { name: 'New Purchase' }).getAttribute('href')).toBe('/purchases/new');
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/dashboard');
  });

  test('a shop without purchases says what to do', async () => {
    await show([]);
    expect(await screen.findByText('No purchases found')).toBeTruthy();
    expect(screen.getByText('Get started by adding your first purchase')).toBeTruthy();
  });

  test('C-148 a device without a copy says why it has none', async () => {
    const opened = await openShop();
    await opened.shop.write(async (tx) => {
      await tx.meta.putState({ ...(await tx.meta.getState()), snapshotComplete: false });
      await tx.meta.appendJournal({ atMs: NOON_MS, what: 'failed', detail: { waitMs: 1_000, status: 503 } });
    });
    await setStatus(opened.shop, { failureCount: 1 });
    showBuying(opened, '/purchases');
    expect(await screen.findByText('HTTP error! status: 503')).toBeTruthy();
  });
});

describe('search', () => {
  const some = [
    boughtSugar({ id: 1, createdAtMs: NOON_MS - 3, invoiceNumber: 'INV-77', supplierName: 'Alpha' }),
    boughtSugar({ id: 2, createdAtMs: NOON_MS - 2, notes: 'left at the back door', supplierName: 'Beta' }),
    purchaseRow({ id: 3, createdAtMs: NOON_MS - 1, supplierId: 42, supplierName: 'Gamma' }),
  ];
  test.each([
    ['inv-77', ['Alpha']],
    ['beta', ['Beta']],
    ['BACK DOOR', ['Beta']],
    ['sugar', ['Beta', 'Alpha']],
    ['nothing like it', []],
  ])('R-PUR-01 C-127 "%s" finds by invoice number, supplier, notes and items', async (typed, found) => {
    await show(some, `/purchases?q=${encodeURIComponent(typed)}`);
    if (found.length === 0) {
      expect(await screen.findByText('Try a different search term')).toBeTruthy();
      return;
    }
    const names = (await links()).map((link) => /^(Alpha|Beta|Gamma)/.exec(link.textContent ?? '')?.[0]);
    expect(names).toEqual(found);
  });

  test('C-034 is the header’s box', async () => {
    const app = await show(some);
    await list();
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'gamma');
    await waitFor(async () => expect(await links()).toHaveLength(1));
    expect(app.router.state.location.search).toBe('?q=gamma');
  });
});

describe('pages', () => {
  test.each([
    [8 * 4, 1, ['1', '2', '3', '4'], false],
    [8 * 6, 1, ['1', '2', '3', '4', '5', '6'], false],
    [8 * 12, 1, ['1', '2', '3', '4', '5', '12'], true],
    [8 * 12, 6, ['4', '5', '6', '7', '8', '12'], true],
    [8 * 12, 12, ['8', '9', '10', '11', '12'], false],
  ])('R-PUR-05 C-128 of %i purchases page %i shows %j', async (count, page, shown, hasEllipsis) => {
    await show(purchases(count), `/purchases?page=${page}`);
    expect(await screen.findByText(`Page ${page} of ${count / 8}`)).toBeTruthy();
    expect(numbers()).toEqual(shown);
    const pages = screen.getByRole('navigation', { name: 'Page numbers' });
    expect(pages.querySelectorAll('svg')).toHaveLength(hasEllipsis ? 1 : 0);
    expect(within(pages).getByRole('button', { current: 'page' }).textContent).toBe(String(page));
  });

  test('R-PUR-05 a number leads to its page, the last one to the end', async () => {
    await show(purchases(8 * 12));
    await list();
    await userEvent.click(screen.getByRole('button', { name: '12' }));
    expect(await screen.findByText('Page 12 of 12')).toBeTruthy();
    expect((await suppliers()).at(-1)).toBe('Supplier 1');
  });

  test('SYN-12 where the past ends on this device, what is older is fetched when asked', async () => {
    const since = NOON_MS - 13 * HISTORY_MONTH_MS;
    const opened = await openShop({
      rows: { business: [businessRow({ createdAtMs: since - 1 })], purchase: purchases(9) },
      state: { window: { sinceMs: since, months: 13, older: {} } },
    });
    useOnline.setState({ isOnline: true });
    showBuying(opened, '/purchases');
    await list();
    expect(screen.queryByRole('button', { name: 'Load older purchases' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '2' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Load older purchases' }));
    expect(opened.fetchOlder).toHaveBeenCalledExactlyOnceWith('purchase');
  });

  test('of one page there is no pager', async () => {
    await show();
    await list();
    expect(screen.queryByRole('navigation', { name: 'Page numbers' })).toBeNull();
  });
});
