/*
 * The codes that a barcode on a label can hold, and a shop's own codes. GS1 reserves the numbers from 20 to 29 for use
 * inside a shop, so no maker's packet has one.
 */

export type BarcodeKind = 'ean13' | 'ean8' | 'upca' | 'code128';

const GTIN_KINDS: readonly (readonly [digits: number, kind: BarcodeKind])[] = [
  [13, 'ean13'],
  [12, 'upca'],
  [8, 'ean8'],
];
/** Printable ASCII: the characters that Code 128 encodes and a keyboard types. */
const CODE_128_TEXT = /^[ -~]+$/;
const DIGITS = /^\d+$/;

/** Returns the check digit of an article number from the digits before it: weights 3 and 1 from the right. */
export function checkDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 1 : 3), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Returns the kind of barcode for this code; null if it has characters that are not printable ASCII. */
export function barcodeKindOf(code: string): BarcodeKind | null {
  const gtin = DIGITS.test(code) ? GTIN_KINDS.find(([digits]) => digits === code.length) : undefined;
  if (gtin !== undefined && checkDigit(code.slice(0, -1)) === code.at(-1)) return gtin[1];
  return CODE_128_TEXT.test(code) ? 'code128' : null;
}

const OWN_PREFIX = '2';
const OWN_DIGITS = 11;
const OWN_COUNT = 10 ** OWN_DIGITS;
/** Has no common divisor with OWN_COUNT, so that the codes of one item are far apart and never repeat. */
const OWN_STEP = 61_803_398_873;
const OWN_CANDIDATES = 8;

/**
 * Returns own codes for an item, the preferred one first. They follow from its id alone, so two offline devices give an
 * item the same code. The others are for an item whose first code is taken.
 */
export const ownCodes = (itemId: number): string[] =>
  Array.from({ length: OWN_CANDIDATES }, (_, nth) => {
    const number = ((itemId % OWN_COUNT) + nth * OWN_STEP) % OWN_COUNT;
    const digits = `${OWN_PREFIX}${String(number).padStart(OWN_DIGITS, '0')}`;
    return `${digits}${checkDigit(digits)}`;
  });
