import { summariseOrders } from '../../../domain/order.ts';
import { summariseSales } from '../../../domain/sale.ts';
import { dayRange } from '../../../domain/time.ts';
import { ordersBetween, salesBetween, syncStatusOf } from '../../../sync/store/live-reads.ts';
import { useLive } from '../../state/replica.tsx';
import { useNow } from '../../ui/use-now.ts';

export interface Today {
  nowMs: number;
  orderCount: number;
  orderRevenueMinor: number;
  saleCount: number;
  salesMinor: number;
  lastSyncAtMs: number | null;
}

/** Today's figures in the shop's day (C-140), live, and how complete they are; undefined until the first read. */
export function useToday(timeZone: string, currency: string): Today | undefined {
  const nowMs = useNow((atMs) => dayRange(atMs, timeZone).toMs);
  const { fromMs, toMs } = dayRange(nowMs, timeZone);
  return useLive(
    async (database) => {
      const day = { fromMs, toMs };
      const orders = summariseOrders(await ordersBetween(database, day));
      const sales = summariseSales(await salesBetween(database, day), currency);
      return {
        nowMs,
        orderCount: orders.orderCount,
        orderRevenueMinor: orders.revenueMinor,
        saleCount: sales.saleCount,
        salesMinor: sales.totalMinor,
        lastSyncAtMs: (await syncStatusOf(database)).lastSyncAtMs,
      };
    },
    [fromMs, toMs, currency],
  );
}
