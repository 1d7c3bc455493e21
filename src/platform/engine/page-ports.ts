import type { EnginePorts } from '../../../sync/engine/step.ts';
import { APP_VERSION } from '../../../sync/host/app-version.ts';
import { browserClock, browserOnline, browserRandom, isStoragePersistent } from '../../../sync/host/browser-ports.ts';
import type { Transport } from '../../../sync/ports.ts';
import { PULL_ROWS_VISIBLE } from '../../../sync/protocol/pull.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { pageTransport } from './page-transport.ts';

/** Returns the engine's ports for the user's own database in a page. */
export const pagePorts = (database: ShopDatabase, userId: number): EnginePorts =>
  portsOver(database, pageTransport(userId));

/** Returns the engine's ports for any database of this device, with the session of the given transport. */
export const portsOver = (database: ShopDatabase, transport: Transport): EnginePorts => ({
  database,
  transport,
  clock: browserClock,
  random: browserRandom,
  online: browserOnline,
  device: { appVersion: APP_VERSION, pullRows: () => PULL_ROWS_VISIBLE, storagePersistent: isStoragePersistent },
});
