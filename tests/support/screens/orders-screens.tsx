import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { lineTotalMinor, sumMinor } from '../../../domain/money.ts';
import type { Order, OrderLine } from '../../../domain/sales/order.ts';
import { paths } from '../../../src/parts/paths.ts';
import { Shell } from '../../../src/app/shell.tsx';
import { OrderDetail } from '../../../src/screens/orders/order-detail.tsx';
import { OrdersList } from '../../../src/screens/orders/orders-list.tsx';
import { ASHA, SHOP_ROWS } from './sales-screens.tsx';
import { orderRow, USER_ID, userRow } from '../shop-rows.ts';
import { type OpenedShop, openShop, renderShop, type ShopOptions } from './shop-screens.tsx';

/* The screens of orders at their addresses, between the bars of the app, over a device's own database. */

const routes = [
  {
    element: <Shell />,
    children: [
      { path: paths.orders, element: <OrdersList /> },
      { path: paths.order, element: <OrderDetail /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
  },
];

export const AMINA = userRow({ id: USER_ID, firstName: 'Amina', lastName: 'Nakato' });
export const BRIAN = userRow({ id: 71, firstName: 'Brian', lastName: 'Okello' });

/** Returns an order of these lines, with correct sums. */
export function orderOf(fields: Partial<Order> & { id: number; lines?: Order['lines'] }): Order {
  const lines = fields.lines ?? [orderLine()];
  return orderRow({ totalMinor: sumMinor(lines.map((line) => line.totalMinor)), ...fields, lines });
}

export function orderLine(fields: Partial<OrderLine> = {}): OrderLine {
  const line = { id: 1, itemId: 11, itemName: 'Sugar', quantityHundredths: 200, unitPriceMinor: 250_000, ...fields };
  return { ...line, totalMinor: lineTotalMinor(line.quantityHundredths, line.unitPriceMinor) };
}

export async function showOrders(path: string, options: ShopOptions = {}) {
  const opened = await openShop({ ...options, rows: { ...SHOP_ROWS, user: [AMINA, BRIAN], ...options.rows } });
  return { ...opened, ...showOrdersOf(opened, path) };
}

export const showOrdersOf = (opened: Pick<OpenedShop, 'replica'>, path: string) => renderShop(opened, routes, path);

export const ORDER_ID = 900;
export const GRACE = { name: 'Grace Nakato', phone: '0772 900 100', address: 'Plot 4, Ntinda' };

/** Grace's order of two sugars at 2,500. */
export const graceOrder = (fields: Partial<Order> = {}): Order =>
  orderOf({ id: ORDER_ID, orderNumber: 'ORD-1795251600900', customer: GRACE, customerId: ASHA.id, ...fields });

export const region = async (name: string) => within(await screen.findByRole('region', { name }));
/** Returns the value shown under a label. */
export const fact = async (name: string, of = 'Order') => {
  const term = (await region(of)).queryByText(name, { selector: 'dt' });
  return term === null ? null : (term.parentElement?.querySelector('dd')?.textContent ?? '');
};
export const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name });
export const orderShown = () => screen.findByRole('region', { name: 'Order' });
export const badge = async () =>
  (await region('Order')).getByText(/^(Pending|Confirmed|Fulfilled|Cancelled)$/, { selector: '.mantine-Badge-label' })
    .textContent;
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
export const toast = async (role: 'alert' | 'status', text: string) =>
  waitFor(() =>
    expect(
      screen
        .getAllByRole(role)
        .map((each) => each.textContent)
        .join(' '),
    ).toContain(text),
  );
