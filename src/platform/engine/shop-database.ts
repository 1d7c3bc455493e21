import { readDraftNote } from '../draft/draft-note.ts';
import { createFramePlace } from '../frame-place.ts';
import { WITNESS_PREFIX } from './kept-shop.ts';
import { pageLife } from './page-life.ts';
import { tabMemory } from '../tab-memory.ts';
import { browserRandom } from '../../../sync/host/browser-ports.ts';
import { roomyDatabase } from '../../../sync/host/roomy-database.ts';
import type { LocalTx } from '../../../sync/local-database.ts';
import type { ReplicaState } from '../../../sync/ports.ts';
import { randomClientId } from '../../../sync/protocol/act.ts';
import { newReplicaState } from '../../../sync/replica/state.ts';
import { openShopDatabase, type ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import type { Witness } from '../../../sync/store/database/connection.ts';
import type { Session } from '../../../sync/store/session-record.ts';
import { isFull, type StorageFailure } from '../../../sync/store/database/storage-failure.ts';

const clientOf = ({ user }: Session) => ({ businessId: user.businessId, userId: user.id });

export interface OpenShopEvents {
  onStopped: (failure: StorageFailure) => void;
  onBlocked: () => void;
  /** Called when a newer build waits until this page closes the database (SYN-26). */
  onUpgradeWaits: (letGo: () => void) => void;
}

/**
 * Opens the signed-in user's database on this device. It is created at the first sign-in. Waiting changes of an earlier
 * sign-in become visible again (SYN-24). Rejects with a StorageFailure.
 */
export async function openShop(session: Session, events: OpenShopEvents): Promise<ShopDatabase> {
  const create: ReplicaState = newReplicaState({
    ...clientOf(session),
    role: session.user.role,
    clientId: randomClientId(browserRandom),
  });
  const opened = await openShopDatabase({
    client: clientOf(session),
    create,
    witness: localStorageWitness(localStorage),
    page: pageLife,
    revocablePlace: () => createFramePlace(document),
    ...events,
  });
  // Reading it deletes a note that another user left in this tab.
  readDraftNote(tabMemory, opened.name);
  const database = roomyDatabase(opened, isFull, () => import('../../../sync/host/make-room.ts'));
  // For a dismissed user the rows stay removed; the engine finds out whether they were reinstated (SYN-25).
  const { sealed, dismissal } = await database.read((tx) => tx.meta.getState());
  if (sealed && !dismissal) {
    const { unsealReplica } = await loadSealing();
    await database.write(unsealReplica);
  }
  return database;
}

/**
 * Loaded on demand, because it includes the rules of every mutation, and a start hardly ever finds a sealed database.
 */
const loadSealing = () => import('../../../sync/replica/seal.ts');
const loadPictures = () =>
  Promise.all([import('../picture/picture-cache.ts'), import('../../../sync/store/image-files.ts')]);

/** Returns how many changes of this user wait on the device. */
export async function countUnsent(session: Session): Promise<number> {
  const database = await openQuietly(clientOf(session));
  try {
    return (await database.read((tx) => tx.outbox.countPending())).count;
  } finally {
    database.close();
  }
}

/**
 * Clears the shop at logout. Without unsent changes nothing stays. Otherwise the changes stay, hidden, for their author
 * (C-146, SYN-24).
 */
export async function clearShop(session: Session): Promise<void> {
  const database = await openQuietly(clientOf(session));
  const { sealReplica } = await loadSealing();
  const [{ forgetPictures }, { countUnsentFiles }] = await loadPictures();
  await forgetPictures();
  const fileCount = await countUnsentFiles(database);
  // A picture that was not sent yet, or was refused, also stays for its author.
  const hasUnsent = async (tx: LocalTx) => fileCount > 0 || (await tx.outbox.all()).length > 0;
  const seal = async (tx: LocalTx) => {
    const isUnsent = await hasUnsent(tx);
    // From here on nothing is saved in it: what a worker or another tab saved now would be deleted with the rest.
    if (isUnsent) await sealReplica(tx);
    else await tx.meta.putState({ ...(await tx.meta.getState()), sealed: true });
    return !isUnsent;
  };
  const isEmpty = await database.write(seal).catch(async (error: unknown) => {
    // A full device has no room for the seal. The shop goes all the same, which makes room.
    if (!isFull(error) || (await database.read(hasUnsent))) throw error;
    return true;
  });
  if (isEmpty) await database.destroy();
  else database.close();
}

/** Opens a user's existing database for one short read or write; creates none. Rejects with a StorageFailure. */
export const openQuietly = (client: { businessId: number; userId: number }): Promise<ShopDatabase> =>
  openShopDatabase({
    client,
    create: null,
    witness: localStorageWitness(localStorage),
    page: pageLife,
    onStopped: () => undefined,
    onBlocked: null,
  });

/**
 * Stores a copy of the sentinel outside IndexedDB. A browser that clears one usually clears both, but not always
 * (SYN-26).
 */
const localStorageWitness = (storage: Storage): Witness => ({
  read: (name) => storage.getItem(WITNESS_PREFIX + name),
  write: (name, token) => storage.setItem(WITNESS_PREFIX + name, token),
  forget: (name) => storage.removeItem(WITNESS_PREFIX + name),
});
