import { lineTotalMinor } from '../money.ts';
import type { NewPurchase } from './purchase.ts';
import { DEFAULT_SUPPLIER_NAME } from '../people/supplier.ts';

/** Added stock, with the purchase's facts that the person entered. */
export interface BoughtStock {
  item: { id: number; name: string };
  quantityHundredths: number;
  /** The price paid for one unit (C-111). */
  purchaseAmountMinor: number | null;
  /** The cost of one unit; null if the person may not see it. */
  costPriceMinor: number | null;
  batchId: string | null;
  invoiceNumber: string | null;
  currency: string;
  atMs: number;
}

/** Returns the purchase: from the default supplier, paid in cash and received (R-STK-26 … R-STK-30, C-110). */
export function purchaseOfStock(
  { item, quantityHundredths, batchId, invoiceNumber, currency, atMs, ...bought }: BoughtStock,
  ids: { purchaseId: number; lineId: number; supplierId: number },
): NewPurchase {
  const unitCostMinor = bought.purchaseAmountMinor ?? bought.costPriceMinor ?? 0;
  const totalMinor = lineTotalMinor(quantityHundredths, unitCostMinor);
  return {
    id: ids.purchaseId,
    supplierId: ids.supplierId,
    supplierName: DEFAULT_SUPPLIER_NAME,
    purchaseDateMs: atMs,
    status: 'completed',
    lines: [
      {
        id: ids.lineId,
        itemId: item.id,
        itemName: item.name,
        quantityHundredths,
        unitCostMinor,
        totalCostMinor: totalMinor,
        batchNumber: batchId,
        expiryDate: null,
        notes: null,
      },
    ],
    totalMinor,
    currency,
    invoiceNumber,
    invoiceDate: null,
    paymentMethod: 'cash',
    paymentStatus: 'paid',
    amountPaidMinor: null,
    notes: null,
    attachmentUrl: null,
  };
}
