import * as v from 'valibot';
import { takes } from './takes.ts';

/** Turns a blank or missing field into null, because both mean the same. */
export const blankToNull = (given: unknown): unknown =>
  given === undefined || (typeof given === 'string' && given.trim() === '') ? null : given;

/** Returns the schema of a text that may be blank or absent; both become null, which `rule` must allow. */
export const optionalText = <Output>(rule: v.GenericSchema<string | null, Output>) =>
  v.pipe(v.unknown(), takes(v.union([rule, v.literal('')])), v.transform(blankToNull), rule);
