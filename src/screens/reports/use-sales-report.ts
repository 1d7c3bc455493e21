import { seesCost } from '../../../domain/people/permission.ts';
import { createSalesReport, type SalesReport, topItems } from '../../../domain/sales/sales-report.ts';
import { monthRange, type TimeRange } from '../../../domain/time.ts';
import type { User } from '../../../domain/people/user.ts';
import { usersById } from '../../../sync/store/live-reads.ts';
import { readCosts, readSalesReport } from '../../../sync/store/sums/report-reads.ts';
import { useFollowed } from '../../state/followed.ts';
import { useReplica } from '../../state/replica.tsx';
import type { ReportShop } from './report-shop.ts';

export interface ShownSalesReport {
  report: SalesReport;
  /** Cost prices by item, for admins only (G27, SYN-13); null for staff. */
  costs: ReadonlyMap<number, number | null> | null;
  users: ReadonlyMap<number, User>;
}

/** Reads the sales of a time range, and the known costs. Returns undefined until they are read, or without a range. */
export function useSalesReport(range: TimeRange | null, { timeZone: zone, currency }: ReportShop) {
  const { role } = useReplica();
  return useFollowed<ShownSalesReport>({
    tables: ['sale', 'item', 'user'],
    key: JSON.stringify([range, zone, currency, role]),
    async read(database, isStopped) {
      const none = { fromMs: 0, toMs: 0 };
      const report =
        range === null
          ? createSalesReport({ range: none, zone, currency }).report()
          : await readSalesReport(database, { range, zone, currency }, isStopped);
      if (report === null) return null;
      const itemIds = report.items.map(({ itemId }) => itemId);
      const costs = seesCost(role) ? await readCosts(database, itemIds) : null;
      return { report, costs, users: await usersById(database) };
    },
  });
}

/** Reads this month's best sellers, whatever period the report shows (R-REP-18, C-141). */
export function useTopItems(nowMs: number, { timeZone: zone, currency }: ReportShop) {
  const range = monthRange(nowMs, zone);
  return useFollowed({
    tables: ['sale'],
    key: JSON.stringify([range, zone, currency]),
    async read(database, isStopped) {
      const report = await readSalesReport(database, { range, zone, currency }, isStopped);
      return report && topItems(report.items);
    },
  });
}
