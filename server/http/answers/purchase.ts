import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { type Purchase, purchaseBalanceMinor, type PurchaseEvent } from '../../../domain/purchase.ts';
import { isoTime } from '../answer.ts';

/** R-ENT-32 … R-ENT-35. Who may record a purchase sees what it cost (C-097). */
export const purchaseAnswer = (purchase: Purchase, businessId: number): object => ({
  id: purchase.id,
  businessId,
  supplierId: purchase.supplierId,
  supplierName: purchase.supplierName,
  createdByUserId: purchase.createdByUserId,
  invoiceNumber: purchase.invoiceNumber,
  invoiceDate: purchase.invoiceDate,
  purchaseDate: isoTime(purchase.purchaseDateMs),
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

/** R-ENT-36, C-125: by its own name and by the screen's. */
export const purchaseEventAnswer = (event: PurchaseEvent, purchaseId: number): object => ({
  purchaseId,
  action: event.action,
  changedFields: event.changedFields,
  changes: event.changedFields,
  changedByUserId: event.byUserId,
  notes: event.notes,
  createdAt: isoTime(event.atMs),
});
