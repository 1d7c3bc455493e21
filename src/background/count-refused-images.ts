import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { refusedImages } from '../../sync/store/image-files.ts';
import { watch } from '../../sync/store/watch.ts';
import { setSyncStatus } from '../state/sync-status.ts';

/** Keeps the header's count of what needs attention complete; answers how to stop. */
export const countRefusedImages = (database: ShopDatabase): (() => void) =>
  watch(
    async () => (await refusedImages(database)).length,
    (refusedImageCount) => setSyncStatus({ refusedImageCount }),
    () => setSyncStatus({ refusedImageCount: 0 }),
  );
