import { browserClock } from '../../sync/host/browser-ports.ts';
import type { ShopDatabase } from '../../sync/store/dexie-database.ts';
import { countRefusedImages } from './count-refused-images.ts';
import { startKeepingSummaries } from './keep-summaries.ts';
import { startOrderAlerts } from './order-alerts.ts';
import { startPictures } from './start-pictures.ts';

/** What goes on beside the screens while a shop is open, and no screen waits for; answers how to stop. */
export function startWorkBeside(
  database: ShopDatabase,
  user: { businessId: number; userId: number },
  wake: () => void,
): () => void {
  const stopPictures = startPictures(database, user);
  const stopCounting = countRefusedImages(database);
  const stopAlerts = startOrderAlerts({ database, userId: user.userId, wake, nowMs: browserClock.nowMs });
  const stopKeeping = startKeepingSummaries(database, user.businessId);
  return () => {
    stopKeeping();
    stopPictures();
    stopCounting();
    stopAlerts();
  };
}
