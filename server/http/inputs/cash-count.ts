import * as v from 'valibot';
import type { Business } from '../../../domain/business.ts';
import { newCashCountSchema } from '../../../domain/sales/cash-count.ts';
import { isDayKey } from '../../../domain/time.ts';
import { inputObject } from '../../../domain/input-object.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { invalidInput } from '../request/read-json.ts';
import { optionalSumInput } from './decimal.ts';
import { optionalText } from './text.ts';

const rules = newCashCountSchema.entries;

/** A cash count. Without a drawer it counts for the whole shop. */
export const cashCountInputSchema = inputObject({
  // The mutation checks only the shape of a day.
  day: v.pipe(rules.day, v.check(isDayKey, 'Enter a date')),
  drawer: v.optional(rules.drawer, 'shop'),
  deviceName: v.optional(rules.deviceName, ''),
  openingAmount: v.optional(optionalSumInput, null),
  expectedAmount: v.optional(optionalSumInput, null),
  countedAmount: v.optional(optionalSumInput, null),
  notes: v.optional(optionalText(rules.notes), null),
});

export function cashCountOf(
  input: v.InferOutput<typeof cashCountInputSchema>,
  id: number,
  { currency }: Pick<Business, 'currency'>,
): MutationArgs<'cash.count'> {
  const { openingAmount, expectedAmount, countedAmount, ...rest } = input;
  const missing = Object.entries({ expectedAmount, countedAmount }).filter(([, amount]) => amount === null);
  if (missing.length > 0) throw invalidInput(missing.map(([path]) => ({ path, message: 'Amount must be a number' })));
  return {
    ...rest,
    id,
    currency,
    openingMinor: openingAmount ?? 0,
    expectedMinor: expectedAmount ?? 0,
    countedMinor: countedAmount ?? 0,
  };
}
