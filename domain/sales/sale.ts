import { isInCurrency } from './in-currency.ts';
import * as v from 'valibot';
import { idSchema } from '../id.ts';
import { lengthFirst } from '../length-first.ts';
import { lineTotalMinor, PRICE_MINOR_MAX, sumMinor } from '../money.ts';
import { QUANTITY_HUNDREDTHS_MAX } from '../quantity.ts';
import {
  paymentsAgree,
  type SalePayment,
  type SaleRefund,
  TILL_PAYMENTS_MAX,
  tillPaymentSchema,
  transactionIdSchema,
} from './sale-payment.ts';
import { notHundredths } from '../hundredths.ts';

export const SALE_STATUSES = ['completed', 'pending', 'cancelled'] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

/** Oddities of a recorded sale. They are shown and never a reason to refuse (sync.md, class fact). */
export const SALE_FLAGS = [
  'oversold',
  'price_changed',
  'item_archived',
  'item_missing',
  'customer_deleted',
  'customer_missing',
  'method_removed',
  'method_missing',
  'actor_disabled',
  'clock_suspect',
  'total_mismatch',
  'currency_mismatch',
  'transaction_id_reused',
  'overpaid',
  'recount',
  'refund_due',
  'over_refunded',
] as const;
export type SaleFlag = (typeof SALE_FLAGS)[number];

/** Flags about money. They stay until a person settles the matter (M7). */
export const MONEY_FLAGS = ['overpaid', 'over_refunded'] as const satisfies readonly SaleFlag[];

export interface SaleLine {
  id: number;
  itemId: number;
  /** The item's name at the time of the sale; its SKU below (R-ENT-16). */
  itemName: string;
  itemSku: string | null;
  /** The item's unit at that time; absent in rows of older builds, so read it by `unitOfLine`. */
  itemUnit?: string | null;
  quantityHundredths: number;
  unitPriceMinor: number;
  /** The item's own price on the device. If the server has another price, the sale gets the flag `price_changed`. */
  listPriceMinor: number;
  discountMinor: number;
  totalMinor: number;
  /** True if this line took stock. A cancellation then returns it (C-065). */
  movesStock: boolean;
}

export interface SaleCancellation {
  reason: string;
  byUserId: number;
  atMs: number;
}

/** A sale at the counter; its lines are its stock movements too. Source: D1 §3, C-044, C-049, C-050. */
export interface Sale {
  id: number;
  version: number;
  saleNumber: string;
  status: SaleStatus;
  customerId: number | null;
  customerName: string | null;
  lines: SaleLine[];
  totalMinor: number;
  discountMinor: number;
  taxMinor: number;
  finalMinor: number;
  currency: string;
  paymentMethodId: number | null;
  paymentMethodName: string | null;
  transactionId: string | null;
  /** The payments, oldest first. Absent in rows of older builds, so read them by `salePayments`. */
  payments?: SalePayment[];
  /** Refunds and credits, oldest first; absent if there are none. */
  refunds?: SaleRefund[];
  /** The first print of the receipt; every later print is a copy (G44). Absent if it was never printed. */
  receiptPrint?: { byUserId: number; atMs: number };
  notes: string | null;
  /** The first cancellation counts; later ones are stored for the record (M6). */
  cancellations: SaleCancellation[];
  flags: SaleFlag[];
  orderId: number | null;
  createdByUserId: number;
  createdAtMs: number;
  /** The time of the device's clock, stored only if it was impossible (SYN-23). */
  deviceAtMs?: number;
  offsetMinutes: number;
}

export const SALES_PER_PAGE = 10;
export const SALE_LINES_MAX = 200;
export const SALE_NOTES_CHARS_MAX = 500;
export const CANCEL_REASON_CHARS_MAX = 120;

const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const price = v.pipe(
  v.number('Price must be zero or more'),
  v.safeInteger(notHundredths),
  v.minValue(0, 'Price must be zero or more'),
  v.maxValue(PRICE_MINOR_MAX, 'Amount is too large'),
);
const text = (charsMax: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(charsMax, `Use at most ${charsMax} characters`));

export const newSaleLineSchema = v.object({
  id: idSchema,
  itemId: idSchema,
  itemName: v.pipe(v.string(), v.maxLength(160)),
  itemSku: v.nullable(v.pipe(v.string(), v.maxLength(120))),
  itemUnit: v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(120)))),
  quantityHundredths: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(1),
    v.maxValue(QUANTITY_HUNDREDTHS_MAX, 'Quantity is too large'),
  ),
  unitPriceMinor: price,
  listPriceMinor: price,
  discountMinor: v.literal(0),
  totalMinor: amount,
});

