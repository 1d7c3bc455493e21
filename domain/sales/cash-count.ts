import * as v from 'valibot';
import { wholeNumber } from '../text/whole-number.ts';
import { idSchema } from '../id.ts';
import { isCash } from './payment-method.ts';
import type { Sale } from './sale.ts';
import { paymentsToGiveBack, type SalePayment, salePayments } from './sale-payment.ts';
import type { TimeRange } from '../time.ts';
import { notHundredths } from '../hundredths.ts';

/** A drawer holds the cash of one device, or of all devices of the shop. */
export const CASH_DRAWERS = ['device', 'shop'] as const;
export type CashDrawer = (typeof CASH_DRAWERS)[number];

/**
 * The cash that a person counted in the drawer at the end of a day, and the amount that the device expected then (G28).
 * Both are past facts, so a sale that arrives later changes neither.
 */
export interface CashCount {
  id: number;
  version: number;
  /** The shop's day that was closed, 'YYYY-MM-DD'. */
  day: string;
  drawer: CashDrawer;
  /** The browser of the device: 'Chrome on Android'. */
  deviceName: string;
  /** The cash in the drawer before the first sale. */
  openingMinor: number;
  /** Opening + cash taken − cash given back + cash still to be given back, as the device knew it. */
  expectedMinor: number;
  countedMinor: number;
  currency: string;
  notes: string | null;
  createdByUserId: number;
  createdAtMs: number;
  /** The time of the device's clock, stored only if it was impossible (SYN-23). */
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
  // Only the shape: a count that was recorded is never refused (docs/sync.md, class fact). Forms and the API check more.
  day: v.pipe(v.string(), v.isoDate('Enter a date')),
  drawer: v.picklist(CASH_DRAWERS, 'Choose whose cash was counted'),
  deviceName: v.pipe(v.string(), v.maxLength(DEVICE_NAME_CHARS_MAX)),
  openingMinor: cashSchema,
  // Negative if more cash was given back than taken.
  expectedMinor: wholeNumber(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  countedMinor: cashSchema,
  currency: v.pipe(v.string(), v.length(3)),
  notes: v.nullable(
    v.pipe(v.string(), v.trim(), v.maxLength(CASH_NOTES_CHARS_MAX, `Use at most ${CASH_NOTES_CHARS_MAX} characters`)),
  ),
});

/** Returns counted minus expected cash: positive if the drawer held more than expected. */
export const cashDifferenceMinor = ({
  countedMinor,
  expectedMinor,
}: Pick<CashCount, 'countedMinor' | 'expectedMinor'>) => countedMinor - expectedMinor;

export interface CashMoved {
  /** Cash taken, without `toGiveBackMinor`. */
  takenMinor: number;
  returnedMinor: number;
  /** Cash taken for sales that were cancelled later. It stays in the drawer until it is given back. */
  toGiveBackMinor: number;
}

/** Returns the cash that should be in the drawer: the opening cash, plus cash taken, less cash given back. */
export const expectedCashMinor = (
  openingMinor: number,
  { takenMinor, returnedMinor, toGiveBackMinor }: CashMoved,
): number => openingMinor + takenMinor - returnedMinor + toGiveBackMinor;

/**
 * Returns the cash taken and given back in a time range. Counts only payments for which `isOurs` is true: the device's
 * own, or all. Pass each sale once, in any order.
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
