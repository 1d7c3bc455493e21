import { createSqlStore, isMutationsFault } from '../../db/sql-store.ts';
import type { PlainPorts } from '../../mutate/plain-call.ts';
import type { ServerPorts } from '../../mutate/server-store.ts';
import { randomBelow } from '../../random.ts';
import type { AppDeps } from '../context.ts';

/** Creates the ports for running mutations on this server. */
export function createServerPorts({ database, clock, random, events }: AppDeps): ServerPorts & PlainPorts {
  return {
    store: createSqlStore(database, { clock, random }),
    clock,
    random: { below: (bound) => randomBelow(random, bound) },
    announce: (businessId, version, epoch) => events.publish(businessId, { epoch, version }),
    isMutationsFault,
  };
}
