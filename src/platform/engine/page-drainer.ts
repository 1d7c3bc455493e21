import { createDrainer, type Drainer } from '../../../sync/host/drainer.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { pagePorts } from './page-ports.ts';

/** The engine over a page's ports: the very one that the worker runs over its own (SYN-17). */
export const createPageDrainer = (database: ShopDatabase, userId: number): Drainer =>
  createDrainer(database.name, pagePorts(database, userId));
