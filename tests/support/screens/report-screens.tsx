import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { paths } from '../../../src/parts/paths.ts';
import { Reports } from '../../../src/screens/reports/reports.tsx';
import type { Replica } from '../device/replica.ts';
import { ASHA, CASH, MOBILE_MONEY, RICE, savingOf, SUGAR } from './sales-screens.tsx';
import { businessRow, NOON_MS, saleRow, USER_ID, userRow } from '../shop-rows.ts';
import { openShop, renderShop, setStatus, type ShopOptions } from './shop-screens.tsx';

/* The reports of a small shop, on a Saturday, the 21st, at noon in Kampala. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const lineOf = (item: { id: number; name: string }, pieces: number, totalMinor: number) => ({
  ...{ id: item.id * 1_000, itemId: item.id, itemName: item.name, itemSku: null, quantityHundredths: pieces * 100 },
  ...{ unitPriceMinor: totalMinor / pieces, listPriceMinor: 0, discountMinor: 0, totalMinor, movesStock: true },
});
export const sugarSale = (id: number, pieces: number, fields: Partial<Parameters<typeof saleRow>[0]> = {}) =>
  saleRow({
    ...{ id, lines: [lineOf(SUGAR, pieces, pieces * 250_000)], finalMinor: pieces * 250_000 },
    ...{ paymentMethodId: CASH.id, paymentMethodName: 'Cash' },
    ...fields,
  });
export const unpaidSale = sugarSale(5, 1, {
  ...{ status: 'pending', payments: [], customerId: ASHA.id, customerName: ASHA.name },
  createdAtMs: NOON_MS - 2 * HOUR_MS,
});

export const SALES = [
  sugarSale(1, 2),
  sugarSale(2, 1, {
    ...{ createdByUserId: 71, paymentMethodId: MOBILE_MONEY.id, paymentMethodName: 'Mobile Money' },
    createdAtMs: NOON_MS - 3 * HOUR_MS,
    lines: [lineOf(RICE, 3, 250_000)],
  }),
  sugarSale(3, 7, { status: 'cancelled', payments: [] }),
  unpaidSale,
  // Sales of the same week, of the same month, and of the month before.
  sugarSale(6, 10, { createdAtMs: NOON_MS - 5 * DAY_MS }),
  sugarSale(7, 20, { createdAtMs: NOON_MS - 10 * DAY_MS }),
  sugarSale(8, 40, { createdAtMs: NOON_MS - 21 * DAY_MS }),
];
export const ROWS = {
  business: [businessRow()],
  user: [userRow({ id: USER_ID, firstName: 'Amina', lastName: 'Nakato' }), userRow({ id: 71 })],
  item: [SUGAR, RICE],
  customer: [ASHA],
  paymentMethod: [CASH, MOBILE_MONEY],
  sale: SALES,
};

export async function openReports(path = '/reports', options: ShopOptions = { rows: ROWS }) {
  const opened = await openShop(options);
  await setStatus(opened.shop, { phase: 'idle', lastSyncAtMs: NOON_MS });
  const saving = savingOf(opened);
  const app = renderShop(
    saving,
    [
      { path: paths.reports, element: <Reports /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    path,
  );
  return { ...opened, app, saving };
}

export const section = async (name: string) => within(await screen.findByRole('region', { name }));
export async function figure(region: string, name: string): Promise<string> {
  const found = await (await section(region)).findByText(name, { selector: 'dt' });
  return found.parentElement?.querySelector('dd')?.textContent ?? '';
}
export const bars = async (label: string) =>
  within(await screen.findByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map((item) => [...item.querySelectorAll('.k-bar-words > *, .k-bar-words + p')].map((part) => part.textContent));
/** Returns the text under each column of a chart, and the column's height. */
export const columnsOf = (chart: HTMLElement) =>
  [...chart.children].map((column) => [
    column.textContent,
    column.querySelector<HTMLElement>('.k-column-fill')?.style.height,
  ]);
export const choose = (label: string) => userEvent.click(screen.getByRole('radio', { name: label }));

/** A sale of one Sugar for 1,500 in cash, cancelled with 'Not yet': the money is still in the drawer. */
export async function cancelPaid(shop: Replica): Promise<void> {
  const id = await shop.sell(SUGAR.id, 100, { paymentMethodId: CASH.id, paymentMethodName: 'Cash' });
  await shop.run('sale.cancel', () => ({ id, reason: 'Brought back', refunds: [] }));
}

/** Collects the files that the person is given, with their names. */
export function captureFiles(): { name: string; blob: Blob }[] {
  const files: { name: string; blob: Blob }[] = [];
  let last: Blob | null = null;
  URL.createObjectURL = (blob) => {
    last = blob instanceof Blob ? blob : null;
    return 'blob:here';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (last) files.push({ name: this.download, blob: last });
  });
  return files;
}
