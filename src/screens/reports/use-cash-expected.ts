import { type CashDrawer, type CashMoved, cashMovedBy } from '../../../domain/sales/cash-count.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { daysRange } from '../../../domain/time.ts';
import { isOfSource } from '../../../sync/protocol/act.ts';
import { sourcesOf } from '../../../sync/store/live-reads.ts';
import { salesMoving } from '../../../sync/store/sums/report-reads.ts';
import { useFollowed } from '../../state/followed.ts';
import type { ReportShop } from './report-shop.ts';

/**
 * Returns the cash that should be in a drawer on a day, as this device knows it; undefined until it is read, and for no
 * day. Payments made on this device are recognised by the id sources of the device since its last sign-in (SYN-2).
 */
export function useCashExpected(
  day: string | null,
  drawer: CashDrawer,
  { timeZone, currency }: ReportShop,
): CashMoved | undefined {
  return useFollowed<CashMoved>({
    tables: ['sale'],
    key: JSON.stringify([day, drawer, timeZone, currency]),
    async read(database, isStopped) {
      if (day === null) return null;
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
