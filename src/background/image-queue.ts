import { backOffMs } from '../../sync/engine/back-off.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import {
  countWaitingFiles,
  type ImageFile,
  type ImageListing,
  listingOf,
  nextWaitingFile,
  removeImageFiles,
  resendUnconfirmed,
  setFileState,
  spentFiles,
} from '../../sync/store/image-files.ts';
import { watch } from '../../sync/store/watch.ts';
import { endImageProgress, setImageProgress } from '../state/image-progress.ts';
import { keepPictures } from '../platform/picture/picture-cache.ts';

/*
 * The queue of pictures (SYN-10, decisions/0019): a visible page sends one file at a time, independently of the rows. A
 * file can be sent only after the server knows the row that lists it. It stays on the device until the server's row
 * says that the server has the file.
 */

/**
 * The result of sending a file. 'later': the server cannot be reached, is busy, or does not know the row yet; `status`
 * is set if the answer is worth showing.
 */
export type Sent =
  | { kind: 'kept' }
  | { kind: 'later'; status: number | null }
  | { kind: 'refused'; status: number; message: string | null };

export interface ImageQueuePorts {
  database: ShopDatabase;
  send: (listing: ImageListing, file: ImageFile, onProgress: (sent: number) => void) => Promise<Sent>;
  nowMs: () => number;
  random: () => number;
  /** Runs the work in only one page of the device at a time. */
  alone: (work: () => Promise<void>) => Promise<void>;
}

/** How long a file stays whose row was never written, or was discarded since. */
const UNLISTED_KEPT_MS = 24 * 60 * 60_000;

/** Sends all waiting files, now and whenever a new file waits. Returns a function that stops it. */
export function startImageQueue(ports: ImageQueuePorts): () => void {
  const { database } = ports;
  let isStopped = false;
  let isRunning = false;
  let isFirst = true;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const random = { below: (bound: number) => Math.floor(ports.random() * bound) };

  const run = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (isRunning || isStopped || !navigator.onLine || document.visibilityState === 'hidden') return;
    isRunning = true;
    try {
      await ports.alone(async () => {
        await tidyUp(ports);
        // Once for each start: after that, the row that confirms a file is on its way.
        if (isFirst) await resendUnconfirmed(database);
        isFirst = false;
        const isDone = await sendWaiting(ports, () => isStopped);
        failures = isDone ? 0 : failures + 1;
      });
    } catch {
      // The device's database was cleared or is full: the shop itself shows that.
      failures += 1;
    } finally {
      isRunning = false;
    }
    if (failures > 0 && !isStopped) timer = setTimeout(() => void run(), backOffMs(failures, random, null));
  };
  const wake = () => {
    failures = 0;
    void run();
  };
  const stopWatching = watch(
    { database, stores: ['imageFile'] },
    () => countWaitingFiles(database),
    (count) => count > 0 && timer === undefined && void run(),
    () => undefined,
  );
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  void run();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopWatching();
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
  };
}

/**
 * Sends the waiting files. A file that must wait does not block the others. Returns true if no file is left that should
 * be tried again.
 */
async function sendWaiting({ database, send }: ImageQueuePorts, isStopped: () => boolean): Promise<boolean> {
  const later = new Set<string>();
  for (;;) {
    const file = isStopped() ? undefined : await nextWaitingFile(database, later);
    if (file === undefined) return later.size === 0;
    const listing = await listingOf(database, file);
    const sent: Sent = listing
      ? await send(listing, file, (part) => setImageProgress(file.key, part))
      : { kind: 'later', status: null };
    endImageProgress(file.key);
    if (sent.kind === 'later') {
      later.add(file.key);
      if (sent.status !== null) await setFileState(database, file.key, 'waiting', sent);
    } else if (sent.kind === 'kept') await setFileState(database, file.key, 'sent');
    else await setFileState(database, file.key, 'refused', sent);
  }
}

/** Moves uploaded pictures to the worker's cache, and deletes those that no item lists. */
async function tidyUp({ database, nowMs }: ImageQueuePorts): Promise<void> {
  const spent = await spentFiles(database, nowMs() - UNLISTED_KEPT_MS);
  if (spent.length === 0) return;
  for (const file of spent) {
    const listing = await listingOf(database, file);
    if (listing) await keepPictures(listing.image, file);
  }
  await removeImageFiles(
    database,
    spent.map(({ key }) => key),
  );
}
