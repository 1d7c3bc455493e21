import * as v from 'valibot';
import { idSchema } from '../../../domain/id.ts';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { seesCost } from '../../../domain/people/permission.ts';
import {
  STOCK_ADJUSTMENT_REASONS,
  STOCK_MOVEMENT_TYPES,
  type StockMovement,
} from '../../../domain/items/stock-movement.ts';
import { deviceTime, isoTime } from '../answer.ts';
import { decimalField, decimalOrNull, deviceTimeOrNull, textOrNull, timeField } from './field.ts';
import type { Viewer } from './item.ts';
import { purchaseAnswerSchema } from './purchase.ts';

export const stockMovementAnswerSchema = v.object({
  id: idSchema,
  businessId: idSchema,
  createdByUserId: idSchema,
  itemId: idSchema,
  quantity: decimalField,
  /** Absent for staff. */
  costPrice: v.optional(decimalOrNull),
  batchId: textOrNull,
  type: v.picklist(STOCK_MOVEMENT_TYPES),
  notes: textOrNull,
  reason: v.nullable(v.picklist(STOCK_ADJUSTMENT_REASONS)),
  counted: decimalOrNull,
  expected: decimalOrNull,
  createdAt: timeField,
  deviceCreatedAt: deviceTimeOrNull,
});

const stockNow = { currentStock: decimalField };

/** The response to a change of stock: the movement, or the purchase that caused it (C-110), and the new stock. */
export const stockActAnswerSchema = v.union([
  v.object({ ...stockMovementAnswerSchema.entries, ...stockNow }),
  v.object({ ...purchaseAnswerSchema.entries, ...stockNow }),
]);

/** Returns a stock movement (R-ENT-30). */
export function stockMovementAnswer(
  movement: StockMovement,
  { businessId, role }: Viewer,
): v.InferOutput<typeof stockMovementAnswerSchema> {
  const { costPriceMinor } = movement;
  return {
    id: movement.id,
    businessId,
    createdByUserId: movement.createdByUserId,
    itemId: movement.itemId,
    quantity: hundredthsToDecimal(movement.quantityHundredths),
    ...(seesCost(role)
      ? { costPrice: typeof costPriceMinor === 'number' ? minorToDecimal(costPriceMinor) : null }
      : {}),
    batchId: movement.batchId,
    type: movement.type,
    notes: movement.notes,
    reason: movement.reason ?? null,
    counted: movement.count ? hundredthsToDecimal(movement.count.countedHundredths) : null,
    expected: movement.count ? hundredthsToDecimal(movement.count.expectedHundredths) : null,
    createdAt: isoTime(movement.createdAtMs),
    deviceCreatedAt: deviceTime(movement.deviceAtMs),
  };
}
