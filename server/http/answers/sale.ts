import * as v from 'valibot';
import { idSchema } from '../../../domain/id.ts';
import type { Business } from '../../../domain/business.ts';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { type Sale, SALE_FLAGS, SALE_STATUSES } from '../../../domain/sales/sale.ts';
import {
  REFUND_WAYS,
  saleBalanceMinor,
  saleCreditMinor,
  type SalePayment,
  salePayments,
  saleRefundDueMinor,
} from '../../../domain/sales/sale-payment.ts';
import type { User } from '../../../domain/people/user.ts';
import { deviceTime, isoTime } from '../answer.ts';
import { decimalField, deviceTimeOrNull, idOrNull, textOrNull, timeField, timeOrNull } from './field.ts';

const moneyAnswerSchema = v.object({
  id: idSchema,
  saleId: idSchema,
  amount: decimalField,
  paymentMethodId: idOrNull,
  paymentMethod: v.string(),
  transactionId: textOrNull,
  createdAt: timeField,
  deviceCreatedAt: deviceTimeOrNull,
});

const saleLineAnswerSchema = v.object({
  id: idSchema,
  saleId: idSchema,
  itemId: idSchema,
  itemName: v.string(),
  itemSku: textOrNull,
  quantity: decimalField,
  unitPrice: decimalField,
  salePrice: decimalField,
  discountAmount: decimalField,
  totalAmount: decimalField,
  createdAt: timeField,
});

export const saleAnswerSchema = v.object({
  id: idSchema,
  businessId: idSchema,
  customerId: idOrNull,
  customerName: textOrNull,
  customer: v.nullable(v.object({ id: idSchema, name: textOrNull })),
  createdByUserId: idSchema,
  saleNumber: v.string(),
  totalAmount: decimalField,
  discountAmount: decimalField,
  taxAmount: decimalField,
  finalAmount: decimalField,
  currency: v.string(),
  paymentMethodId: idOrNull,
  paymentMethod: v.string(),
  transactionId: textOrNull,
  status: v.picklist(SALE_STATUSES),
  notes: textOrNull,
  cancellationReason: textOrNull,
  cancelledAt: timeOrNull,
  cancelledByUserId: idOrNull,
  flags: v.array(v.picklist(SALE_FLAGS)),
  payments: v.array(v.object({ ...moneyAnswerSchema.entries, takenByUserId: idSchema })),
  refunds: v.array(v.object({ ...moneyAnswerSchema.entries, way: v.picklist(REFUND_WAYS), settledByUserId: idSchema })),
  balance: decimalField,
  refundDue: decimalField,
  credit: decimalField,
  receiptPrintedAt: timeOrNull,
  orderId: idOrNull,
  createdAt: timeField,
  /** The time of the device's clock if it was impossible; `createdAt` is then the server's time. Else null. */
  deviceCreatedAt: deviceTimeOrNull,
  updatedAt: timeField,
  amount: decimalField,
  cancelled: v.boolean(),
  isPaid: v.boolean(),
  /** Never null, because the description of a stored receipt is never null (R-ENT-22). */
  description: v.string(),
  items: v.array(saleLineAnswerSchema),
});

export const saleDetailsAnswerSchema = v.object({
  ...saleAnswerSchema.entries,
  business: v.object({ name: v.string(), address: v.string(), currency: v.string() }),
  /** Null if the user is not known any more. */
  creator: v.nullable(v.object({ username: v.string(), phone: v.string(), email: v.string() })),
  /** The lines under the field names of a stored receipt (R-ENT-22). */
  products: v.array(v.object({ itemId: idSchema, quantity: decimalField, salePrice: decimalField })),
});

const METHOD_UNSAID = 'Cash';

