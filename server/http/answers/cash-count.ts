import * as v from 'valibot';
import { CASH_DRAWERS, type CashCount, cashDifferenceMinor } from '../../../domain/sales/cash-count.ts';
import { idSchema } from '../../../domain/id.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import { deviceTime, isoTime } from '../answer.ts';
import { decimalField, deviceTimeOrNull, textOrNull, timeField } from './field.ts';

export const cashCountAnswerSchema = v.object({
  id: idSchema,
  day: v.string(),
  drawer: v.picklist(CASH_DRAWERS),
  deviceName: v.string(),
  openingAmount: decimalField,
  expectedAmount: decimalField,
  countedAmount: decimalField,
  difference: decimalField,
  currency: v.string(),
  notes: textOrNull,
  createdByUserId: idSchema,
  createdAt: timeField,
  deviceCreatedAt: deviceTimeOrNull,
});

/** Returns a cash count; amounts are decimals with two places (R-GEN-10). */
export const cashCountAnswer = (count: CashCount): v.InferOutput<typeof cashCountAnswerSchema> => ({
  id: count.id,
  day: count.day,
  drawer: count.drawer,
  deviceName: count.deviceName,
  openingAmount: minorToDecimal(count.openingMinor),
  expectedAmount: minorToDecimal(count.expectedMinor),
  countedAmount: minorToDecimal(count.countedMinor),
  difference: minorToDecimal(cashDifferenceMinor(count)),
  currency: count.currency,
  notes: count.notes,
  createdByUserId: count.createdByUserId,
  createdAt: isoTime(count.createdAtMs),
  deviceCreatedAt: deviceTime(count.deviceAtMs),
});
