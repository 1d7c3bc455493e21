// Runs inside the page: generates lists of any length, to measure what the length costs.
import { seededRandom } from '../../scripts/demo/seeded-random.ts';
import { COUNT_KEYS } from '../../sync/replica/row-counts.ts';
import { newReplicaState } from '../../sync/replica/state.ts';
import { openShopDatabase, type ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { listPage } from '../../sync/store/list-page.ts';
import { createSearchIndex, type SearchIndex } from '../../sync/store/search/search-index.ts';
import { saleRow } from '../support/shop-rows.ts';

export interface GrownList {
  readonly database: ShopDatabase;
  readonly search: SearchIndex;
  readonly rows: number;
}

const ROWS_PER_WRITE = 2_000;
const ROWS_PER_PAGE = 10;
/** Each has a full page of sales in the shortest list too, because a shorter page is read in less time. */
const CUSTOMERS = 1_000;
const INDEXED_WITHIN_MS = 10_000;

/** Makes a database of its own with so many sales. */
export async function growList(rows: number): Promise<GrownList> {
  const client = { businessId: 1, userId: rows };
  const database = await openShopDatabase({
    client,
    create: newReplicaState({ ...client, role: 'admin', clientId: 'b'.repeat(16) }),
    witness: null,
    onStopped: (failure) => console.error(failure),
    onBlocked: null,
  });
  for (let from = 1; from <= rows; from += ROWS_PER_WRITE) {
    const sales = Array.from({ length: Math.min(ROWS_PER_WRITE, rows - from + 1) }, (_, at) => {
      const id = from + at;
      const customerName = `Customer ${id % CUSTOMERS}`;
      return saleRow({ id, createdAtMs: id * 1_000, saleNumber: `SALE-${1_750_000_000_000 + id}`, customerName });
    });
    await database.write((tx) => tx.rows.put('sale', sales));
  }
  await database.write((tx) => tx.meta.setCounts(new Map([[COUNT_KEYS.sales, rows]])));
  const search = createSearchIndex(database);
  await search.warm('sale');
  // The first search reads every row, and starts the building of an index in the background.
  await search.page('sale', 'customer', 1, ROWS_PER_PAGE);
  await new Promise((resolve) => setTimeout(resolve, INDEXED_WITHIN_MS));
  return { database, search, rows };
}

/** Times the reading of a random page, every second time with a search, and checks its rows. */
export async function readGrown({ database, search, rows }: GrownList, nth: number): Promise<number> {
  const random = seededRandom(nth);
  const typed = nth % 2 === 0 ? '' : `customer ${1 + random.below(CUSTOMERS - 1)}`;
  const page = typed === '' ? 1 + random.below(Math.floor(rows / ROWS_PER_PAGE)) : 1;
  const startedMs = performance.now();
  const shown = await listPage(database, search, 'sale', { typed, page, size: ROWS_PER_PAGE });
  const tookMs = performance.now() - startedMs;
  if (shown.rows.length !== Math.min(ROWS_PER_PAGE, shown.total) || shown.rows.length === 0)
    throw new Error(`Page ${page} with '${typed}' has ${shown.rows.length} of ${shown.total} rows`);
  return tookMs;
}