/** Returns a sale under the documents' field names and their aliases (C-062). Amounts are decimal strings. */
export function saleAnswer(sale: Sale, businessId: number): v.InferOutput<typeof saleAnswerSchema> {
  const cancelled = sale.cancellations[0];
  return {
    id: sale.id,
    businessId,
    customerId: sale.customerId,
    customerName: sale.customerName,
    customer: sale.customerId === null ? null : { id: sale.customerId, name: sale.customerName },
    createdByUserId: sale.createdByUserId,
    saleNumber: sale.saleNumber,
    totalAmount: minorToDecimal(sale.totalMinor),
    discountAmount: minorToDecimal(sale.discountMinor),
    taxAmount: minorToDecimal(sale.taxMinor),
    finalAmount: minorToDecimal(sale.finalMinor),
    currency: sale.currency,
    paymentMethodId: sale.paymentMethodId,
    paymentMethod: sale.paymentMethodName ?? METHOD_UNSAID,
    transactionId: sale.transactionId,
    status: sale.status,
    notes: sale.notes,
    cancellationReason: cancelled?.reason ?? null,
    cancelledAt: cancelled ? isoTime(cancelled.atMs) : null,
    cancelledByUserId: cancelled?.byUserId ?? null,
    flags: sale.flags,
    payments: salePayments(sale).map((payment) => ({
      ...moneyAnswer(payment, sale.id),
      takenByUserId: payment.byUserId,
    })),
    refunds: (sale.refunds ?? []).map((refund) => ({
      ...moneyAnswer(refund, sale.id),
      way: refund.way,
      settledByUserId: refund.byUserId,
    })),
    balance: minorToDecimal(saleBalanceMinor(sale)),
    refundDue: minorToDecimal(saleRefundDueMinor(sale)),
    credit: minorToDecimal(saleCreditMinor(sale)),
    receiptPrintedAt: sale.receiptPrint ? isoTime(sale.receiptPrint.atMs) : null,
    orderId: sale.orderId,
    createdAt: isoTime(sale.createdAtMs),
    deviceCreatedAt: deviceTime(sale.deviceAtMs),
    updatedAt: isoTime(updatedAtMs(sale)),
    amount: minorToDecimal(sale.finalMinor),
    cancelled: sale.status === 'cancelled',
    isPaid: sale.status === 'completed',
    description: sale.notes ?? '',
    items: sale.lines.map((line) => ({
      id: line.id,
      saleId: sale.id,
      itemId: line.itemId,
      itemName: line.itemName,
      itemSku: line.itemSku,
      quantity: hundredthsToDecimal(line.quantityHundredths),
      unitPrice: minorToDecimal(line.unitPriceMinor),
      salePrice: minorToDecimal(line.unitPriceMinor),
      discountAmount: minorToDecimal(line.discountMinor),
      totalAmount: minorToDecimal(line.totalMinor),
      createdAt: isoTime(sale.createdAtMs),
    })),
  };
}

const moneyAnswer = (money: SalePayment, saleId: number): v.InferOutput<typeof moneyAnswerSchema> => ({
  id: money.id,
  saleId,
  amount: minorToDecimal(money.amountMinor),
  paymentMethodId: money.paymentMethodId,
  paymentMethod: money.paymentMethodName ?? METHOD_UNSAID,
  transactionId: money.transactionId,
  createdAt: isoTime(money.atMs),
  deviceCreatedAt: deviceTime(money.deviceAtMs),
});

/** Returns a sale with the business and the creator that its receipt names. */
export function saleDetailsAnswer(
  sale: Sale,
  business: Business,
  creator: Pick<User, 'username' | 'phone' | 'email'> | undefined,
): v.InferOutput<typeof saleDetailsAnswerSchema> {
  const answer = saleAnswer(sale, business.id);
  return {
    ...answer,
    business: { name: business.name, address: business.address, currency: business.currency },
    creator: creator ? { username: creator.username, phone: creator.phone, email: creator.email } : null,
    products: answer.items.map(({ itemId, quantity, salePrice }) => ({ itemId, quantity, salePrice })),
  };
}

/** Returns when the sale last changed: its last payment, refund, cancellation or first print. */
const updatedAtMs = (sale: Sale): number =>
  Math.max(
    sale.createdAtMs,
    ...[...salePayments(sale), ...(sale.refunds ?? []), ...sale.cancellations].map(({ atMs }) => atMs),
    sale.receiptPrint?.atMs ?? 0,
  );
