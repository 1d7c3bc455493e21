import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Home } from '../../../src/screens/home/home.tsx';
import { Reports } from '../../../src/screens/reports/reports.tsx';
import { SalesList } from '../../../src/screens/sales/sales-list.tsx';
import { businessRow, NOON_MS, saleRow } from '../../support/shop-rows.ts';
import { meanwhile, openShop, renderShop, setStatus } from '../../support/screens/shop-screens.tsx';

/* The time zone of the shop changes on another device while a screen is open: from Kampala to London, three hours back. */

const routes = [
  { path: '/sales', element: <SalesList /> },
  { path: '/dashboard', element: <Home /> },
  { path: '/reports', element: <Reports /> },
];

test.each([
  ['/sales', '21 Nov 2026, 12:00', '21 Nov 2026, 09:00'],
  ['/dashboard', /^Complete up to 12:00/, /^Complete up to 09:00/],
  ['/reports', /^Complete up to 12:00/, /^Complete up to 09:00/],
])('X-TYPE-42 C-140 %s follows the zone of the shop at once', async (path, before, after) => {
  const opened = await openShop({ rows: { business: [businessRow()], sale: [saleRow({ id: 1 })] } });
  await setStatus(opened.shop, { lastSyncAtMs: NOON_MS });
  renderShop(opened, routes, path);
  expect(await screen.findByText(before)).toBeTruthy();
  const business = [businessRow({ timeZone: 'Europe/London', version: 2 })];
  await meanwhile(() => opened.shop.absorb({ rows: { business } }));
  expect(await screen.findByText(after)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(before)).toBeNull());
});
