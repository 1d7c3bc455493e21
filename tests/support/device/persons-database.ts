import { openShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { readyState, Replica } from './replica.ts';

export interface Person {
  businessId: number;
  userId: number;
  clientId?: string;
}

/** Opens a person's database in this browser, creates it if there is none, runs the work, and closes it again. */
export async function inDatabaseOf<T>(person: Person, work: (replica: Replica) => Promise<T>): Promise<T> {
  const { businessId, userId } = person;
  const database = await openShopDatabase({
    client: { businessId, userId },
    create: readyState(person),
    witness: null,
    onStopped: () => undefined,
    onBlocked: null,
  });
  const nothing = {
    rowCount: async () => 0,
    rows: async () => [],
    journal: async () => [],
    runOutOfSpace: () => undefined,
  };
  try {
    return await work(new Replica({ database, ...nothing }));
  } finally {
    database.close();
  }
}
