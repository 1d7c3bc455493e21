import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Home } from '../../../../src/screens/home/home.tsx';
import { SyncStatus } from '../../../../src/screens/sync/sync-status.tsx';
import type { CallResult } from '../../../../sync/ports.ts';
import type { Outcome } from '../../../../sync/protocol/outcome.ts';
import type { PushAnswer, PushRequest } from '../../../../sync/protocol/push.ts';
import { sealReplica } from '../../../../sync/replica/seal.ts';
import { inDatabaseOf } from '../../../support/device/persons-database.ts';
import { customerArgs, type Replica } from '../../../support/device/replica.ts';
import { BUSINESS_ID, userRow } from '../../../support/shop-rows.ts';
import { openShop, renderShop } from '../../../support/screens/shop-screens.tsx';
import { goOffline } from '../../../support/screens/go-offline.ts';

const LEAVER = 77;

/** Makes another user's database on this device, with unsent changes. */
const leaveBehind = <T,>(work: (replica: Replica) => Promise<T>): Promise<T> =>
  inDatabaseOf({ businessId: BUSINESS_ID, userId: LEAVER, clientId: '00000000000000ff' }, work);

const leaveTwo = (name: string) =>
  leaveBehind(async (replica) => {
    await replica.run('customer.create', (tools) => customerArgs(tools, name));
    await replica.run('customer.create', (tools) => customerArgs(tools));
    await replica.write(sealReplica);
  });

async function show(role: 'admin' | 'staff', isActive: boolean, path = '/sync') {
  const opened = await openShop({
    state: { role },
    rows: { user: [userRow({ id: LEAVER, isActive })] },
  });
  const routes = [
    { path: '/sync', element: <SyncStatus /> },
    { path: '/', element: <Home /> },
  ];
  renderShop(opened, routes, path);
  return opened;
}

const taken = (request: PushRequest, outcomes: Outcome[] = []): CallResult<PushAnswer> => ({
  kind: 'answer',
  value: {
    batchId: request.batchId,
    epoch: 'e1',
    serverTimeMs: 0,
    result: 'taken',
    lmid: request.mutations.at(-1)?.mid ?? 0,
    outcomes,
    stopped: null,
  },
});

test('M32 SYN-25 SYN-24 an admin sends what a dismissed person left on this device, in their name and unread, once', async () => {
  await leaveTwo('Secret Neighbour');
  const { push } = await show('admin', false);
  push.mockImplementation((request) => Promise.resolve(taken(request)));
  await userEvent.click(await screen.findByRole('button', { name: 'Send 2 changes' }));
  expect(await screen.findByText('2 changes of Brian Okello reached the server.')).toBeTruthy();
  expect(screen.queryByText(/Secret Neighbour/)).toBeNull();
  expect(push).toHaveBeenCalledTimes(1);
  expect(push.mock.calls[0]?.[0]).toMatchObject({
    clientId: '00000000000000ff',
    mutations: [{ mid: 1 }, { mid: 2 }],
  });
  await waitFor(() => expect(screen.queryByText('Left on this device')).toBeNull());
  expect(
    await screen.findByText('2 changes that somebody else left on this device were sent in their name.'),
  ).toBeTruthy();
  // Entries leave an outbox only with a pull's proof (SYN-9), so its author finds them all again.
  await leaveBehind(async (replica) => expect(await replica.outbox()).toHaveLength(2));
});

test('M32 what did not arrive is still offered, with the reason', async () => {
  await leaveTwo('Neighbour');
  await show('admin', false);
  await userEvent.click(await screen.findByRole('button', { name: 'Send 2 changes' }));
  expect(await screen.findByText('The server could not be reached. Try again when you are online.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Send 2 changes' })).toBeTruthy();
  await goOffline();
  expect(screen.getByRole('button', { name: 'Send 2 changes' })).toHaveProperty('disabled', true);
  expect(screen.getByText('You are offline. Connect to the internet to send them.')).toBeTruthy();
});

test('M32 an admin who signed in for it is led from Home to what waits', async () => {
  await leaveTwo('Neighbour');
  await show('admin', false, '/');
  expect(await screen.findByText('2 changes of Brian, kept on this device')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Go to Sync status' }));
  expect(await screen.findByText('Left on this device')).toBeTruthy();
});

test.each([
  ['staff', false],
  ['admin', true],
] as const)('SYN-24 M32 %s, author active %s: nobody is told of anybody’s changes', async (role, isActive) => {
  await leaveTwo('Neighbour');
  const { replica } = await show(role, isActive);
  expect(await screen.findByRole('heading', { name: 'Move changes by hand' })).toBeTruthy();
  // A direct query finds it: it exists and is not shown.
  expect(await replica.waiting.findOfDismissed([LEAVER])).toMatchObject([{ count: 2 }]);
  await waitFor(() => expect(screen.getByText('The whole shop is here')).toBeTruthy());
  expect(screen.queryByText('Left on this device')).toBeNull();
});
