import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { UserManagement } from '../../../../src/screens/users/user-management.tsx';
import { fakeServer, fakeServices, json } from '../../../support/screens/app-harness.tsx';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';
import { USER_ID, userRow } from '../../../support/shop-rows.ts';

/** Opens the form of the owner, whose phone was stored before phones were made tidy. */
async function showForm(answer: () => Response | Promise<Response>) {
  const owner = userRow({ id: USER_ID, role: 'admin', isBusinessOwner: true, phone: '0772  123 456' });
  const server = fakeServer({ 'PATCH /users/70': answer });
  const routes = [{ path: '*', element: <UserManagement /> }];
  renderShop(await openShop({ rows: { user: [owner] } }), routes, '/user-management', fakeServices(server));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  await userEvent.clear(dialog.getByLabelText('Email'));
  await userEvent.type(dialog.getByLabelText('Email'), 'amina@example.com');
  await userEvent.click(dialog.getByRole('button', { name: 'Save user' }));
  return { server, dialog };
}

test('G39 X-TYPE-34 a phone that was stored before phones were made tidy is not changed with another field', async () => {
  const { server } = await showForm(() => json(200, { success: true, data: {} }));
  expect(await screen.findByText('User saved')).toBeTruthy();
  expect(server.calls.map(({ body }) => body)).toEqual([{ email: 'amina@example.com' }]);
});

test('G39 R-GEN-16 a form that is being saved is not closed over its answer, nor called unsaved', async () => {
  const answered = Promise.withResolvers<Response>();
  const { server, dialog } = await showForm(() => answered.promise);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Save user' }).dataset['loading']).toBe('true'));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText('Unsaved Changes')).toBeNull();
  expect(dialog.getByLabelText<HTMLInputElement>('Email').value).toBe('amina@example.com');
  answered.resolve(json(200, { success: true, data: {} }));
  expect(await screen.findByText('User saved')).toBeTruthy();
});
