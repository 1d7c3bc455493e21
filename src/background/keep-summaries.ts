import { followRead } from '../../sync/store/follow-read.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { keepSummaries } from '../../sync/store/sums/keep-summaries.ts';
import { businessOf, replicaStateOf } from '../../sync/store/live-reads.ts';
import { whenIdle } from '../platform/when-idle.ts';

/** A day that is being sold in is summed up now and again; a report reads what is missing from the rows. */
const REST_MS = 30_000;

/** Makes the sums that reports read, in the page's idle time, now and after rows change; answers how to stop. */
export const startKeepingSummaries = (database: ShopDatabase, businessId: number): (() => void) =>
  followRead<never>(
    database.name,
    ['sale', 'item', 'business'],
    async (isStopped) => {
      const business = await businessOf(database, businessId);
      // Sums over rows that are still arriving would be made in vain.
      if (!business?.currency || !(await replicaStateOf(database)).snapshotComplete) return null;
      const { timeZone: zone, currency } = business;
      const rest = () => new Promise<void>(whenIdle);
      await alone(`${database.name}-summaries`, () => keepSummaries(database, { zone, currency, rest, isStopped }));
      return null;
    },
    () => undefined,
    // Tried again with the next change; until then a report takes longer.
    () => undefined,
    REST_MS,
  );

/** In one page of several; without locks (an old engine) all do it, which costs time and nothing else. */
async function alone(lock: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return await work();
  await navigator.locks.request(lock, { ifAvailable: true }, (held) => (held ? work() : undefined));
}
