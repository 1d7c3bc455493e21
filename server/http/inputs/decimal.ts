import * as v from 'valibot';
import {
  type HundredthsError,
  isUnclear,
  NOT_CLEAR,
  parseHundredths,
  TOO_MANY_DECIMALS,
} from '../../../domain/hundredths.ts';
import { parseMinor } from '../../../domain/money.ts';
import { parseQuantityHundredths, parseStockHundredths } from '../../../domain/quantity.ts';
import type { Result } from '../../../domain/result.ts';
import { takes } from './takes.ts';
import { blankToNull } from './text.ts';

// Requests hold amounts and quantities as text or numbers (C-045); these schemas convert them to whole hundredths.
// Input that is no number or is too large becomes a value that the field's own rule refuses, with that rule's message.

const NO_NUMBER = Number.NaN;
const BEYOND_EVERY_LIMIT = Number.MAX_SAFE_INTEGER;
/** More characters than any number needs, blanks included. */
const CHARS_MAX = 60;

type Parse = (text: string) => Result<number, HundredthsError>;
type NumberRule<Output> = v.GenericSchema<number | null, Output>;

const anyNumber = v.pipe(v.number(), v.minValue(-BEYOND_EVERY_LIMIT), v.maxValue(BEYOND_EVERY_LIMIT));
const decimal = v.union([anyNumber, v.pipe(v.string(), v.description('A decimal number with at most 2 decimals.'))]);

/** Returns a transform that parses with `parse`. Absent and blank input become `nothing`. */
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
/** A counted stock, or the one that was expected. */
export const stockInput = <Output>(rule: v.GenericSchema<number, Output>) => required(parseStockHundredths, rule);
export const optionalStockInput = <Output>(rule: NumberRule<Output>) => nullable(parseStockHundredths, rule);
export const optionalQuantityInput = <Output>(rule: NumberRule<Output>) => nullable(parseQuantityHundredths, rule);

const NO_AMOUNT = 'Amount must be a number';
const SUM_MAX = Number.MAX_SAFE_INTEGER - 1;

/** Returns the schema of a sum that must be sent. */
export const sumInput = <Output>(rule: v.GenericSchema<number, Output>) =>
  required((text) => parseHundredths(text, SUM_MAX), rule);

const parseSum: Parse = (text) => parseHundredths(text, SUM_MAX);
const sum = v.pipe(v.number(NO_AMOUNT), v.safeInteger(NO_AMOUNT), v.maxValue(SUM_MAX, 'Amount is too large'));
const sumOfZeroOrMore = v.pipe(sum, v.minValue(0, 'Amount must be zero or more'));

/** A sum; it may be larger than a single price may be (C-040). Null: the server computes it. */
export const optionalSumInput = nullable(parseSum, v.nullable(sumOfZeroOrMore));

/** A sum that must be sent. */
export const requiredSumInput = required(parseSum, sumOfZeroOrMore);

/** A sum that must be sent, and may be negative. */
export const signedSumInput = required(parseSum, v.pipe(sum, v.minValue(-SUM_MAX, 'Amount is too large')));
