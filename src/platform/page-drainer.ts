import { APP_VERSION } from '../../sync/host/app-version.ts';
import { browserClock, browserOnline, browserRandom, isStoragePersistent } from '../../sync/host/browser-ports.ts';
import { createDrainer, type Drainer } from '../../sync/host/drainer.ts';
import { PULL_ROWS_VISIBLE } from '../../sync/protocol/pull.ts';
import type { ShopDatabase } from '../../sync/store/dexie-database.ts';
import { pageTransport } from './page-transport.ts';

/** The engine over a page's ports: the very one that the worker runs over its own (SYN-17). */
export function createPageDrainer(database: ShopDatabase, userId: number): Drainer {
  return createDrainer(database.name, {
    database,
    transport: pageTransport(userId),
    clock: browserClock,
    random: browserRandom,
    online: browserOnline,
    device: { appVersion: APP_VERSION, pullRows: () => PULL_ROWS_VISIBLE, storagePersistent: isStoragePersistent },
  });
}