const newSaleFieldsSchema = v.object({
  id: idSchema,
  saleNumber: v.pipe(v.string(), v.regex(/^SALE-\d{10,16}$/, 'Invalid sale number')),
  status: v.picklist(['completed', 'pending']),
  customerId: v.nullable(idSchema),
  customerName: v.nullable(v.pipe(v.string(), v.maxLength(120))),
  lines: lengthFirst(
    v.pipe(
      v.array(newSaleLineSchema),
      v.minLength(1, 'Please add at least one item'),
      v.maxLength(SALE_LINES_MAX, `A sale holds at most ${SALE_LINES_MAX} lines`),
    ),
  ),
  totalMinor: amount,
  discountMinor: amount,
  taxMinor: amount,
  finalMinor: amount,
  currency: v.pipe(v.string(), v.length(3)),
  paymentMethodId: v.nullable(idSchema),
  paymentMethodName: v.nullable(v.pipe(v.string(), v.maxLength(60))),
  transactionId: transactionIdSchema,
  notes: v.nullable(text(SALE_NOTES_CHARS_MAX)),
  /**
   * Payments taken with the sale, by several methods or in part. If absent, one method paid a completed sale in full.
   */
  payments: v.exactOptional(
    lengthFirst(
      v.pipe(
        v.array(tillPaymentSchema),
        v.minLength(1),
        v.maxLength(TILL_PAYMENTS_MAX, `A sale is paid by at most ${TILL_PAYMENTS_MAX} payments at once`),
      ),
    ),
  ),
});

/** A new sale. Its amounts are those that the device showed, so they are stored as sent (C-044). */
export const newSaleSchema = v.pipe(
  newSaleFieldsSchema,
  v.check((sale) => paymentsAgree(sale), 'The payments do not match the total'),
);
export type NewSale = v.InferOutput<typeof newSaleSchema>;
export type NewSaleLine = v.InferOutput<typeof newSaleLineSchema>;

/** The reason of a cancellation (R-SDET-32, R-SDET-33). */
export const cancelReasonSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Please provide a reason for cancellation.'),
  v.maxLength(CANCEL_REASON_CHARS_MAX, `Use at most ${CANCEL_REASON_CHARS_MAX} characters`),
);

/** Returns line totals, their sum, and that less discount plus tax, in minor units (R-SNEW-25, R-SNEW-26, C-044). */
export function saleTotals(sale: {
  lines: readonly { quantityHundredths: number; unitPriceMinor: number }[];
  discountMinor: number;
  taxMinor: number;
}): { lineTotalsMinor: number[]; totalMinor: number; finalMinor: number } {
  const lineTotalsMinor = sale.lines.map((line) => lineTotalMinor(line.quantityHundredths, line.unitPriceMinor));
  const totalMinor = sumMinor(lineTotalsMinor);
  return { lineTotalsMinor, totalMinor, finalMinor: totalMinor - sale.discountMinor + sale.taxMinor };
}

/** True if the device's totals follow the one rounding rule. */
export function totalsAgree(
  sale: Pick<NewSale, 'totalMinor' | 'discountMinor' | 'taxMinor' | 'finalMinor'> & {
    lines: readonly Pick<SaleLine, 'quantityHundredths' | 'unitPriceMinor' | 'totalMinor'>[];
  },
): boolean {
  const computed = saleTotals(sale);
  return (
    computed.totalMinor === sale.totalMinor &&
    computed.finalMinor === sale.finalMinor &&
    sale.lines.every((line, index) => line.totalMinor === computed.lineTotalsMinor[index])
  );
}

/**
 * Returns the unit in which a line was sold (G63). The item's unit may have changed since.
 * @param unitsByItem the items' present units, for lines of older builds without a unit
 */
export const unitOfLine = (
  { itemId, itemUnit }: Pick<SaleLine, 'itemId' | 'itemUnit'>,
  unitsByItem: ReadonlyMap<number, string>,
): string | null => (itemUnit === undefined ? (unitsByItem.get(itemId) ?? null) : itemUnit);

/** Returns count and total of the completed sales in one currency, and the number of unpaid sales (C-076). */
export function summariseSales(
  sales: readonly Pick<Sale, 'status' | 'finalMinor' | 'currency'>[],
  currency: string,
): { saleCount: number; totalMinor: number; unpaidCount: number } {
  const inCurrency = sales.filter((sale) => isInCurrency(sale, currency));
  const counted = inCurrency.filter((sale) => sale.status === 'completed');
  return {
    saleCount: counted.length,
    totalMinor: counted.reduce((sum, sale) => sum + sale.finalMinor, 0),
    unpaidCount: inCurrency.filter((sale) => sale.status === 'pending').length,
  };
}

/**
 * Returns the stamp of the next sale number. Stamps strictly increase on one device, so that two sales within a
 * millisecond have different numbers (R-SNEW-27, C-061).
 */
export const nextSaleStampMs = (lastStampMs: number, nowMs: number): number => Math.max(nowMs, lastStampMs + 1);
export const saleNumberOf = (stampMs: number): string => `SALE-${stampMs}`;

/** True if money was taken or given back twice and a person has not settled that yet. */
export const needsSettling = ({ flags }: Pick<Sale, 'flags'>): boolean =>
  MONEY_FLAGS.some((flag) => flags.includes(flag));

/** Returns the stock that a sale moves, in signed hundredths by item id; nothing if it is cancelled (C-065). */
export function stockOfSale(sale: Pick<Sale, 'status' | 'lines'> | undefined): Map<number, number> {
  const moved = new Map<number, number>();
  if (!sale || sale.status === 'cancelled') return moved;
  for (const line of sale.lines)
    if (line.movesStock) moved.set(line.itemId, (moved.get(line.itemId) ?? 0) - line.quantityHundredths);
  return moved;
}
