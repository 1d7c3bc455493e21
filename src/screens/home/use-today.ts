import { useEffect, useState } from 'react';
import { summariseOrders } from '../../../domain/sales/order.ts';
import { summariseSales } from '../../../domain/sales/sale.ts';
import { dayRange } from '../../../domain/time.ts';
import { followSales, type SaleFigures } from '../../../sync/store/sums/follow-sales.ts';
import { ordersBetween, syncStatusOf } from '../../../sync/store/live-reads.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useNow } from '../../ui/use-now.ts';

export interface Today {
  nowMs: number;
  orderCount: number;
  orderRevenueMinor: number;
  /** Orders in another currency, which the revenue does not include. */
  otherCurrencyOrderCount: number;
  saleCount: number;
  salesMinor: number;
  /** Sales of the day on credit, which the two figures do not include. */
  unpaidCount: number;
  lastSyncAtMs: number | null;
}

/**
 * Returns today's figures, live, for the shop's day (C-140), and how complete they are; undefined until the first read.
 */
export function useToday(timeZone: string, currency: string): Today | undefined {
  const nowMs = useNow((atMs) => dayRange(atMs, timeZone).toMs);
  const { fromMs, toMs } = dayRange(nowMs, timeZone);
  const orders = useLive(
    async (database) => summariseOrders(await ordersBetween(database, { fromMs, toMs }), currency),
    [fromMs, toMs, currency],
  );
  const status = useLive(syncStatusOf, []);
  const figures = useSalesBetween(fromMs, toMs);
  if (!orders || !status || !figures) return undefined;
  const sales = summariseSales(figures, currency);
  return {
    nowMs,
    orderCount: orders.orderCount,
    orderRevenueMinor: orders.revenueMinor,
    otherCurrencyOrderCount: orders.otherCurrencyCount,
    saleCount: sales.saleCount,
    salesMinor: sales.totalMinor,
    unpaidCount: sales.unpaidCount,
    lastSyncAtMs: status.lastSyncAtMs,
  };
}

function useSalesBetween(fromMs: number, toMs: number): readonly SaleFigures[] | null {
  const { database } = useReplica();
  const [read, setRead] = useState<{ fromMs: number; figures: readonly SaleFigures[] } | null>(null);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(
    () =>
      followSales(
        database,
        { fromMs, toMs },
        (figures) => setRead({ fromMs, figures }),
        (error) => setFailure({ error }),
      ),
    [database, fromMs, toMs],
  );
  // Thrown as a live query throws it: the screen's error boundary shows it.
  if (failure) throw failure.error;
  // The figures of the day before are not shown while the new day is read.
  return read?.fromMs === fromMs ? read.figures : null;
}
