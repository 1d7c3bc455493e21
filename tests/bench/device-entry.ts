// Runs inside the page: calls the product's store and mutations, and the bare IndexedDB that they are compared with.
import type { TimeRange } from '../../domain/time.ts';
import { seededRandom } from '../../scripts/demo/seeded-random.ts';
import { browserClock, browserRandom } from '../../sync/host/browser-ports.ts';
import type { MutationArgs } from '../../sync/mutation/registry.ts';
import { createActSource } from '../../sync/protocol/act.ts';
import { runMutation } from '../../sync/replica/run-mutation.ts';
import { openShopDatabase, type ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { listPage } from '../../sync/store/list-page.ts';
import { createSearchIndex, type SearchedTable, type SearchIndex } from '../../sync/store/search/search-index.ts';
import { TABLE_NAMES } from '../../sync/protocol/tables.ts';
import { type BareTap, copyBare, offerBareTap } from './device-floor.ts';
import { growList, readGrown } from './device-grown.ts';
import { type ReportRun, reportSales } from './device-report.ts';
import { type SortedRows, sortRows, type SortWish } from './device-sorted.ts';
import { saleArgs } from './reference-shop.ts';

/** A recorded sale: its id, how long saving took, and when it was on disk (milliseconds since 1970). */
export interface RungUp {
  id: number;
  saleNumber: string;
  tookMs: number;
  savedAtMs: number;
}

let opened: Promise<ShopDatabase> | null = null;

let search: SearchIndex | null = null;
let bareTap: Promise<BareTap> | null = null;
/** Search texts that people type: none, a number, part of a name. */
const TYPED = ['', '', '77', 'sugar', 'customer 1', 'brown 12', '1,500', '22 nov'];
const ROWS_PER_PAGE = 20;

/** Returns the name of the signed-in user's database; there is exactly one. */
async function databaseName(): Promise<string> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  const name = names.find((candidate) => /^kaunta-\d+-\d+$/.test(candidate));
  if (name === undefined) throw new Error('Nobody is signed in on this device');
  return name;
}

async function openShop(): Promise<ShopDatabase> {
  const [, businessId, userId] = (await databaseName()).split('-').map(Number);
  return await openShopDatabase({
    client: { businessId: businessId ?? 0, userId: userId ?? 0 },
    create: null,
    witness: null,
    onStopped: (failure) => console.error(failure),
    onBlocked: null,
  });
}

const shop = (): Promise<ShopDatabase> => (opened ??= openShop());
const acts = createActSource(browserRandom);

