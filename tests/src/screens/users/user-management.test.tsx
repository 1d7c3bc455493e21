import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { User } from '../../../../domain/people/user.ts';
import { UserManagement } from '../../../../src/screens/users/user-management.tsx';
import { type Answer, fakeServer, fakeServices, json } from '../../../support/screens/app-harness.tsx';
import { USER_ID, userRow } from '../../../support/shop-rows.ts';
import { meanwhile, openShop, renderShop, setStatus } from '../../../support/screens/shop-screens.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';
import { tapUntilGone } from '../../../support/screens/tap-until-gone.ts';

const OWNER = userRow({
  id: USER_ID,
  firstName: 'Amina',
  lastName: 'Nakato',
  role: 'admin',
  isBusinessOwner: true,
  createdAtMs: 1,
});
const STAFF = userRow({
  id: 71,
  username: 'Joseph',
  firstName: '',
  lastName: '',
  email: 'joseph@example.com',
  createdAtMs: 2,
});

async function show(user: User[] = [OWNER, STAFF], answers: Record<string, () => Answer> = {}) {
  const opened = await openShop({ rows: { user } });
  const server = fakeServer(answers);
  const app = renderShop(
    opened,
    [
      { path: '/user-management', element: <UserManagement /> },
      { path: '/profile', element: <p>Settings screen</p> },
    ],
    '/user-management',
    fakeServices(server),
  );
  await screen.findByRole('button', { name: 'Add User' });
  if (user.length > 0) await screen.findAllByRole('group');
  return { ...opened, server, app };
}
const card = (name: string) => within(screen.getByRole('group', { name }));
const ok = (data: unknown = {}) => json(200, { success: true, data });

test('R-USER-03 R-USER-04 R-USER-05 R-USER-06 R-USER-07 C-004 lists name, email and role, and marks admins', async () => {
  await show([OWNER, STAFF, userRow({ id: 72, username: '', firstName: '', lastName: '', email: 'only@example.com' })]);
  expect(await screen.findByRole('heading', { name: 'Users in Business' })).toBeTruthy();
  const owner = within(await screen.findByRole('group', { name: 'Amina Nakato' }));
  expect(owner.getByText('user70@example.com')).toBeTruthy();
  expect(owner.getByText('admin')).toBeTruthy();
  expect(owner.getByText('Admin')).toBeTruthy();
  expect(card('Joseph').getByText('staff')).toBeTruthy();
  expect(card('Joseph').queryByText('Admin')).toBeNull();
  expect(screen.getByRole('group', { name: 'only@example.com' })).toBeTruthy();
});

test('R-USER-01 the way back leads to Settings', async () => {
  const { app } = await show();
  await userEvent.click(screen.getByRole('link', { name: 'Back' }));
  expect(app.path()).toBe('/profile');
});

test('R-USER-09 R-USER-10 R-USER-11 loading, failing and empty are three different things', async () => {
  const { shop } = await show([]);
  expect(await screen.findByText('No users found')).toBeTruthy();
  await meanwhile(() =>
    shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), snapshotComplete: false })),
  );
  expect(await screen.findByText('Loading users...')).toBeTruthy();
  await meanwhile(async () => {
    await shop.write((tx) => tx.meta.appendJournal({ atMs: 1, what: 'failed', detail: { status: 503 } }));
    await setStatus(shop, { failureCount: 1 });
  });
  expect(await screen.findByText('Failed to load users')).toBeTruthy();
});

