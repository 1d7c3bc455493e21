import * as v from 'valibot';
import { inputObject } from '../../../domain/input-object.ts';
import { itemFieldsSchema } from '../../../domain/items/item.ts';
import { newPurchaseLineSchema, purchaseFieldsSchema } from '../../../domain/items/purchase.ts';
import {
  newStockAdditionSchema,
  newStockAdjustmentSchema,
  newStockCountSchema,
} from '../../../domain/items/stock-movement.ts';
import { optionalPriceInput, optionalStockInput, quantityInput, stockInput } from './decimal.ts';
import { optionalReferenceInput } from './reference.ts';
import { optionalText } from './text.ts';

/** The kind of movement. Without it stock is added (R-STK-20). */
export const stockKindInputSchema = inputObject({
  type: v.optional(v.picklist(['addition', 'adjustment', 'count'], 'Stock is added, adjusted or counted'), 'addition'),
});

const itemId = v.optional(optionalReferenceInput, null);

/** Added stock (R-STK-15 … R-STK-20, R-API-29). */
export const stockAdditionInputSchema = inputObject({
  itemId,
  quantity: quantityInput(newStockAdditionSchema.entries.quantityHundredths),
  costPrice: v.optional(optionalPriceInput(itemFieldsSchema.entries.costPriceMinor), null),
  batchId: v.optional(optionalText(newStockAdditionSchema.entries.batchId), null),
  // With one of these, the addition is recorded as a purchase (C-110). The amount is the price of one unit (C-111).
  purchaseAmount: v.optional(optionalPriceInput(v.nullable(newPurchaseLineSchema.entries.unitCostMinor)), null),
  invoiceNumber: v.optional(optionalText(purchaseFieldsSchema.entries.invoiceNumber), null),
});

/** A correction of stock: a signed quantity and its reason (G17). */
export const stockAdjustmentInputSchema = inputObject({
  itemId,
  quantity: quantityInput(newStockAdjustmentSchema.entries.quantityHundredths),
  reason: newStockAdjustmentSchema.entries.reason,
  notes: v.optional(optionalText(newStockAdjustmentSchema.entries.notes), null),
});

/** A stock count (M19). `expected` is the stock that the counting person saw; if absent, the present stock. */
export const stockCountInputSchema = inputObject({
  itemId,
  counted: stockInput(newStockCountSchema.entries.countedHundredths),
  expected: v.optional(optionalStockInput(v.nullable(newStockCountSchema.entries.expectedHundredths)), null),
  notes: v.optional(optionalText(newStockCountSchema.entries.notes), null),
});
