import { screen, within } from '@testing-library/react';
import { Shell } from '../../../src/app/shell.tsx';
import { paths } from '../../../src/parts/paths.ts';
import { CustomerDetail } from '../../../src/screens/customers/customer-detail.tsx';
import { CustomersList } from '../../../src/screens/customers/customers-list.tsx';
import { NewCustomer } from '../../../src/screens/customers/new-customer.tsx';
import { savingOf } from './sales-screens.tsx';
import { openShop, renderShop, type ShopOptions } from './shop-screens.tsx';

/* The customers' screens at their addresses, between the bars of the app, over a device's own database. */

const routes = [
  {
    element: <Shell />,
    children: [
      { path: paths.customers, element: <CustomersList /> },
      { path: paths.newCustomer, element: <NewCustomer /> },
      { path: paths.customer, element: <CustomerDetail /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
  },
];

export async function showCustomers(path: string, options: ShopOptions = {}) {
  const opened = await openShop(options);
  const saving = savingOf(opened);
  const app = renderShop({ replica: saving.replica }, routes, path);
  return { ...opened, saving, app };
}

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Returns the message with this title. */
export const toast = async (role: 'status' | 'alert', title: string) => {
  const text = await screen.findByText(title);
  const shown = text.closest<HTMLElement>(`[role="${role}"]`);
  if (shown === null) throw new Error(`'${title}' is no ${role}`);
  return within(shown);
};