test('R-USER-08 C-013 everybody but oneself can be deleted; the owner’s button only says why not', async () => {
  const me = userRow({ id: USER_ID, firstName: 'Ruth', lastName: 'Apio', role: 'admin' });
  await show([
    me,
    userRow({ id: 71, firstName: 'Amina', lastName: 'Nakato', role: 'admin', isBusinessOwner: true }),
    userRow({ id: 72, firstName: 'Jo', lastName: 'Ba' }),
  ]);
  await screen.findByRole('group', { name: 'Ruth Apio' });
  expect(card('Ruth Apio').queryByRole('button', { name: 'Delete' })).toBeNull();
  const owners = card('Amina Nakato').getByRole('button', { name: 'Delete' });
  expect(owners).toHaveProperty('disabled', true);
  expect(card('Amina Nakato').getByText('The business owner cannot be deleted')).toBeTruthy();
  expect(card('Amina Nakato').queryByRole('button', { name: 'Reset PIN' })).toBeNull();
  expect(card('Jo Ba').getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', false);
});

test('R-USER-12 R-USER-25 M32 asks before deleting, then fetches what became of it', async () => {
  const { server, wake } = await show([OWNER, STAFF], { 'DELETE /users/71': () => ok() });
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this user?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(server.calls).toEqual([]);
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Delete' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('User deleted successfully')).toBeTruthy();
  expect(wake).toHaveBeenCalled();
});

test.each([
  [
    'R-USER-26',
    json(403, { error: 'Forbidden', message: 'The business owner cannot be deleted' }),
    'The business owner cannot be deleted',
  ],
  ['R-USER-26', new TypeError('Failed to fetch'), 'Failed to delete user'],
])('%s a deletion that failed says why', async (_id, answer, text) => {
  await show([OWNER, STAFF], { 'DELETE /users/71': () => answer });
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Delete' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(text)).toBeTruthy();
});

async function openAddDialog() {
  await userEvent.click(screen.getByRole('button', { name: 'Add User' }));
  return within(await screen.findByRole('dialog', { name: 'Add User' }));
}
async function fill(dialog: Awaited<ReturnType<typeof openAddDialog>>, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await userEvent.type(dialog.getByLabelText(label), text);
}
const NEW = { Username: 'Ruth', Email: 'ruth@example.com', Phone: '0772 123456', PIN: '6294' };

test('R-USER-02 R-USER-15 R-USER-16 R-USER-23 M31 adds a user, staff unless it is said otherwise', async () => {
  const { server, wake } = await show([OWNER], { 'POST /users': () => json(201, { success: true, data: {} }) });
  const dialog = await openAddDialog();
  expect(dialog.getByLabelText('Role')).toHaveProperty('value', 'staff');
  expect(
    within(dialog.getByLabelText('Role'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['staff', 'admin']);
  await fill(dialog, NEW);
  await userEvent.click(dialog.getByRole('button', { name: 'Add user' }));
  expect(await screen.findByText('User added successfully')).toBeTruthy();
  expect(server.calls).toMatchObject([
    { body: { username: 'Ruth', email: 'ruth@example.com', phone: '0772 123456', pin: '6294', role: 'staff' } },
  ]);
  expect(wake).toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('R-USER-14 the PIN takes four characters', async () => {
  await show();
  const dialog = await openAddDialog();
  await fill(dialog, { PIN: '123456' });
  expect(dialog.getByLabelText('PIN')).toHaveProperty('value', '1234');
});

test.each(Object.keys(NEW))(
  'R-USER-13 no %s: all required fields are asked for, and nothing is sent',
  async (label) => {
    const { server } = await show();
    const dialog = await openAddDialog();
    await fill(dialog, { ...NEW, [label]: ' ' });
    await userEvent.click(dialog.getByRole('button', { name: 'Add user' }));
    expect(await screen.findByText('Please fill in all required fields')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText(label));
    expect(server.calls).toEqual([]);
  },
);

test.each([
  ['R-USER-17', 'Username', 'R', 'Username must be at least 2 characters'],
  ['R-USER-18', 'Email', 'ruth', 'Please enter a valid email address'],
  ['R-USER-19', 'PIN', '12', 'PIN must be exactly 4 digits'],
  ['R-USER-20', 'PIN', '12a4', 'PIN must contain only numbers'],
  ['R-USER-21', 'Phone', '0772', 'Phone number is too short'],
  ['R-USER-22', 'Phone', '0772 12345x', 'Invalid phone number format'],
])('%s refuses the %s %s beside its field', async (_id, label, text, message) => {
  const { server } = await show();
  const dialog = await openAddDialog();
  await fill(dialog, { ...NEW, [label]: text });
  await userEvent.click(dialog.getByRole('button', { name: 'Add user' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(server.calls).toEqual([]);
});

test.each([
  [
    'the server’s words',
    json(409, { error: 'User not saved', message: 'This phone number is already registered' }),
    'This phone number is already registered',
  ],
  ['its own without any', new TypeError('Failed to fetch'), 'Failed to add user'],
])('R-USER-24 R-USER-27 a failure is told in %s, and what was typed is still there', async (_whose, answer, text) => {
  await show([OWNER], { 'POST /users': () => answer });
  const dialog = await openAddDialog();
  await fill(dialog, NEW);
  await userEvent.click(dialog.getByRole('button', { name: 'Add user' }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(dialog.getByLabelText('Username')).toHaveProperty('value', 'Ruth');
});

test('R-USER-24 what the server refuses in a field is said beside it', async () => {
  const message = 'That email is already registered';
  const details = [{ path: 'email', message }];
  await show([OWNER], { 'POST /users': () => json(409, { error: 'User not saved', message: 'Not added', details }) });
  const dialog = await openAddDialog();
  await fill(dialog, NEW);
  await userEvent.click(dialog.getByRole('button', { name: 'Add user' }));
  expect(await screen.findByText('Not added')).toBeTruthy();
  expect(dialog.getByRole('textbox', { name: 'Email', description: message })).toBeTruthy();
});

test('M31 M33 offline people can be looked at and not changed, and the screen says why', async () => {
  await show();
  await screen.findByRole('group', { name: 'Joseph' });
  await goOffline();
  expect(await screen.findByText('You are offline. Connect to the internet to manage users.')).toBeTruthy();
  for (const name of ['Edit', 'Reset PIN', 'Devices', 'Delete'])
    expect(card('Joseph').getByRole('button', { name })).toHaveProperty('disabled', true);
});

test('G11 a deactivated user is marked, comes last and can be let in again', async () => {
  const { server } = await show([OWNER, { ...STAFF, isActive: false, createdAtMs: 0 }], {
    'POST /users/71/reactivate': () => ok(),
  });
  await screen.findByRole('group', { name: 'Joseph' });
  const names = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
  expect(names).toEqual(['Amina Nakato', 'Joseph']);
  expect(card('Joseph').getByText('Deactivated')).toBeTruthy();
  expect(card('Joseph').queryByRole('button', { name: 'Delete' })).toBeNull();
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Reactivate' }));
  expect(await screen.findByText('User reactivated')).toBeTruthy();
  expect(server.calls).toHaveLength(1);
});

test('G39 M33 changes only what was changed; one’s own role is locked, and says so', async () => {
  const { server } = await show([OWNER, STAFF], { 'PATCH /users/71': () => ok() });
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  await userEvent.selectOptions(dialog.getByLabelText('Role'), 'admin');
  await userEvent.click(dialog.getByRole('button', { name: 'Save user' }));
  expect(await screen.findByText('User saved')).toBeTruthy();
  expect(server.calls).toMatchObject([{ method: 'PATCH', body: { role: 'admin' } }]);
  await userEvent.click(card('Amina Nakato').getByRole('button', { name: 'Edit' }));
  const own = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  expect(own.getByLabelText('Role')).toHaveProperty('disabled', true);
  expect(own.getByText("The business owner's role cannot be changed")).toBeTruthy();
});

test('G39 M33 what another admin changed while the form was open is not sent back as it was', async () => {
  const joseph = { ...STAFF, role: 'admin' as const };
  const { server, shop } = await show([OWNER, joseph], { 'PATCH /users/71': () => ok() });
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  await meanwhile(() =>
    shop.absorb({ rows: { user: [{ ...joseph, version: 2, role: 'staff', phone: '+256 772 000888' }] } }),
  );
  await waitFor(() => expect(card('Joseph').queryByText('Admin')).toBeNull());
  await userEvent.clear(dialog.getByLabelText('Email'));
  await userEvent.type(dialog.getByLabelText('Email'), 'j@example.com');
  await userEvent.click(dialog.getByRole('button', { name: 'Save user' }));
  expect(await screen.findByText('User saved')).toBeTruthy();
  expect(server.calls.map(({ body }) => body)).toEqual([{ email: 'j@example.com' }]);
});

test('G39 C-013 what would sign in as another admin is the owner’s to change, and says so; a name is not', async () => {
  const me = { ...OWNER, isBusinessOwner: false };
  const { server } = await show([me, { ...STAFF, role: 'admin' }], { 'PATCH /users/71': () => ok() });
  expect(card('Joseph').queryByRole('button', { name: 'Reset PIN' })).toBeNull();
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  for (const field of ['Phone', 'Role']) expect(dialog.getByLabelText(field), field).toHaveProperty('disabled', true);
  expect(dialog.getByText('Only the business owner can change the phone of an admin')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Username'), ' K');
  await userEvent.click(dialog.getByRole('button', { name: 'Save user' }));
  expect(await screen.findByText('User saved')).toBeTruthy();
  expect(server.calls).toMatchObject([{ method: 'PATCH', body: { username: 'Joseph K' } }]);
});

test('G39 G13 gives somebody a new PIN, typed twice', async () => {
  const { server } = await show([OWNER, STAFF], { 'PUT /users/71/pin': () => ok() });
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Reset PIN' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset PIN' }));
  await userEvent.type(dialog.getByLabelText('PIN'), '5937');
  await userEvent.type(dialog.getByLabelText('Confirm PIN'), '5938');
  await userEvent.click(dialog.getByRole('button', { name: 'Save PIN' }));
  expect(await dialog.findByText('PINs do not match')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Confirm PIN'), '{Backspace}7');
  await userEvent.click(dialog.getByRole('button', { name: 'Save PIN' }));
  expect(await screen.findByText('PIN reset')).toBeTruthy();
  expect(server.calls).toMatchObject([{ body: { pin: '5937' } }]);
});

test('G60 R-SNEW-38 tapped until the question is gone, somebody is deleted once', async () => {
  const { server } = await show([OWNER, STAFF], { 'DELETE /users/71': () => ok() });
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Delete' }));
  await tapUntilGone(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('User deleted successfully')).toBeTruthy();
  expect(server.calls.map(({ method }) => method)).toEqual(['DELETE']);
});

test('G60 R-SNEW-38 SYN-28 shows where a user is signed in, and signs out one device but not the one in hand', async () => {
  const session = {
    id: 1,
    name: 'Chrome on Android',
    signedInAt: '2026-11-20T09:00:00Z',
    lastSeenAt: '2026-11-21T08:00:00Z',
    isCurrent: false,
    deviceId: null,
    pendingCount: 2,
  };
  const list = vi.fn(() =>
    ok([session, { ...session, id: 2, name: 'Firefox on Windows', isCurrent: true, pendingCount: 0 }]),
  );
  const { server } = await show([OWNER, STAFF], {
    'GET /users/71/sessions?limit=200': list,
    'DELETE /users/71/sessions/1': () => ok(),
  });
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Devices' }));
  const phone = within(await screen.findByRole('group', { name: 'Chrome on Android' }));
  expect(phone.getByText('2 changes')).toBeTruthy();
  expect(card('Firefox on Windows').queryByRole('button')).toBeNull();
  await tapUntilGone(phone.getByRole('button', { name: 'Sign out this device' }));
  expect(await screen.findByText('Device signed out')).toBeTruthy();
  expect(list).toHaveBeenCalledTimes(2);
  expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET']);
});

test('R-SEC-22 one’s own new phone is saved with one’s PIN; another’s phone, and one’s own name, need none', async () => {
  const { server } = await show([OWNER, STAFF], {
    [`PATCH /users/${USER_ID}`]: () => ok(),
    'PATCH /users/71': () => ok(),
  });
  const edit = async (name: string, field: string, text: string) => {
    await userEvent.click(card(name).getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    await userEvent.clear(dialog.getByLabelText(field));
    await userEvent.type(dialog.getByLabelText(field), text);
    return dialog;
  };
  const save = async (dialog: ReturnType<typeof within>) => {
    await userEvent.click(dialog.getByRole('button', { name: 'Save user' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const ofStaff = await edit('Joseph', 'Phone', '+256 772 000999');
  expect(ofStaff.queryByLabelText('Current PIN')).toBeNull();
  await save(ofStaff);
  const name = await edit('Amina Nakato', 'Username', 'Amina');
  expect(name.queryByLabelText('Current PIN')).toBeNull();
  await userEvent.clear(name.getByLabelText('Phone'));
  await userEvent.type(name.getByLabelText('Phone'), '+256 772 000111');
  await userEvent.type(name.getByLabelText('Current PIN'), '2468');
  await save(name);
  expect(server.calls.map(({ body }) => body)).toEqual([
    { phone: '+256 772 000999' },
    { username: 'Amina', phone: '+256 772 000111', currentPin: '2468' },
  ]);
});

test('R-PIN-12 a user whose adding, and a PIN whose reset, had no answer may be there all the same', async () => {
  const portal = () => new Response('<html>', { status: 200 });
  await show([OWNER, STAFF], { 'POST /users': portal, 'PUT /users/71/pin': portal });
  await userEvent.click(screen.getByRole('button', { name: 'Add User' }));
  const adding = within(await screen.findByRole('dialog', { name: 'Add User' }));
  const typed = { Username: 'Ruth', Email: 'ruth@example.com', Phone: '+256 772 000111', PIN: '6294' };
  for (const [label, text] of Object.entries(typed)) await userEvent.type(adding.getByLabelText(label), text);
  await userEvent.click(adding.getByRole('button', { name: 'Add user' }));
  expect(
    await screen.findByText(
      'No answer came, so they may be added all the same. Look in the list before you try again.',
    ),
  ).toBeTruthy();
  expect(adding.getByLabelText('Username')).toHaveProperty('value', 'Ruth');
  await userEvent.click(adding.getByRole('button', { name: 'Close' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Reset PIN' }));
  const reset = within(await screen.findByRole('dialog', { name: 'Reset PIN' }));
  await userEvent.type(reset.getByLabelText('PIN'), '6294');
  await userEvent.type(reset.getByLabelText('Confirm PIN'), '6294');
  await userEvent.click(reset.getByRole('button', { name: 'Save PIN' }));
  expect(await screen.findByText('Save it again: it may be set already.')).toBeTruthy();
});

test('R-USER-26 a change whose answer was lost is not told as not done: it may be, and how to find out is said', async () => {
  const lost = () => new TypeError('Failed to fetch');
  await show([OWNER, { ...STAFF, isActive: false }], {
    'POST /users/71/reactivate': lost,
    [`PATCH /users/${USER_ID}`]: lost,
  });
  await userEvent.click(card('Joseph').getByRole('button', { name: 'Reactivate' }));
  expect(await screen.findByText('No answer came, so it may be done all the same. Look in the list.')).toBeTruthy();
  await userEvent.click(card('Amina Nakato').getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
  await userEvent.type(dialog.getByLabelText('Email'), 'x');
  await userEvent.click(dialog.getByRole('button', { name: 'Save user' }));
  expect(
    await screen.findByText('No answer came, so it may be done all the same. Save again: that does no harm.'),
  ).toBeTruthy();
});
