import { checkDigit } from './barcode.ts';
import { plainText } from '../text/plain-text.ts';

const GTIN_DIGITS = /^(\d{8}|\d{11,14})$/;
const GTIN_LENGTHS = [12, 13, 14];
/**
 * Lengths of numbers whose check digit is right. 11: a spreadsheet drops the leading zero of a number with 12 digits.
 */
const CHECKED_LENGTHS = [8, 11, ...GTIN_LENGTHS];

/**
 * Returns the SKUs that may mean a scanned code. One article number has several spellings: with 8, 12, 13 or 14 digits,
 * filled with zeros. A scanner may return another spelling than the one that was typed from the packet.
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
 * Returns a key that is equal for spellings of one code. It ignores what spreadsheets and people change: leading zeros,
 * blanks, hyphens, capitals (X-TYPE-26). Returns '' for no code.
 */
export function codeKey(code: string | null): string {
  const plain = plainText(code).replace(/[\s\p{Pd}]/gu, '');
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain;
}
