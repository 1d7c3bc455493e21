import { type CashCount, cashDifferenceMinor } from '../../../domain/cash-count.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { isoTime } from '../answer.ts';

/** R-GEN-10: amounts are decimals with two places. */
export const cashCountAnswer = (count: CashCount): object => ({
  id: count.id,
  day: count.day,
  drawer: count.drawer,
  deviceName: count.deviceName,
  openingAmount: minorToDecimal(count.openingMinor),
  expectedAmount: minorToDecimal(count.expectedMinor),
  countedAmount: minorToDecimal(count.countedMinor),
  difference: minorToDecimal(cashDifferenceMinor(count)),
  currency: count.currency,
  notes: count.notes,
  createdByUserId: count.createdByUserId,
  createdAt: isoTime(count.createdAtMs),
});
