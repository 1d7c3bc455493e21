import * as v from 'valibot';
import { asciiDigits } from './number-text.ts';

/*
 * Reads all phone numbers that people type, paste or share (X-TYPE-34). Invisible characters and group signs are
 * removed before a number is checked and stored. A text that is no phone number (a note, two numbers) stays as typed.
 */

/** The longest number that can be dialled (E.164). */
export const DIALLED_DIGITS_MAX = 15;

const DASHES = /[\p{Pd}\u2212]/gu;
/** An apostrophe by which spreadsheets mark a text. */
const APOSTROPHE = /^['’‘ʼ`]+ ?/u;
/** The 0 in '+256 (0)772 …', which is not dialled from abroad. */
const TRUNK_ZERO = /^([( ]*(?:\+|00)[0-9 ()-]*?)\(0\)/;

/** '0414 254401/2' are two numbers, which differ in their last digits; '07/12/34/56/78' is one. */
const TWO_ENDINGS = /^[^/]*\/ ?[0-9]{1,2}$/;

/** Returns a number with only plus, digits, single blanks and hyphens. Text that is no number is only trimmed. */
export function tidyPhone(typed: string): string {
  const signs = asciiDigits(typed.normalize('NFKC').replace(/\p{Cf}/gu, ''));
  const plain = signs
    .replace(DASHES, '-')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(APOSTROPHE, '')
    .replace(/^tel: ?/i, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')');
  const digits = plain.replace(/[^0-9]/g, '');
  const isNumber = /^[( ]*\+?[0-9 ()./-]+$/.test(plain) && digits !== '' && digits.length <= DIALLED_DIGITS_MAX + 2;
  if (!isNumber || TWO_ENDINGS.test(plain)) return typed.trim();
  return plain
    .replace(TRUNK_ZERO, '$1 ')
    .replace(/[(). /]+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .replace(/-{2,}/g, '-')
    .trim()
    .replace(/^\+ /, '+');
}

/** Returns the schema of a phone that may be any text. A number is made tidy. */
export const phoneText = (charsMax: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(charsMax, `Use at most ${charsMax} characters`), v.transform(tidyPhone));
