import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { seesCost } from '../../../domain/permission.ts';
import type { StockMovement } from '../../../domain/stock-movement.ts';
import { isoTime } from '../answer.ts';
import type { Viewer } from './item.ts';

/** R-ENT-30. */
export function stockMovementAnswer(movement: StockMovement, { businessId, role }: Viewer): object {
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
  };
}
