import { browserClock } from '../../sync/host/browser-ports.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { alone } from '../platform/alone.ts';
import { startImageQueue } from './image-queue.ts';
import { sendImage } from './send-image.ts';

/** Starts the queue of pictures in this page. Of several pages the one that has the lock sends. */
export const startPictures = (database: ShopDatabase, user: { businessId: number; userId: number }): (() => void) =>
  startImageQueue({
    database,
    send: (listing, file, onProgress) => sendImage(user, listing, file, onProgress),
    nowMs: browserClock.nowMs,
    random: () => Math.random(),
    alone: (work) => alone(`${database.name}-pictures`, work),
  });
