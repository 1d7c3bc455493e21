import * as v from 'valibot';
import { idSchema } from '../../../domain/id.ts';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import {
  type Purchase,
  PURCHASE_FLAGS,
  PURCHASE_PAYMENT_KEYS,
  PURCHASE_PAYMENT_STATUSES,
  PURCHASE_STATUSES,
  purchaseBalanceMinor,
  type PurchaseEvent,
} from '../../../domain/items/purchase.ts';
import type { Supplier } from '../../../domain/people/supplier.ts';
import { deviceTime, isoTime } from '../answer.ts';
import { decimalField, decimalOrNull, deviceTimeOrNull, textOrNull, timeField } from './field.ts';

const purchaseLineAnswerSchema = v.object({
  id: idSchema,
  purchaseId: idSchema,
  itemId: idSchema,
  itemName: v.string(),
  quantity: decimalField,
  unitCost: decimalField,
  totalCost: decimalField,
  batchNumber: textOrNull,
  expiryDate: textOrNull,
  notes: textOrNull,
});

export const purchaseAnswerSchema = v.object({
  id: idSchema,
  businessId: idSchema,
  supplierId: idSchema,
  supplierName: v.string(),
  /** The present supplier. If the supplier was removed, only the name is left; phone and email are null. */
  supplier: v.object({ id: idSchema, name: v.string(), phone: textOrNull, email: textOrNull }),
  createdByUserId: idSchema,
  invoiceNumber: textOrNull,
  invoiceDate: textOrNull,
  purchaseDate: timeField,
  /** The date in the request if it was impossible; `purchaseDate` is then the server's time. Else null. */
  givenPurchaseDate: deviceTimeOrNull,
  totalAmount: decimalField,
  currency: v.string(),
  status: v.picklist(PURCHASE_STATUSES),
  paymentMethod: v.picklist(PURCHASE_PAYMENT_KEYS),
  paymentStatus: v.picklist(PURCHASE_PAYMENT_STATUSES),
  amountPaid: decimalOrNull,
  balance: decimalField,
  notes: textOrNull,
  attachmentUrl: textOrNull,
  flags: v.array(v.picklist(PURCHASE_FLAGS)),
  createdAt: timeField,
  deviceCreatedAt: deviceTimeOrNull,
  updatedAt: timeField,
  items: v.array(purchaseLineAnswerSchema),
});

const changedFieldsSchema = v.record(v.string(), v.object({ from: v.unknown(), to: v.unknown() }));

export const purchaseEventAnswerSchema = v.object({
  /** The number of the event within the purchase; 1 is its recording. */
  id: idSchema,
  purchaseId: idSchema,
  action: v.string(),
  changedFields: changedFieldsSchema,
  changes: changedFieldsSchema,
  userId: idSchema,
  changedByUserId: idSchema,
  notes: textOrNull,
  timestamp: timeField,
  createdAt: timeField,
  deviceCreatedAt: deviceTimeOrNull,
});

export type PurchaseSupplier = Pick<Supplier, 'id' | 'name' | 'phone' | 'email'>;

/** R-ENT-32 … R-ENT-35. Who may record a purchase sees what it cost (C-097). */
export const purchaseAnswer = (
  purchase: Purchase,
  supplier: PurchaseSupplier | undefined,
  businessId: number,
): v.InferOutput<typeof purchaseAnswerSchema> => ({
  id: purchase.id,
  businessId,
  supplierId: purchase.supplierId,
  supplierName: purchase.supplierName,
  supplier: {
    id: purchase.supplierId,
    name: supplier?.name ?? purchase.supplierName,
    phone: supplier?.phone ?? null,
    email: supplier?.email ?? null,
  },
  createdByUserId: purchase.createdByUserId,
  invoiceNumber: purchase.invoiceNumber,
  invoiceDate: purchase.invoiceDate,
  purchaseDate: isoTime(purchase.purchaseDateMs),
  givenPurchaseDate: deviceTime(purchase.saidPurchaseDateMs),
  totalAmount: minorToDecimal(purchase.totalMinor),
  currency: purchase.currency,
  status: purchase.status,
  paymentMethod: purchase.paymentMethod,
  paymentStatus: purchase.paymentStatus,
  amountPaid: purchase.amountPaidMinor === null ? null : minorToDecimal(purchase.amountPaidMinor),
  balance: minorToDecimal(purchaseBalanceMinor(purchase)),
  notes: purchase.notes,
  attachmentUrl: purchase.attachmentUrl,
  flags: purchase.flags,
  createdAt: isoTime(purchase.createdAtMs),
  deviceCreatedAt: deviceTime(purchase.deviceAtMs),
  updatedAt: isoTime(purchase.history.at(-1)?.atMs ?? purchase.createdAtMs),
  items: purchase.lines.map((line) => ({
    id: line.id,
    purchaseId: purchase.id,
    itemId: line.itemId,
    itemName: line.itemName,
    quantity: hundredthsToDecimal(line.quantityHundredths),
    unitCost: minorToDecimal(line.unitCostMinor),
    totalCost: minorToDecimal(line.totalCostMinor),
    batchNumber: line.batchNumber,
    expiryDate: line.expiryDate,
    notes: line.notes,
  })),
});

function notedWith({ changedFields }: PurchaseEvent): string | null {
  const noted = changedFields['notes']?.to;
  return typeof noted === 'string' ? noted : null;
}

/** Returns an event under the entity's field names and under the screen's (R-ENT-36, C-125). */
export const purchaseEventAnswer = (
  event: PurchaseEvent,
  number: number,
  purchaseId: number,
): v.InferOutput<typeof purchaseEventAnswerSchema> => ({
  id: number,
  purchaseId,
  action: event.action,
  changedFields: event.changedFields,
  changes: event.changedFields,
  userId: event.byUserId,
  changedByUserId: event.byUserId,
  notes: event.notes ?? notedWith(event),
  timestamp: isoTime(event.atMs),
  createdAt: isoTime(event.atMs),
  deviceCreatedAt: deviceTime(event.deviceAtMs),
});
