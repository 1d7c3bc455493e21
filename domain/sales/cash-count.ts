import * as v from 'valibot';
import { wholeNumber } from '../text/whole-number.ts';
import { idSchema } from '../id.ts';
import { isCash } from './payment-method.ts';
import type { Sale } from './sale.ts';
import { paymentsToGiveBack, type SalePayment, salePayments } from './sale-payment.ts';
import type { TimeRange } from '../time.ts';
import { notHundredths } from '../hundredths.ts';

/** Whose cash lies in the drawer: that of one device, or of all devices of the shop. */
export const CASH_DRAWERS = ['device', 'shop'] as const;
export type CashDrawer = (typeof CASH_DRAWERS)[number];

/**
 * 'There are 48,500 in the drawer': what a person counted at the end of a day, and what their device expected then
 * (G28). It happened, so it is kept as it was said; a sale that arrives later changes neither number.
 */
export interface CashCount {
  id: number;
  version: number;
  /** The shop's day that was closed, 'YYYY-MM-DD'. */
  day: string;
  drawer: CashDrawer;
  /** The device's description of itself: 'Chrome on Android'. */
  deviceName: string;
  /** Change that lay in the drawer before the first sale. */
  openingMinor: number;
  /** Opening + cash taken − cash given back + cash still to be given back, as the device knew it. */
  expectedMinor: number;
  countedMinor: number;
  currency: string;
  notes: string | null;
  createdByUserId: number;
  createdAtMs: number;
  /** The time by the device's clock, kept where it is impossible (SYN-23). */
  deviceAtMs?: number;
  offsetMinutes: number;
}

export const CASH_NOTES_CHARS_MAX = 500;
export const DEVICE_NAME_CHARS_MAX = 80;

const NO_AMOUNT = 'Amount must be zero or more';
const cashSchema = v.pipe(
  v.number(NO_AMOUNT),
  v.safeInteger(notHundredths),
  v.minValue(0, NO_AMOUNT),
  v.maxValue(Number.MAX_SAFE_INTEGER, 'Amount is too large'),
);

export const newCashCountSchema = v.object({
  id: idSchema,
  day: v.pipe(v.string(), v.isoDate('Enter a date')),
  drawer: v.picklist(CASH_DRAWERS, 'Choose whose cash was counted'),
  deviceName: v.pipe(v.string(), v.maxLength(DEVICE_NAME_CHARS_MAX)),
  openingMinor: cashSchema,
  // Below zero where more was given back than was taken.
  expectedMinor: wholeNumber(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  countedMinor: cashSchema,
  currency: v.pipe(v.string(), v.length(3)),
  notes: v.nullable(
    v.pipe(v.string(), v.trim(), v.maxLength(CASH_NOTES_CHARS_MAX, `Use at most ${CASH_NOTES_CHARS_MAX} characters`)),
  ),
});

/** Above 0: more lay in the drawer than was expected; below: less. */
export const cashDifferenceMinor = ({
  countedMinor,
  expectedMinor,
}: Pick<CashCount, 'countedMinor' | 'expectedMinor'>) => countedMinor - expectedMinor;

export interface CashMoved {
  /** Without what is to be given back. */
  takenMinor: number;
  returnedMinor: number;
  /** Taken for sales that were cancelled since; it lies in the drawer until it is given back. */
  toGiveBackMinor: number;
}

/** Cash that should lie in the drawer: the opening float, plus what came in, less what was given back. */
export const expectedCashMinor = (
  openingMinor: number,
  { takenMinor, returnedMinor, toGiveBackMinor }: CashMoved,
): number => openingMinor + takenMinor - returnedMinor + toGiveBackMinor;

/**
 * Cash that was taken and given back in a range of time, by payments of these ids only: those that the device made, or
 * all of them. Each sale once, in any order.
 */
export function cashMovedBy(
  sales: readonly Sale[],
  { range, currency, isOurs }: { range: TimeRange; currency: string; isOurs: (paymentId: number) => boolean },
): CashMoved {
  const isCounted = ({ id, atMs, paymentMethodName }: SalePayment) =>
    atMs >= range.fromMs && atMs < range.toMs && isCash(paymentMethodName) && isOurs(id);
  const moved = { takenMinor: 0, returnedMinor: 0, toGiveBackMinor: 0 };
  for (const sale of sales) {
    if (sale.currency !== currency) continue;
    for (const payment of salePayments(sale)) if (isCounted(payment)) moved.takenMinor += payment.amountMinor;
    for (const { payment, amountMinor } of paymentsToGiveBack(sale)) {
      if (!isCounted(payment)) continue;
      moved.takenMinor -= amountMinor;
      moved.toGiveBackMinor += amountMinor;
    }
    for (const refund of sale.refunds ?? [])
      if (refund.way === 'refunded' && isCounted(refund)) moved.returnedMinor += refund.amountMinor;
  }
  return moved;
}
