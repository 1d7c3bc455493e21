import { setImmediate as whatArrived } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { Turns } from '../db/turns.ts';
import type { Settings } from '../settings.ts';

/** Share of the PostgreSQL connections that visitors may use at once; the embedded database has one for everybody. */
const SHARE_OF_CONNECTIONS = 1 / 3;
/** More wait than a server can serve before they give up. */
const WAITING_MAX = 1_000;

/**
 * The database as strangers have it. However many come at once, few of their transactions stand in its queue at a time;
 * the rest wait here. So a till's push is never behind all of them, only behind those few. And before each the sockets
 * are heard: the embedded database works without ever waiting for any, so that otherwise nobody would read the push.
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