export const device = {
  /** Resolves when the device has the whole window and nothing is unsent. Rejects after this time. */
  async hasEverything(withinMs: number): Promise<void> {
    const { read } = await shop();
    const giveUpAtMs = performance.now() + withinMs;
    for (;;) {
      const { state, waiting } = await read(async (tx) => ({
        state: await tx.meta.getState(),
        waiting: (await tx.outbox.countPending()).count,
      }));
      if (state.snapshotComplete && !state.historyLeft && waiting === 0) return;
      if (performance.now() > giveUpAtMs) throw new Error('The device did not get everything in time');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  },

  async countRows(): Promise<Record<string, number>> {
    const { tables } = await shop();
    const counts: [string, number][] = [];
    for (const table of TABLE_NAMES) counts.push([table, await tables.rows[table].count()]);
    return Object.fromEntries(counts);
  },

  /** Records sales one after the other, as taps would; of two or three lines if `linesEach` is missing. */
  async sell(count: number, seed: number, linesEach?: number): Promise<RungUp[]> {
    const database = await shop();
    const random = seededRandom(seed);
    const items = await database.tables.rows.item.toArray();
    const customers = await database.tables.rows.customer.toArray();
    const sales: RungUp[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const startedMs = performance.now();
      const result = await runMutation({ database, clock: browserClock, acts }, 'sale.create', (tools) => {
        const minting = { mintId: () => tools.mintId(), nextStampMs: () => tools.nextStampMs() };
        return saleArgs(minting, random, items, customers, browserClock.nowMs(), linesEach);
      });
      const endedMs = performance.now();
      if (!result.ok) throw new Error(`The sale was refused: ${result.error.code}`);
      // The type follows from the name of the mutation that was run above.
      const { id, saleNumber } = result.args as MutationArgs<'sale.create'>;
      sales.push({ id, saleNumber, tookMs: endedMs - startedMs, savedAtMs: performance.timeOrigin + endedMs });
    }
    return sales;
  },

  /** Returns the ids of the items in the unsent sales, each once. */
  async soldItems(): Promise<number[]> {
    const { tables } = await shop();
    return (await tables.base.toArray()).filter(({ table }) => table === 'item').map(({ id }) => id);
  },

  countWaiting: async (): Promise<number> => await (await shop()).tables.outbox.count(),

  /** Resolves once these items have this reorder level. */
  async hasReorderLevels(wish: { ids: number[]; reorderLevelHundredths: number }): Promise<void> {
    const { tables } = await shop();
    for (;;) {
      const items = await tables.rows.item.bulkGet(wish.ids);
      if (items.every((item) => item?.reorderLevelHundredths === wish.reorderLevelHundredths)) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  },

  /** Builds a second search index of a table, beside the screen's own. Returns how long it took. */
  async warm(table: SearchedTable): Promise<number> {
    search ??= createSearchIndex(await shop());
    const startedMs = performance.now();
    await search.warm(table);
    return performance.now() - startedMs;
  },

  /** Reads random pages of a list, with random searches, and checks the rows of each. */
  async readPages(table: SearchedTable, count: number, seed: number): Promise<{ tookMs: number; total: number }[]> {
    const database = await shop();
    if (!search) throw new Error('The index was not built');
    const random = seededRandom(seed);
    const total = await database.tables.rows[table].count();
    const times: { tookMs: number; total: number }[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const typed = random.pick(TYPED);
      const page = typed === '' ? 1 + random.below(Math.floor(total / ROWS_PER_PAGE)) : 1;
      const startedMs = performance.now();
      const shown = await listPage(database, search, table, { typed, page, size: ROWS_PER_PAGE });
      times.push({ tookMs: performance.now() - startedMs, total });
      if (shown.rows.length !== Math.min(ROWS_PER_PAGE, shown.total) || (typed === '' && shown.total !== total))
        throw new Error(`Page ${page} of ${table} with '${typed}' has ${shown.rows.length} of ${shown.total} rows`);
    }
    return times;
  },

  /** Sorts all rows of a table, as clicks on a column head do. */
  async sortRows(wish: SortWish): Promise<SortedRows> {
    if (!search) throw new Error('The index was not built');
    return await sortRows(await shop(), search, wish);
  },

  /** Reads pages of a short list and of a long one, in turn. */
  async compareLists(shortRows: number, longRows: number, reads: number): Promise<{ short: number[]; long: number[] }> {
    const lists = [await growList(shortRows), await growList(longRows)] as const;
    const times: { short: number[]; long: number[] } = { short: [], long: [] };
    for (let nth = 0; nth < reads; nth += 1) {
      times.short.push(await readGrown(lists[0], nth));
      times.long.push(await readGrown(lists[1], nth));
    }
    return times;
  },

  /** Resolves once every day of the shop's sales is summed up. */
  async hasSummaries(days: number): Promise<void> {
    const { tables } = await shop();
    while ((await tables.summary.where('madeFor').above('').count()) < days)
      await new Promise((resolve) => setTimeout(resolve, 50));
  },

  /** Makes the sales report of a range of time `count` times, with its floor if `isCompared`. */
  reportSales: async (range: TimeRange, zone: string, count: number, isCompared: boolean): Promise<ReportRun[]> =>
    await reportSales(await shop(), await databaseName(), { range, zone, count, isCompared }),

  /** Adds a button whose tap writes the rows of the last act once more: the floor of a tap. */
  async offerBareTap(): Promise<void> {
    bareTap = (await offerBareTap(await databaseName())).tapped;
  },
  bareTapped: async (): Promise<BareTap | null> => await bareTap,
  /** Writes all rows of the device into a new bare database with the same indexes: the floor of a first pull. */
  copyAll: async (rowsEach: number): Promise<{ rows: number; tookMs: number }> =>
    await copyBare(await databaseName(), rowsEach),
};

Object.assign(globalThis, { device });
