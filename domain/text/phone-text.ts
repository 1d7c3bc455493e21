import * as v from 'valibot';
import { asciiDigits } from './number-text.ts';

/*
 * The one reader of phone numbers that people type, paste or share (X-TYPE-34). Invisible characters and different ways
 * of grouping neither refuse a number nor are stored. A text that is no phone number (a note, two numbers) stays as
 * typed.
 */

/** The longest number that can be dialled (E.164). */
export const DIALLED_DIGITS_MAX = 15;

const DASHES = /[\p{Pd}\u2212]/gu;
/** A spreadsheet's sign for a text. */
const APOSTROPHE = /^['’‘ʼ`]+ ?/u;
/** '+256 (0)772 …': the 0 that is not dialled from abroad. */
const TRUNK_ZERO = /^([( ]*(?:\+|00)[0-9 ()-]*?)\(0\)/;

/** A number with a plus, digits, single blanks and hyphens; what is none is only trimmed. */
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
  if (!isNumber) return typed.trim();
  return plain
    .replace(TRUNK_ZERO, '$1 ')
    .replace(/[(). /]+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .replace(/-{2,}/g, '-')
    .trim()
    .replace(/^\+ /, '+');
}

/** A phone that may be any text, made tidy where it is a number. */
export const phoneText = (charsMax: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(charsMax, `Use at most ${charsMax} characters`), v.transform(tidyPhone));
