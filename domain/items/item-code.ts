import { checkDigit } from './barcode.ts';
import { plainText } from '../text/plain-text.ts';

const GTIN_DIGITS = /^(\d{8}|\d{11,14})$/;
const GTIN_LENGTHS = [12, 13, 14];
/** A short number is one only where its check digit agrees; a spreadsheet drops the zero of one with 12. */
const CHECKED_LENGTHS = [8, 11, ...GTIN_LENGTHS];

/**
 * How the code that a scanner read may stand as an item's SKU. One article number has several spellings: with 8, 12, 13 or
 * 14 digits, zeros before it; which of them a scanner gives, and which was typed from the packet, nobody chose.
 */
export function codeSpellings(scanned: string): string[] {
  const code = scanned.trim();
  if (code === '') return [];
  const isChecked = checkDigit(code.slice(0, -1)) === code.at(-1);
  const lengths = isChecked ? CHECKED_LENGTHS : GTIN_LENGTHS;
  if (!GTIN_DIGITS.test(code) || (!isChecked && !GTIN_LENGTHS.includes(code.length))) return [code];
  const significant = code.replace(/^0+/, '');
  const spellings = lengths.filter((digits) => significant.length <= digits);
  return [...new Set([code, ...spellings.map((digits) => significant.padStart(digits, '0'))])];
}

/**
 * The same for codes that differ by what a spreadsheet or a hand changes: zeros before digits, blanks, hyphens, capitals
 * (X-TYPE-26). '' for no code.
 */
export function codeKey(code: string | null): string {
  const plain = plainText(code).replace(/[\s\p{Pd}]/gu, '');
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain;
}
