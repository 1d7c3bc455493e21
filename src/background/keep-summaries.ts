import { followRead } from '../../sync/store/follow-read.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { keepSummaries } from '../../sync/store/sums/keep-summaries.ts';
import { businessOf, replicaStateOf } from '../../sync/store/live-reads.ts';
import { alone } from '../platform/alone.ts';
import { whenIdle } from '../platform/when-idle.ts';

/** The pause between two runs: today's sums change all the time, and a report reads missing sums from the rows. */
const REST_MS = 30_000;

/**
 * Makes the sums that reports read, while the page is idle, now and after rows change. Returns a function that stops
 * it.
 */
export const startKeepingSummaries = (database: ShopDatabase, businessId: number): (() => void) =>
  followRead<never>(
    database.name,
    ['sale', 'item', 'business'],
    async (isStopped) => {
      const business = await businessOf(database, businessId);
      // While rows are still arriving, sums would be outdated at once.
      if (!business?.currency || !(await replicaStateOf(database)).snapshotComplete) return null;
      const { timeZone: zone, currency } = business;
      const rest = () => new Promise<void>(whenIdle);
      await alone(`${database.name}-summaries`, () => keepSummaries(database, { zone, currency, rest, isStopped }));
      return null;
    },
    () => undefined,
    // The next change starts another try. Until then a report takes longer.
    () => undefined,
    REST_MS,
  );
