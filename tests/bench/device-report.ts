import type { Sale } from '../../domain/sales/sale.ts';
import type { TimeRange } from '../../domain/time.ts';
import type { ShopDatabase } from '../../sync/store/database/dexie-database.ts';
import { readCosts, readSalesReport } from '../../sync/store/sums/report-reads.ts';
import { NEWEST } from '../../sync/store/database/schema.ts';

/** Runs inside the page: a report, in turn with its floor, the same sales read by bare IndexedDB at once. */
export interface ReportRun {
  tookMs: number;
  floorMs: number;
  sales: number;
}

export async function reportSales(
  shop: ShopDatabase,
  bareName: string,
  { range, zone, count, isCompared }: { range: TimeRange; zone: string; count: number; isCompared: boolean },
): Promise<ReportRun[]> {
  const runs: ReportRun[] = [];
  const bare = await openBare(bareName);
  for (let nth = 0; nth < count; nth += 1) {
    const bareFromMs = performance.now();
    const sales = isCompared ? await bareSales(bare, range) : null;
    const floorMs = performance.now() - bareFromMs;
    const totalMinor = sales?.reduce(
      (sum, { finalMinor, status }) => sum + (status === 'cancelled' ? 0 : finalMinor),
      0,
    );

    const fromMs = performance.now();
    const report = await readSalesReport(shop, { range, zone, currency: 'UGX' }, () => false);
    const ids = (report?.items ?? []).map(({ itemId }) => itemId);
    const costs = await readCosts(shop, ids);
    const tookMs = performance.now() - fromMs;
    if (!report || (totalMinor !== undefined && report.totalMinor !== totalMinor) || costs.size !== ids.length)
      throw new Error(`The report says ${report?.totalMinor} of ${totalMinor}, and knows ${costs.size} costs`);
    runs.push({ tookMs, floorMs, sales: report.saleCount });
  }
  bare.close();
  return runs;
}

const openBare = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('The database could not be opened'));
  });

const bareSales = (bare: IDBDatabase, { fromMs, toMs }: TimeRange): Promise<Sale[]> =>
  new Promise((resolve, reject) => {
    const range = IDBKeyRange.bound([fromMs], [toMs], false, true);
    const reading = bare.transaction('sale').objectStore('sale').index(NEWEST).getAll(range);
    reading.onsuccess = () => resolve(reading.result as Sale[]);
    reading.onerror = () => reject(reading.error ?? new Error('The sales could not be read'));
  });
