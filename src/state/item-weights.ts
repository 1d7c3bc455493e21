import { whenIdle } from '../platform/when-idle.ts';
import type { Replica } from './replica.tsx';

/** Tells the search, once there is time, what sells: of two hits of one rank that comes first (R-CTR-10). */
export function weighItems({
  database,
  search,
  businessId,
}: Pick<Replica, 'database' | 'search' | 'businessId'>): void {
  whenIdle(() => {
    // Without it hits of one rank come newest first.
    readSold(database, businessId).then(search.weigh, () => undefined);
  });
}

async function readSold(database: Replica['database'], businessId: number) {
  const { soldLately } = await import('../platform/item-sales.ts');
  return await soldLately(database, businessId, Date.now());
}
