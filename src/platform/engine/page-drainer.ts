import { createDrainer, type Drainer } from '../../../sync/host/drainer.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { pagePorts } from './page-ports.ts';

/** Creates the drainer of a page. It runs the same engine as the worker, over the page's ports (SYN-17). */
export const createPageDrainer = (database: ShopDatabase, userId: number): Drainer =>
  createDrainer(database.name, pagePorts(database, userId));
