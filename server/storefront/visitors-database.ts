import { setImmediate as whatArrived } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { Turns } from '../db/turns.ts';
import type { Settings } from '../settings.ts';

/** The share of PostgreSQL connections that visitors may use at once. The embedded database has one for all callers. */
const SHARE_OF_CONNECTIONS = 1 / 3;
/** Further visitors are refused: a server could not serve more before they give up. */
const WAITING_MAX = 1_000;

/**
 * Returns the database with limits for visitors. Only few of their transactions are in the database's queue at a time;
 * the others wait here. So a device's push waits only for those few. Before each transaction the event loop reads the
 * sockets: the embedded database never yields to it, so a push would otherwise not even be read.
 */
export function visitorsDatabase(database: Database, { databaseConnections }: Settings): Database {
  const atOnce =
    database.engine === 'embedded' ? 1 : Math.max(1, Math.floor(databaseConnections * SHARE_OF_CONNECTIONS));
  const turns = new Turns({ atOnce, waitingMax: WAITING_MAX });
  return {
    ...database,
    transaction: (options, work) =>
      turns.take(async () => {
        await whatArrived();
        return await database.transaction(options, work);
      }),
  };
}
