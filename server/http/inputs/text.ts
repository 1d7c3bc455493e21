import * as v from 'valibot';
import { takes } from './takes.ts';

/** An empty field of a form and a missing one mean the same: nothing. */
export const blankToNull = (given: unknown): unknown =>
  given === undefined || (typeof given === 'string' && given.trim() === '') ? null : given;

/** Text that may be blank or absent, which is null then, under a rule that allows null. */
export const optionalText = <Output>(rule: v.GenericSchema<string | null, Output>) =>
  v.pipe(v.unknown(), takes(v.union([rule, v.literal('')])), v.transform(blankToNull), rule);
