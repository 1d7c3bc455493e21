import * as v from 'valibot';
import type { Business } from '../../../domain/business.ts';
import { newCashCountSchema } from '../../../domain/sales/cash-count.ts';
import { isDayKey } from '../../../domain/time.ts';
import { inputObject } from '../../../domain/input-object.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { optionalSumInput, requiredSumInput, signedSumInput } from './decimal.ts';
import { optionalText } from './text.ts';

const rules = newCashCountSchema.entries;

/** A cash count. Without a drawer it counts for the whole shop. */
export const cashCountInputSchema = inputObject({
  // The mutation checks only the shape of a day.
  day: v.pipe(rules.day, v.check(isDayKey, 'Enter a date')),
  drawer: v.optional(rules.drawer, 'shop'),
  deviceName: v.optional(rules.deviceName, ''),
  openingAmount: v.optional(optionalSumInput, null),
  // Negative if more cash was given back than taken.
  expectedAmount: signedSumInput,
  countedAmount: requiredSumInput,
  notes: v.optional(optionalText(rules.notes), null),
});

export function cashCountOf(
  input: v.InferOutput<typeof cashCountInputSchema>,
  id: number,
  { currency }: Pick<Business, 'currency'>,
): MutationArgs<'cash.count'> {
  const { openingAmount, expectedAmount, countedAmount, ...rest } = input;
  return {
    ...rest,
    id,
    currency,
    openingMinor: openingAmount ?? 0,
    expectedMinor: expectedAmount,
    countedMinor: countedAmount,
  };
}
