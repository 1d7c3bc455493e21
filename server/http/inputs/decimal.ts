import * as v from 'valibot';
import {
  type HundredthsError,
  isUnclear,
  NOT_CLEAR,
  parseHundredths,
  TOO_MANY_DECIMALS,
} from '../../../domain/hundredths.ts';
import { parseMinor } from '../../../domain/money.ts';
import { parseQuantityHundredths } from '../../../domain/quantity.ts';
import type { Result } from '../../../domain/result.ts';
import { takes } from './takes.ts';
import { blankToNull } from './text.ts';

// Amounts and quantities come as text or as numbers (C-045) and are integers of hundredths from here on. Input without
// digits, or that is too large, is left to the field's own rule and its message.

const NO_NUMBER = Number.NaN;
const BEYOND_EVERY_LIMIT = Number.MAX_SAFE_INTEGER;
/** More than any number needs, with blanks around it. */
const CHARS_MAX = 60;

type Parse = (text: string) => Result<number, HundredthsError>;
type NumberRule<Output> = v.GenericSchema<number | null, Output>;

const anyNumber = v.pipe(v.number(), v.minValue(-BEYOND_EVERY_LIMIT), v.maxValue(BEYOND_EVERY_LIMIT));
const decimal = v.union([anyNumber, v.pipe(v.string(), v.description('A decimal number with at most 2 decimals.'))]);

/** `nothing` stands for what is absent or blank. */
const readWith = <Nothing extends number | null>(parse: Parse, nothing: Nothing) =>
  v.rawTransform<unknown, number | Nothing>(({ dataset, addIssue, NEVER }) => {
    const given = blankToNull(dataset.value);
    if (given === null) return nothing;
    if (typeof given !== 'string' && typeof given !== 'number') return NO_NUMBER;
    if (typeof given === 'string' && given.length > CHARS_MAX) return NO_NUMBER;
    const parsed = parse(String(given));
    if (parsed.ok) return parsed.value;
    if (parsed.error === 'too_large') return BEYOND_EVERY_LIMIT;
    if (parsed.error === 'too_many_decimals') addIssue({ message: TOO_MANY_DECIMALS });
    else if (typeof given === 'string' && isUnclear(given, parsed.error)) addIssue({ message: NOT_CLEAR });
    else return NO_NUMBER;
    return NEVER;
  });

const required = <Output>(parse: Parse, rule: v.GenericSchema<number, Output>) =>
  v.pipe(v.unknown(), takes(decimal), readWith(parse, NO_NUMBER), rule);
const nullable = <Output>(parse: Parse, rule: NumberRule<Output>) =>
  v.pipe(v.unknown(), takes(v.nullable(decimal)), readWith(parse, null), rule);

export const priceInput = <Output>(rule: v.GenericSchema<number, Output>) => required(parseMinor, rule);
export const optionalPriceInput = <Output>(rule: NumberRule<Output>) => nullable(parseMinor, rule);
export const quantityInput = <Output>(rule: v.GenericSchema<number, Output>) => required(parseQuantityHundredths, rule);
export const optionalQuantityInput = <Output>(rule: NumberRule<Output>) => nullable(parseQuantityHundredths, rule);

const NO_AMOUNT = 'Amount must be a number';
const SUM_MAX = Number.MAX_SAFE_INTEGER - 1;

/** A sum that must be named. */
export const sumInput = <Output>(rule: v.GenericSchema<number, Output>) =>
  required((text) => parseHundredths(text, SUM_MAX), rule);

/** A sum, which may exceed what one price may (C-040); null when it is left to be computed. */
export const optionalSumInput = nullable(
  (text) => parseHundredths(text, SUM_MAX),
  v.nullable(
    v.pipe(
      v.number(NO_AMOUNT),
      v.safeInteger(NO_AMOUNT),
      v.minValue(0, 'Amount must be zero or more'),
      v.maxValue(SUM_MAX, 'Amount is too large'),
    ),
  ),
);
