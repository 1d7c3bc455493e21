import { type CashDrawer, type CashMoved, cashMovedBy } from '../../../domain/cash-count.ts';
import type { Sale } from '../../../domain/sale.ts';
import { daysRange } from '../../../domain/time.ts';
import { isOfSource } from '../../../sync/protocol/act.ts';
import { sourcesOf } from '../../../sync/store/live-reads.ts';
import { salesMoving } from '../../../sync/store/report-reads.ts';
import { useFollowed } from '../../state/followed.ts';
import type { ReportShop } from './report-shop.ts';

/**
 * The cash of a day that should be in a drawer, as this device knows it; undefined while it is read. What went through
 * this device since it was last signed in on bears an id of one of its own sources (SYN-2).
 */
export function useCashExpected(
  day: string,
  drawer: CashDrawer,
  { timeZone, currency }: ReportShop,
): CashMoved | undefined {
  return useFollowed<CashMoved>({
    tables: ['sale'],
    key: JSON.stringify([day, drawer, timeZone, currency]),
    async read(database, isStopped) {
      const range = daysRange(day, day, timeZone);
      const sales: Sale[] = [];
      for await (const some of salesMoving(database, range)) {
        if (isStopped()) return null;
        sales.push(...some);
      }
      const ours = await sourcesOf(database);
      return cashMovedBy(sales, {
        range,
        currency,
        isOurs: (paymentId) => drawer === 'shop' || ours.some((source) => isOfSource(paymentId, source)),
      });
    },
  });
}
