import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { refusedImages } from '../../sync/store/image-files.ts';
import { watch } from '../../sync/store/watch.ts';
import { setSyncStatus } from '../state/sync-status.ts';

/** Counts refused pictures for the header's number of things that need attention. Returns a function that stops it. */
export const countRefusedImages = (database: ShopDatabase): (() => void) =>
  watch(
    { database, stores: ['imageFile', 'item', 'business'] },
    async () => (await refusedImages(database)).length,
    (refusedImageCount) => setSyncStatus({ refusedImageCount }),
    () => setSyncStatus({ refusedImageCount: 0 }),
  );
