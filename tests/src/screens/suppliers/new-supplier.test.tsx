import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { StorageFailure } from '../../../../sync/store/database/storage-failure.ts';
import { supplierRow } from '../../../support/shop-rows.ts';
import type { ShopOptions } from '../../../support/screens/shop-screens.tsx';
import { showSuppliers } from '../../../support/screens/supplier-screens.tsx';
import { enter, field, press } from '../../../support/screens/screen-driver.ts';

async function showForm(run?: Parameters<typeof showSuppliers>[2], options: ShopOptions = {}) {
  const shown = await showSuppliers('/suppliers/new', options, run);
  await screen.findByLabelText('Name');
  return shown;
}

const messageOf = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-errormessage') ?? '')?.textContent ?? null;

describe('the form', () => {
  test('R-SUPP-05 R-SUPP-13 R-SUPP-14 M23 takes name, phone, email, address and notes, says so, and shows the list', async () => {
    const { app, waiting } = await showForm();
    await waitFor(() => expect(document.title).toBe('New Supplier · Kaunta'));
    enter('Name', ' Mukwano ');
    enter('Phone', '0772 123456');
    enter('Email', 'sales@mukwano.com');
    enter('Address', 'Kampala Road 1');
    enter('Notes', 'comes on Tuesdays');
    await press('Create supplier');
    expect(await screen.findByText('Supplier created')).toBeTruthy();
    await waitFor(() => expect(app.path()).toBe('/suppliers'));
    expect(await screen.findByRole('link', { name: 'Mukwano' })).toBeTruthy();
    expect(screen.getByText('Pending sync')).toBeTruthy();
    const about = { phone: '0772 123456', email: 'sales@mukwano.com', address: 'Kampala Road 1' };
    expect(await waiting()).toEqual([
      ['supplier.create', expect.objectContaining({ name: 'Mukwano', ...about, notes: 'comes on Tuesdays' })],
    ]);
  });

  test('R-SUPP-08 R-SUPP-09 all but the name may be left blank', async () => {
    const { app, device } = await showForm();
    enter('Name', 'Bidco');
    enter('Email', '  ');
    await press('Create supplier');
    await waitFor(() => expect(app.path()).toBe('/suppliers'));
    const [bidco] = await device.rows('supplier');
    expect(bidco).toMatchObject({ name: 'Bidco', phone: null, email: null, address: null, notes: null });
  });

  test.each([
    ['R-SUPP-06', 'Name', '   ', 'Supplier name is required'],
    ['R-SUPP-07 C-126', 'Email', 'nonsense', 'Please enter a valid email'],
  ])('%s %s %j: %s, and nothing typed is lost', async (_ids, label, typed, sentence) => {
    const { waiting } = await showForm();
    enter('Name', 'Mukwano');
    enter(label, typed);
    await press('Create supplier');
    await waitFor(() => expect(messageOf(label)).toBe(sentence));
    expect(document.activeElement).toBe(field(label));
    expect(field(label).value).toBe(typed);
    expect(await waiting()).toEqual([]);
  });
});

test('M23 G47 one that is there already is told while it is typed, and may be made all the same', async () => {
  const { app } = await showForm(undefined, { rows: { supplier: [supplierRow({ id: 1, name: 'Mukwano' })] } });
  enter('Name', 'mukwano ');
  expect(await screen.findByText('Possible duplicate of Mukwano')).toBeTruthy();
  await press('Create supplier');
  await waitFor(() => expect(app.path()).toBe('/suppliers'));
});

describe('what was not saved', () => {
  const failing = (error: unknown) => () => Promise.reject(error);

  test.each([
    ['M23', 'why', new StorageFailure('quota'), 'This device has no space left. It was not saved.'],
    ['R-SUPP-15', 'what, where nobody knows why,', new Error('bug'), 'Failed to create supplier'],
  ])('%s an alert in the form says %s and what was typed stays', async (_id, _what, error, sentence) => {
    const { app } = await showForm(failing(error));
    enter('Name', 'Mukwano');
    await press('Create supplier');
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(within(document.querySelector('form')!).getByRole('alert')).toBeTruthy();
    expect(field('Name').value).toBe('Mukwano');
    expect(app.path()).toBe('/suppliers/new');
  });
});

describe('leaving', () => {
  test('R-SUPP-10 R-SUPP-11 R-SUPP-12 R-GEN-16 unsaved input is asked about: Cancel stays, Leave leaves', async () => {
    const { app } = await showForm();
    enter('Name', 'Half a supplier');
    await press('Cancel');
    const dialog = await screen.findByRole('dialog', { name: 'Unsaved Changes' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(app.path()).toBe('/suppliers/new');
    expect(field('Name').value).toBe('Half a supplier');
    await press('Cancel');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(app.path()).toBe('/suppliers'));
  });

  test('R-SUPP-10 an untouched form is left without a word', async () => {
    const { app } = await showForm();
    await press('Cancel');
    await waitFor(() => expect(app.path()).toBe('/suppliers'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
