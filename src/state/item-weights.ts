import { whenIdle } from '../platform/when-idle.ts';
import type { Replica } from './replica.tsx';

/**
 * Passes to the search, when the page is idle, how much of each item was sold: of two hits of one rank the best seller
 * comes first (R-CTR-10).
 */
export function weighItems({
  database,
  search,
  businessId,
}: Pick<Replica, 'database' | 'search' | 'businessId'>): void {
  whenIdle(() => {
    // If the read fails, hits of one rank stay newest first.
    readSold(database, businessId).then(search.weigh, () => undefined);
  });
}

async function readSold(database: Replica['database'], businessId: number) {
  const { soldLately } = await import('../platform/item-sales.ts');
  return await soldLately(database, businessId, Date.now());
}
