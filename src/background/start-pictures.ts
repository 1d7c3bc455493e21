import { browserClock } from '../../sync/host/browser-ports.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { startImageQueue } from './image-queue.ts';
import { sendImage } from './send-image.ts';

/** Starts the queue of pictures in this page. Of several pages the one that has the lock sends. */
export const startPictures = (database: ShopDatabase, user: { businessId: number; userId: number }): (() => void) =>
  startImageQueue({
    database,
    send: (listing, file, onProgress) => sendImage(user, listing, file, onProgress),
    nowMs: browserClock.nowMs,
    random: () => Math.random(),
    alone: async (work) => {
      if (!('locks' in navigator)) return await work();
      await navigator.locks.request(`${database.name}-pictures`, { ifAvailable: true }, (lock) =>
        lock ? work() : Promise.resolve(),
      );
    },
  });
