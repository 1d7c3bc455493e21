import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { button, showCustomers, toast } from '../../../support/screens/customer-screens.tsx';
import { field } from '../../../support/screens/screen-driver.ts';
import { customerRow } from '../../../support/shop-rows.ts';
import type { ShopOptions } from '../../../support/screens/shop-screens.tsx';

const LABELS = ['Name', 'Phone', 'Address', 'Notes'] as const;

async function show(options: ShopOptions = {}) {
  const shown = await showCustomers('/customers/new', options);
  await screen.findByLabelText('Name');
  return { ...shown, customers: () => shown.device.rows('customer') };
}
const create = () => userEvent.click(button('Create customer'));

test('R-ROUTE-22 R-CUST-14 R-CUST-15 name, phone, address and notes, all empty', async () => {
  await show();
  for (const label of LABELS) expect(field(label).value, label).toBe('');
});

test('R-CUST-14 R-CUST-18 C-036 saves the four, says so, and goes to /customers', async () => {
  const { app, customers } = await show();
  await userEvent.type(field('Name'), '  Asha Nansubuga ');
  await userEvent.type(field('Phone'), '0772 123456');
  await userEvent.type(field('Address'), '7 Ntinda Road');
  await userEvent.type(field('Notes'), 'pays on Fridays');
  await create();
  const said = await toast('status', 'Customer created');
  expect(said.getByText('The customer has been created successfully.')).toBeTruthy();
  await waitFor(() => expect(app.path()).toBe('/customers'));
  expect(await customers()).toMatchObject([
    { name: 'Asha Nansubuga', phone: '0772 123456', address: '7 Ntinda Road', notes: 'pays on Fridays' },
  ]);
});

test("R-CUST-16 a blank name: 'Customer name is required', at the name, and the rest stays as typed", async () => {
  const { customers } = await show();
  await userEvent.type(field('Name'), '   ');
  await userEvent.type(field('Phone'), '0772');
  await create();
  expect(await screen.findByText('Customer name is required')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  expect(field('Name').getAttribute('aria-invalid')).toBe('true');
  expect(field('Phone').value).toBe('0772');
  expect(await customers()).toEqual([]);
});

test('R-CUST-17 a name is enough', async () => {
  const { customers } = await show();
  await userEvent.type(field('Name'), 'Okello');
  await create();
  await toast('status', 'Customer created');
  expect(await customers()).toMatchObject([{ name: 'Okello', phone: null, address: null, notes: null }]);
});

test("R-CUST-19 not saved: 'Failed to create customer. Please try again.', why, and all of it is still there", async () => {
  const { saving, app, customers } = await show();
  saving.runOutOfSpace();
  await userEvent.type(field('Name'), 'Okello');
  await create();
  const said = await toast('alert', 'Failed to create customer. Please try again.');
  expect(said.getByText('This device has no space left. It was not saved.')).toBeTruthy();
  expect(app.path()).toBe('/customers/new');
  expect(field('Name').value).toBe('Okello');
  expect(await customers()).toEqual([]);
});

test('G60 a second tap while it is saved makes no second customer', async () => {
  const { saving, customers } = await show();
  const goOn = saving.hold();
  await userEvent.type(field('Name'), 'Okello');
  await userEvent.dblClick(button('Create customer'));
  goOn();
  await toast('status', 'Customer created');
  expect(saving.run).toHaveBeenCalledOnce();
  expect(await customers()).toHaveLength(1);
});

test("R-CUST-13 leaving over what was typed asks 'Unsaved Changes'", async () => {
  const { app } = await show();
  await userEvent.type(field('Name'), 'Okello');
  await userEvent.click(button('Cancel'));
  const asked = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
  await userEvent.click(asked.getByRole('button', { name: 'Cancel' }));
  expect(app.path()).toBe('/customers/new');
  expect(field('Name').value).toBe('Okello');
  await userEvent.click(button('Cancel'));
  const again = within(await screen.findByRole('dialog', { name: 'Unsaved Changes' }));
  await userEvent.click(again.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(app.path()).toBe('/customers'));
});

test('R-CUST-13 an untouched form is left without a question', async () => {
  const { app } = await show();
  await userEvent.click(button('Cancel'));
  expect(app.path()).toBe('/customers');
});

test("G47 M20 the same number as another's is told while it is typed, and does not keep it from being saved", async () => {
  const { customers } = await show({
    rows: { customer: [customerRow({ id: 1, name: 'Asha', phone: '+256 772123456' })] },
  });
  await userEvent.type(field('Name'), 'Mama Asha');
  await userEvent.type(field('Phone'), '0772 123-456');
  expect(await screen.findByText('Possible duplicate of Asha')).toBeTruthy();
  await create();
  await toast('status', 'Customer created');
  expect(await customers()).toHaveLength(2);
});
