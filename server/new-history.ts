import type { Database } from './db/database.ts';
import { listBusinessIds } from './db/queries/business.ts';
import { beginEpoch, type LastState, readLastState } from './db/queries/history.ts';
import type { Random } from './random.ts';

const BUSINESSES_AT_ONCE = 500;

export interface RestoredShop extends LastState {
  businessId: number;
}

/**
 * Marks a restored database as restored (SYN-21): every business gets a new epoch, so that its devices send what the
 * backup lacks before they pull everything again. Returns the state of each business at the time of the backup.
 */
export async function beginNewHistories(database: Database, random: Random): Promise<RestoredShop[]> {
  const shops: RestoredShop[] = [];
  for (let after: number | undefined = 0; after !== undefined; after = shops.at(-1)?.businessId) {
    const from: number = after;
    const ids = await database.transaction({ businessId: null, readOnly: true }, (sql) =>
      listBusinessIds(sql, from, BUSINESSES_AT_ONCE),
    );
    if (ids.length === 0) break;
    for (const businessId of ids)
      await database.transaction({ businessId }, async (sql) => {
        const last = await readLastState(sql, businessId);
        await beginEpoch(sql, businessId, random);
        shops.push({ businessId, ...last });
      });
  }
  return shops;
}
