import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { SignedIn } from '../../../src/app/signed-in.tsx';
import { setSignedIn, useSession } from '../../../src/state/session.ts';
import { dismissReplica } from '../../../sync/replica/dismissal.ts';
import { inDatabaseOf } from '../../support/device/persons-database.ts';
import { customerArgs, type Replica } from '../../support/device/replica.ts';
import { customerRow } from '../../support/shop-rows.ts';
import {
  fakeServer,
  fakeServices,
  freshAppState,
  json,
  memorySessionRecord,
  renderPart,
  SESSION,
} from '../../support/screens/app-harness.tsx';

// There is no server and no stream of events.
vi.mock('../../../src/platform/engine/live-events.ts', () => ({ listenToEvents: () => () => undefined }));

beforeEach(freshAppState);

const CLIENT = { businessId: SESSION.user.businessId, userId: SESSION.user.id };

const onDevice = <T,>(work: (replica: Replica) => Promise<T>): Promise<T> => inDatabaseOf(CLIENT, work);

function showShop() {
  setSignedIn(SESSION);
  const { record } = memorySessionRecord(SESSION);
  const server = fakeServer({ 'POST /auth/logout': () => json(200, { success: true }) });
  renderPart(<SignedIn session={SESSION}>The shop</SignedIn>, fakeServices(server, record));
}

function answerEngine(answer: (path: string) => Response): void {
  vi.stubGlobal('fetch', async (path: string) => answer(path));
  onTestFinished(() => void vi.unstubAllGlobals());
}

test('SYN-25 M32 a device that hears of the dismissal shows one sentence instead of the shop, and keeps none of it', async () => {
  await onDevice((replica) => replica.absorb({ rows: { customer: [customerRow({ id: 5, name: 'Neighbour' })] } }));
  answerEngine(() => json(401, { error: 'account_inactive', message: 'Your account is no longer active.' }));
  showShop();
  expect((await screen.findByRole('alert')).textContent).toContain('Your account is no longer active.');
  expect(screen.queryByText('The shop')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in as somebody else' }));
  await waitFor(() => expect(useSession.getState().status).toBe('signed-out'));
});

test('SYN-25 M32 opened again, it still says so and how many changes wait, which a logout keeps', async () => {
  await onDevice(async (replica) => {
    await replica.absorb({ rows: { customer: [customerRow({ id: 5 })] } });
    await replica.run('customer.create', (tools) => customerArgs(tools));
    await replica.run('customer.create', (tools) => customerArgs(tools));
    await replica.write(dismissReplica);
  });
  answerEngine(() => json(503, { error: 'Busy', message: 'Busy' }));
  showShop();
  expect((await screen.findByRole('alert')).textContent).toContain(
    '2 changes are kept on this device. Ask an admin to sign in here to send them.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Sign in as somebody else' }));
  await waitFor(() => expect(useSession.getState().status).toBe('signed-out'));
  await onDevice(async (replica) => {
    expect(await replica.outbox()).toHaveLength(2);
    expect(await replica.row('customer', 5)).toBeUndefined();
  });
});
