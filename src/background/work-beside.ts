import { browserClock } from '../../sync/host/browser-ports.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { countRefusedImages } from './count-refused-images.ts';
import { followBadge } from './follow-badge.ts';
import { startOrderAlerts } from './order-alerts.ts';
import { askForPeriodicSync } from '../platform/worker/periodic-sync.ts';
import { startPictures } from './start-pictures.ts';

/** Summaries wait until the screen that the person opened is shown; until then reports read the rows. */
const SUMMARIES_AFTER_MS = 10_000;

/** Starts the background work of an open shop, for which no screen waits. Returns a function that stops it. */
export function startWorkBeside(
  database: ShopDatabase,
  user: { businessId: number; userId: number },
  wake: () => void,
): () => void {
  const stopPictures = startPictures(database, user);
  const stopCounting = countRefusedImages(database);
  const stopAlerts = startOrderAlerts({ database, user, wake, nowMs: browserClock.nowMs });
  const stopBadge = followBadge();
  void askForPeriodicSync();
  const stopKeeping = keepSummariesLater(database, user.businessId);
  return () => {
    stopKeeping();
    stopBadge();
    stopPictures();
    stopCounting();
    stopAlerts();
  };
}

function keepSummariesLater(database: ShopDatabase, businessId: number): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  const start = async (): Promise<void> => {
    const { startKeepingSummaries } = await import('./keep-summaries.ts');
    if (!isOver) stop = startKeepingSummaries(database, businessId);
  };
  // If the code cannot be loaded, the next opening of the app tries again.
  const timer = setTimeout(() => void start().catch(() => undefined), SUMMARIES_AFTER_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop?.();
  };
}
