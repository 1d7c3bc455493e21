import type { Business } from '../business.ts';
import { type Customer, WALK_IN_CUSTOMER } from '../people/customer.ts';
import { type Sale, unitOfLine } from './sale.ts';
import { isNothingPaid, saleBalanceMinor, salePayments, saleRefundedMinor } from './sale-payment.ts';
import { displayName, type User } from '../people/user.ts';

/**
 * A sale under the field names of its receipt. The receipt is no row of its own; it is computed from the sale (C-062).
 * Source: D1 §3, §2.10.
 */
export interface Receipt {
  id: number;
  saleNumber: string;
  createdAtMs: number;
  /** The time of the device's clock if it was impossible, else null (SYN-23). */
  deviceAtMs: number | null;
  currency: string;
  /** The final amount (R-ENT-18). */
  amountMinor: number;
  /** True if the sale is paid (R-ENT-19). */
  isPaid: boolean;
  /** True if nothing is paid yet, so no method was used. */
  isNothingPaid: boolean;
  /** The sale's payment method; Cash if it has none (C-047). */
  paymentMethod: string;
  transactionId: string | null;
  /** Payments after the sale was rung up, or in parts; empty if it was paid at once. */
  laterPayments: { atMs: number; method: string; amountMinor: number }[];
  /** The part of the total that is not paid yet. */
  balanceMinor: number;
  /** The amount of refunds handed back. */
  returnedMinor: number;
  /** The notes (R-ENT-21). They are for the shop, so they are not printed. */
  description: string | null;
  customer: string;
  creator: string;
  /** Neutral words for unknown details: an invented phone number on paper would do harm (C-063). */
  business: { name: string; address: string | null; phone: string | null; email: string | null };
  items: ReceiptItem[];
  discountMinor: number;
  taxMinor: number;
  cancelled: boolean;
  cancellationReason: string | null;
  cancelledAtMs: number | null;
}

export interface ReceiptItem {
  itemId: number;
  name: string;
  quantityHundredths: number;
  unit: string | null;
  salePriceMinor: number;
  totalMinor: number;
}

export const UNKNOWN_STORE = 'Your Store';
export const UNKNOWN_USER = 'Unknown User';
const UNKNOWN_ITEM = 'Unknown Item';
const METHOD_UNSAID = 'Cash';

/** The data of a receipt besides the sale. An unknown customer or user is undefined. */
export interface ReceiptSource {
  business: Pick<Business, 'name' | 'address' | 'phone' | 'email'> | undefined;
  customer: Pick<Customer, 'name'> | undefined;
  creator: User | undefined;
  currency: string;
  /** The present units of the items. */
  unitsByItem: ReadonlyMap<number, string>;
}

const orNull = (text: string | undefined): string | null => text?.trim() || null;

export function receiptOf(sale: Sale, source: ReceiptSource): Receipt {
  const { business, customer, creator, currency, unitsByItem } = source;
  const [cancellation] = sale.cancellations;
  return {
    id: sale.id,
    saleNumber: sale.saleNumber,
    createdAtMs: sale.createdAtMs,
    deviceAtMs: sale.deviceAtMs ?? null,
    currency,
    amountMinor: sale.finalMinor,
    isPaid: sale.status === 'completed',
    isNothingPaid: isNothingPaid(sale),
    paymentMethod: sale.paymentMethodName ?? METHOD_UNSAID,
    transactionId: orNull(sale.transactionId ?? undefined),
    laterPayments: salePayments(sale)
      .filter(({ id, amountMinor }, _, all) => all.length > 1 || id !== sale.id || amountMinor < sale.finalMinor)
      .map(({ atMs, paymentMethodName, amountMinor }) => ({
        atMs,
        method: paymentMethodName ?? METHOD_UNSAID,
        amountMinor,
      })),
    balanceMinor: saleBalanceMinor(sale),
    returnedMinor: saleRefundedMinor(sale),
    description: sale.notes,
    customer: customer?.name ?? sale.customerName ?? WALK_IN_CUSTOMER,
    creator: creator ? displayName(creator) : UNKNOWN_USER,
    business: {
      name: orNull(business?.name) ?? UNKNOWN_STORE,
      address: orNull(business?.address),
      phone: orNull(business?.phone),
      email: orNull(business?.email),
    },
    items: sale.lines.map((line) => ({
      itemId: line.itemId,
      name: line.itemName || UNKNOWN_ITEM,
      quantityHundredths: line.quantityHundredths,
      unit: unitOfLine(line, unitsByItem),
      salePriceMinor: line.unitPriceMinor,
      totalMinor: line.totalMinor,
    })),
    discountMinor: sale.discountMinor,
    taxMinor: sale.taxMinor,
    cancelled: sale.status === 'cancelled',
    cancellationReason: cancellation?.reason ?? null,
    cancelledAtMs: cancellation?.atMs ?? null,
  };
}
