import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { SignedIn } from '../../../src/app/signed-in.tsx';
import { showFinishedSale, useFinishedSale } from '../../../src/state/finished-sale.ts';
import { setSignedIn } from '../../../src/state/session.ts';
import { useReplica } from '../../../src/state/replica.tsx';
import { openShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { customerArgs, readyState } from '../../support/device/replica.ts';
import { freshAppState, renderPart, SESSION } from '../../support/screens/app-harness.tsx';

// There is no server, no stream of events and no engine.
vi.mock('../../../src/platform/engine/live-events.ts', () => ({ listenToEvents: () => () => undefined }));
vi.mock('../../../src/platform/engine/engine-host.ts', () => ({
  startEngineHost: () => ({ wake: () => undefined, stop: () => undefined }),
}));

beforeEach(freshAppState);

function Counter() {
  const { run } = useReplica();
  return <button onClick={() => void run('customer.create', (tools) => customerArgs(tools), null)}>Save</button>;
}

test('SYN-26 the browser is asked to keep what is stored after the first act that was saved, and not before', async () => {
  const persist = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
  Object.defineProperty(navigator, 'storage', {
    value: { persisted: () => Promise.resolve(false), persist },
    configurable: true,
  });
  const client = { businessId: SESSION.user.businessId, userId: SESSION.user.id };
  const events = { onStopped: () => undefined, onBlocked: null };
  (await openShopDatabase({ client, create: readyState(client), witness: null, ...events })).close();
  setSignedIn(SESSION);
  renderPart(
    <SignedIn session={SESSION}>
      <Counter />
    </SignedIn>,
  );
  const save = await screen.findByRole('button', { name: 'Save' });
  expect(persist).not.toHaveBeenCalled();
  await userEvent.click(save);
  await waitFor(() => expect(persist).toHaveBeenCalledTimes(1));
});

test('SYN-24 R-CTR-27 the next person does not see the sale that the one before finished', async () => {
  setSignedIn(SESSION);
  const { unmount } = renderPart(
    <SignedIn session={SESSION}>
      <Counter />
    </SignedIn>,
  );
  await screen.findByRole('button', { name: 'Save' });
  const sale = { saleId: 1, finalMinor: 500_000, currency: 'UGX', changeMinor: 0, owedMinor: 0 };
  act(() => showFinishedSale(sale));
  expect(useFinishedSale.getState().sale).toEqual(sale);
  unmount();
  expect(useFinishedSale.getState().sale).toBeNull();
});

test('G51 at an address for which the browser keeps nothing, it says so and what to do, instead of loading for ever', async () => {
  vi.stubGlobal('isSecureContext', false);
  setSignedIn(SESSION);
  renderPart(
    <SignedIn session={SESSION}>
      <Counter />
    </SignedIn>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Kaunta needs an address with https');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  vi.unstubAllGlobals();
});
