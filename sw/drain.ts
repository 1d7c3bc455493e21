import { createDrainer, type Drainer } from '../sync/host/drainer.ts';
import { browserClock, browserOnline, browserRandom, isStoragePersistent } from '../sync/host/browser-ports.ts';
import * as makeRoom from '../sync/host/make-room.ts';
import { roomyDatabase } from '../sync/host/roomy-database.ts';
import type { WorkerMessage, WorkerReply } from '../sync/host/drain-message.ts';
import { createFetchTransport } from '../sync/host/fetch-transport.ts';
import { APP_VERSION } from '../sync/host/app-version.ts';
import { PULL_ROWS_HIDDEN, PULL_ROWS_VISIBLE } from '../sync/protocol/pull.ts';
import { showAppBadge } from '../sync/host/app-badge.ts';
import { badgeCount } from '../sync/store/badge-count.ts';
import { openShopDatabase, type ShopDatabase } from '../sync/store/database/dexie-database.ts';
import { orderAlertsOf } from '../sync/store/order-alerts.ts';
import { openSessionRecord } from '../sync/store/session-record.ts';
import { isFull, storageFailureOf } from '../sync/store/database/storage-failure.ts';

type Drain = Extract<WorkerMessage, { type: 'drain' }>;

interface Client {
  businessId: number;
  userId: number;
}

interface Opened {
  database: ShopDatabase;
  drainer: Drainer;
}

/**
 * Open databases, reused while the worker happens to live. The worker can lose this map: all state is in the databases.
 */
const opened = new Map<string, Promise<Opened>>();
let isAppVisible = false;

/** Runs the engine over one user's database. The database must exist: only a sign-in creates one. */
export async function drainFor(message: Drain): Promise<WorkerReply> {
  isAppVisible = message.visible;
  try {
    const { drainer } = await openedFor(message);
    const report = await drainer.drain({ urgent: message.urgent });
    return report === 'held' ? { type: 'ended', phase: 'held', wakeAfterMs: null } : { type: 'ended', ...report };
  } catch (error) {
    const failure = storageFailureOf(error);
    if (!failure) throw error;
    return { type: 'failed', reason: failure.kind };
  }
}

/** Drains for the signed-in user without a page's request (SYN-17). Returns null if no user is signed in. */
export async function drainSignedIn(urgent: boolean): Promise<WorkerReply | null> {
  const client = await signedInClient();
  return client && (await drainFor({ type: 'drain', ...client, urgent, visible: false }));
}

/** True if the signed-in user has changes that the server has not decided. */
export async function hasUnsentSignedIn(): Promise<boolean> {
  const client = await signedInClient();
  if (!client) return false;
  try {
    const { database } = await openedFor(client);
    return (await database.read((tx) => tx.outbox.countPending())).count > 0;
  } catch (error) {
    if (!storageFailureOf(error)) throw error;
    // The page shows the error and what to do about it.
    return false;
  }
}

/** Returns the database of the signed-in user. */
export async function signedInDatabase(): Promise<ShopDatabase> {
  const client = await signedInClient();
  if (!client) throw new Error('Nobody is signed in');
  return (await openedFor(client)).database;
}

/** Updates the badge on the app's icon for the signed-in user; leaves it unchanged if the count cannot be read. */
export async function refreshAppBadge(): Promise<void> {
  try {
    await showAppBadge((await signedInClient()) ? await badgeCount(await signedInDatabase()) : 0);
  } catch (error) {
    if (!storageFailureOf(error)) throw error;
  }
}

/** True if the signed-in user wants a sound for new orders, or if the setting cannot be read. */
export async function isSoundWanted(): Promise<boolean> {
  try {
    const client = await signedInClient();
    const alerts = client && (await orderAlertsOf((await openedFor(client)).database));
    return alerts?.isSoundOn ?? true;
  } catch {
    return true;
  }
}

export async function signedInClient(): Promise<Client | null> {
  const session = await openSessionRecord(indexedDB).read();
  return session && { businessId: session.user.businessId, userId: session.user.id };
}

function openedFor(client: Client): Promise<Opened> {
  const key = `${client.businessId}-${client.userId}`;
  const known = opened.get(key);
  if (known) return known;
  const opening = open(client, () => opened.delete(key));
  opened.set(key, opening);
  opening.catch(() => opened.delete(key));
  return opening;
}

async function open(client: Client, onStopped: () => void): Promise<Opened> {
  const opening = await openShopDatabase({ client, create: null, witness: null, onStopped, onBlocked: null });
  const database = roomyDatabase(opening, isFull, () => Promise.resolve(makeRoom));
  const drainer = createDrainer(database.name, {
    database,
    transport: createFetchTransport({ fetch: (input, init) => fetch(input, init), userId: client.userId }),
    clock: browserClock,
    random: browserRandom,
    online: browserOnline,
    device: {
      appVersion: APP_VERSION,
      pullRows: () => (isAppVisible ? PULL_ROWS_VISIBLE : PULL_ROWS_HIDDEN),
      storagePersistent: isStoragePersistent,
    },
  });
  return { database, drainer };
}
