import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { bars, DAY_MS, figure, openReports, ROWS, SALES, sugarSale } from '../../../support/screens/report-screens.tsx';
import { itemRow, NOON_MS, purchaseRow } from '../../../support/shop-rows.ts';

describe('inventory', () => {
  const dated = purchaseRow({
    ...{ id: 1, supplierId: 1 },
    lines: [
      {
        ...{ id: 5, itemId: 1, itemName: 'Milk', quantityHundredths: 600, unitCostMinor: 1, totalCostMinor: 6 },
        ...{ batchNumber: 'B7', expiryDate: '2026-11-24', notes: null, movesStock: true },
      },
    ],
  });
  const item = (id: number, name: string, currentStockHundredths: number, fields: object = {}) =>
    itemRow({ id, name, currentStockHundredths, ...fields });
  const rows = {
    ...ROWS,
    purchase: [dated],
    item: [
      item(1, 'Milk', 500),
      item(2, 'Bread', 0),
      item(3, 'Eggs', -200),
      item(4, 'Salt', 600),
      item(5, 'Flour', 2_000, { reorderLevelHundredths: 2_500 }),
      item(6, 'Delivery', 0, { type: 'service' }),
    ],
  };

  test('R-REP-11 R-REP-12 R-REP-13 R-REP-14 R-REP-15 C-090 C-066 G49 what runs low, is out or was oversold, each a link', async () => {
    await openReports('/reports?tab=inventory', { rows });
    expect(await bars('Low stock')).toEqual([
      ['Milk', '5 pcs'],
      ['Flour', '20 pcs', 'Reorder level 25 pcs'],
    ]);
    expect(await bars('Out of stock')).toEqual([['Bread', '0 pcs']]);
    expect(await bars('Oversold')).toEqual([['Eggs', 'Oversold by 2 pcs']]);
    expect(screen.getByRole('link', { name: 'Bread' }).getAttribute('href')).toBe('/items/2');
    expect(screen.getByRole('link', { name: 'Flour' }).getAttribute('href')).toBe('/items/5');
    expect([await figure('Stock', 'Low'), await figure('Stock', 'Out')]).toEqual(['2', '2']);
  });

  test('G48 what expires soon', async () => {
    await openReports('/reports?tab=inventory', { rows });
    expect(await bars('Expiring soon')).toEqual([['Milk', 'expires in 3 days', '24 Nov 2026 · batch B7 · 6 bought']]);
  });

  test('a shop that lacks nothing is told so, and a long list is shown bit by bit', async () => {
    const many = Array.from({ length: 45 }, (_, index) => item(index + 1, `Item ${index + 1}`, 100));
    await openReports('/reports?tab=inventory', { rows: { ...ROWS, item: many } });
    expect(await bars('Low stock')).toHaveLength(20);
    await userEvent.click(screen.getByRole('button', { name: 'Show 20 more of 25' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show 5 more of 5' }));
    expect(await bars('Low stock')).toHaveLength(45);
    for (const none of ['Nothing has run out.', 'Nothing was sold beyond its stock.'])
      expect(screen.getByText(none)).toBeTruthy();
    expect(screen.getByText('Nothing on the shelf expires within 30 days.')).toBeTruthy();
  });
});

describe('unpaid', () => {
  test('R-REP-16 C-043 the count beside the sum is of its sales; those in another currency are said apart', async () => {
    const old = sugarSale(20, 2, { status: 'pending', payments: [], currency: 'KES' });
    await openReports('/reports?tab=unpaid', { rows: { ...ROWS, sale: [...SALES, old] } });
    expect(await figure('Unpaid', 'Owed to the shop')).toBe('UGX 2,500.00');
    expect(screen.getByText('1 sale')).toBeTruthy();
    expect(screen.getByText('1 sale in another currency: not in this figure.')).toBeTruthy();
    expect(within(screen.getByRole('list', { name: 'Unpaid sales' })).getAllByRole('listitem')).toHaveLength(2);
  });

  test('R-REP-16 R-REP-17 C-161 what is owed, for how long, and a reminder by WhatsApp', async () => {
    const old = sugarSale(20, 2, { status: 'pending', payments: [], createdAtMs: NOON_MS - 12 * DAY_MS });
    await openReports('/reports?tab=unpaid', { rows: { ...ROWS, sale: [...SALES, old] } });
    expect(await figure('Unpaid', 'Owed to the shop')).toBe('UGX 7,500.00');
    const cards = within(await screen.findByRole('list', { name: 'Unpaid sales' })).getAllByRole('listitem');
    expect(cards.map((card) => within(card).getAllByRole('link')[0]?.getAttribute('href'))).toEqual([
      '/sales/20',
      '/sales/5',
    ]);
    expect(cards[0]?.textContent).toContain('No customer');
    expect(cards[0]?.textContent).toContain('Unpaid for 12 days');
    expect(cards[1]?.textContent).toContain('Unpaid since today');
    const reminder =
      screen.getByRole('link', { name: 'Remind by WhatsApp: Asha Nansubuga' }).getAttribute('href') ?? '';
    expect(reminder).toMatch(/^https:\/\/wa\.me\/256772000111\?text=/);
    expect(decodeURIComponent(reminder)).toContain('this is Mama Asha. A reminder that UGX 2,500.00 is still unpaid');
    // Without a phone number WhatsApp asks for the contact.
    expect(screen.getByRole('link', { name: /^Remind by WhatsApp: SALE-/ }).getAttribute('href')).toMatch(
      /wa\.me\/\?text=/,
    );
  });

  test('a shop that is owed nothing', async () => {
    await openReports('/reports?tab=unpaid', { rows: { ...ROWS, sale: [] } });
    expect(await screen.findByRole('heading', { name: 'Every sale is paid' })).toBeTruthy();
  });
});
