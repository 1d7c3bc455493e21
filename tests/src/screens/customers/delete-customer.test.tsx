import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { button, showCustomers, toast } from '../../../support/screens/customer-screens.tsx';
import { meanwhile } from '../../../support/screens/shop-screens.tsx';
import { customerRow } from '../../../support/shop-rows.ts';

test('M21 R-CUST-24 a customer who is edited elsewhere while the question is open is not deleted', async () => {
  const asha = customerRow({ id: 1, name: 'Asha', phone: '0772 123456' });
  const { shop } = await showCustomers('/customers/1', { rows: { customer: [asha] } });
  await screen.findByRole('heading', { level: 2, name: 'Asha' });
  await userEvent.click(button('Delete customer'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this customer?' }));
  await meanwhile(() => shop.absorb({ rows: { customer: [{ ...asha, version: 2, phone: '0701 000111' }] } }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await toast('alert', 'Failed to delete customer');
  expect((await shop.row('customer', 1))?.phone).toBe('0701 000111');
  expect(await shop.outbox()).toEqual([]);
});
