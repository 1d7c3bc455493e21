import { act } from '@testing-library/react';
import { Outlet, type RouteObject } from 'react-router-dom';
import { type Mock, onTestFinished, vi } from 'vitest';
import { Toasts } from '../../../src/app/toasts.tsx';
import type { Services } from '../../../src/platform/services.tsx';
import { followSync } from '../../../src/state/follow-sync.ts';
import { type Replica as ShownReplica, ReplicaProvider } from '../../../src/state/replica.tsx';
import { setSignedIn } from '../../../src/state/session.ts';
import { PageTitleProvider } from '../../../src/ui/page-title.tsx';
import { findKeptChanges, sendKeptChanges } from '../../../src/platform/engine/kept-changes.ts';
import { sendWaitingChanges, writeWaitingChanges } from '../../../src/platform/engine/outbox-file.ts';
import type { ReplicaState, SyncStatus, Transport } from '../../../sync/ports.ts';
import { discardAct, retryAct } from '../../../sync/replica/decide.ts';
import { createSearchIndex } from '../../../sync/store/search/search-index.ts';
import type { Session } from '../../../sync/store/session-record.ts';
import { freshAppState, renderRoutes, SESSION } from './app-harness.tsx';
import { readyState, Replica, type RowsByTable } from '../device/replica.ts';
import { newTestActs } from '../device/test-acts.ts';
import { BUSINESS_ID, businessRow, NOON_MS, USER_ID } from '../shop-rows.ts';
import { type DexieDevice, openDexieDevice } from '../device/test-device.ts';

/*
 * Screens over a device's own database, opened in the test's IndexedDB, as a signed-in person has them. Nothing is
 * sent: there is no server, and a wake-up is only counted. It is noon in Kampala.
 */

export interface ShopOptions {
  /** The rows that the server has sent; without a business among them, the small shop of shop-rows.ts. */
  rows?: RowsByTable;
  state?: Partial<ReplicaState>;
  /** The business as the sign-in gave it, for a device that has no row of it yet. */
  told?: Partial<Session['business']>;
}

export interface OpenedShop {
  /** The device, as somebody beside the screen works on it. */
  shop: Replica;
  device: DexieDevice;
  replica: ShownReplica;
  wake: Mock<() => void>;
  /** Sends a file of waiting changes; nobody answers. */
  push: Mock<Transport['push']>;
  /** Nobody answers here either. */
  fetchOlder: Mock<ShownReplica['fetchOlder']>;
  /** Closes the device, once its page is gone. The end of the test does so too. */
  close: () => void;
}

const NOBODY_TOLD = { name: '', slug: '', currency: '', timeZone: '' };

export async function openShop({ rows = {}, state = {}, told = {} }: ShopOptions = {}): Promise<OpenedShop> {
  freshAppState();
  vi.useFakeTimers({ toFake: ['Date'], now: NOON_MS });
  const device = await openDexieDevice(readyState(state));
  const { database } = device;
  const shop = new Replica(device);
  await shop.absorb({ rows: { business: [businessRow()], ...rows } });
  const { role } = await shop.state();
  const user = { ...SESSION.user, id: USER_ID, businessId: BUSINESS_ID, role };
  setSignedIn({ ...SESSION, user, business: { ...SESSION.business, id: BUSINESS_ID, ...NOBODY_TOLD, ...told } });
  const search = createSearchIndex(database);
  const stopFollowing = followSync(database);
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    stopFollowing();
    search.close();
    database.close();
    vi.useRealTimers();
  };
  // After the page is gone: a live query over a closed database would complain.
  onTestFinished(close);
  const wake = vi.fn<() => void>();
  const fetchOlder = vi.fn<ShownReplica['fetchOlder']>(() => Promise.resolve({ kind: 'offline' }));
  const push = vi.fn<Transport['push']>(() => Promise.resolve({ kind: 'unreachable' }));
  const replica: ShownReplica = {
    ...{ database, search, role, wake },
    ...{ businessId: BUSINESS_ID, userId: USER_ID, run: shop.run },
    fetchOlder,
    waiting: {
      writeFile: () => writeWaitingChanges(database),
      sendFile: (text) => sendWaitingChanges({ database, transport: { push }, businessId: BUSINESS_ID }, text),
      findOfDismissed: (userIds) => findKeptChanges(BUSINESS_ID, userIds),
      sendOfDismissed: (author) =>
        sendKeptChanges({ database, transport: { ...NO_SIGNAL, push }, businessId: BUSINESS_ID }, author),
      decide: (kind, seq) =>
        database.write((tx) =>
          kind === 'discard' ? discardAct(tx, seq, NOON_MS) : retryAct(tx, seq, NOON_MS, newTestActs()),
        ),
    },
  };
  return { shop, device, replica, wake, push, fetchOlder, close };
}

const unreachable = () => Promise.resolve({ kind: 'unreachable' } as const);
const NO_SIGNAL = {
  pull: unreachable,
  audit: unreachable,
  knownActs: unreachable,
};

/** Shows routes inside an opened shop, with the messages that they leave behind. */
export function renderShop(
  { replica }: Pick<OpenedShop, 'replica'>,
  routes: RouteObject[],
  path: string,
  services?: Services,
) {
  const frame = (
    <PageTitleProvider>
      <ReplicaProvider value={replica}>
        <Outlet />
      </ReplicaProvider>
      <Toasts />
    </PageTitleProvider>
  );
  return renderRoutes([{ element: frame, children: routes }], path, services);
}

/** Something happens to the device's data while a screen shows it. */
export const meanwhile = <T,>(change: () => Promise<T>): Promise<T> => act(change);

export const setStatus = (shop: Replica, status: Partial<SyncStatus>): Promise<void> =>
  shop.write(async (tx) => tx.meta.putStatus({ ...(await tx.meta.getStatus()), ...status }));

/** In another tab of this browser: whatever is still shown here is refused from then on. */
export const logOutElsewhere = (shop: Replica): Promise<void> =>
  shop.write(async (tx) => tx.meta.putState({ ...(await tx.meta.getState()), sealed: true }));
