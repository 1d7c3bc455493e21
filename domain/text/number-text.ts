/*
 * Reads all numbers that people type, paste, scan from a scale or import (X-TYPE-01 to X-TYPE-07). Refuses a text that
 * could mean two numbers, so that no typed text becomes another amount.
 */

/**
 * The parts of a number: ASCII digits without group signs; the fraction has no trailing zeros. Both parts may be ''.
 */
export interface NumberText {
  isNegative: boolean;
  whole: string;
  fraction: string;
}

/** Direction marks, zero-width blanks and the like. */
const FORMAT_CHARACTERS = /\p{Cf}/gu;

/** Signs that look like the ones that we read, each with its replacement. */
const LIKE_OURS: readonly (readonly [like: RegExp, ours: string])[] = [
  [/[．٫]/gu, '.'],
  [/[，﹐]/gu, ','],
  [/[٬’‘ʼ＇`´]/gu, "'"],
  [/[−‐‑‒–—﹣－]/gu, '-'],
  [/[＋﹢]/gu, '+'],
  [/\s+/gu, ' '],
];

const SIGN = /^([+-]?) ?(.*)$/;

/** The accepted spellings. */
const SPELLINGS: readonly RegExp[] = [
  // 1200, 1200.50, .5, 5.
  /^(?<whole>\d*)\.?(?<fraction>\d*)$/,
  // 1,200, 1 200, 1'200.50: a first group of thousands never begins with zero.
  /^(?<whole>[1-9]\d{0,2}(?:(?<group>[ ',])\d{3})(?:\k<group>\d{3})*)(?:\.(?<fraction>\d*))?$/,
  // 1 200,5: blanks separate the groups, so the comma is the decimal sign.
  /^(?<whole>[1-9]\d{0,2}(?:(?<group>[ '])\d{3})(?:\k<group>\d{3})*),(?<fraction>\d{0,2})$/,
  // 0,5 and 1200,50: too few digits for a group.
  /^(?<whole>\d*),(?<fraction>\d{0,2})$/,
  // 0,500, as scales print it.
  /^(?<whole>0\d*|),(?<fraction>\d+)$/,
];

const GROUP_SIGNS = /[ ',]/g;

/** Reads a number; null if the text is no number, or could mean two. */
export function readNumberText(text: string): NumberText | null {
  const [, sign = '', digits = ''] = SIGN.exec(inOurSigns(text)) ?? [];
  for (const spelling of SPELLINGS) {
    const { whole = '', fraction = '' } = spelling.exec(digits)?.groups ?? {};
    if (whole === '' && fraction === '') continue;
    return { isNegative: sign === '-', whole: whole.replace(GROUP_SIGNS, ''), fraction: fraction.replace(/0+$/, '') };
  }
  return null;
}

/** Returns whether a typed number has a minus, in any of its spellings, and the rest of it in our own signs. */
export function signOf(text: string): { isNegative: boolean; unsigned: string } {
  const [, sign = '', unsigned = ''] = SIGN.exec(inOurSigns(text)) ?? [];
  return { isNegative: sign === '-', unsigned };
}

/** True if the text holds a digit or another numeral (½, ², Ⅳ). */
export const hasDigit = (text: string): boolean => /\p{N}/u.test(text);

function inOurSigns(text: string): string {
  const plain = text.replace(FORMAT_CHARACTERS, '').trim();
  const signs = LIKE_OURS.reduce((read, [like, ours]) => read.replace(like, ours), plain);
  return asciiDigits(signs);
}

/** Replaces the digits of all scripts by 0 to 9. */
export const asciiDigits = (text: string): string => text.replace(/[^\P{Nd}0-9]/gu, toAsciiDigit);

const DIGITS_OF_A_SCRIPT = 10;

/** Returns '3' for '٣', '३' and '３'. */
function toAsciiDigit(digit: string): string {
  const normal = digit.normalize('NFKC');
  if (/^\d$/.test(normal)) return normal;
  // The ten digits of a script have consecutive code points, and the code point before its zero is no digit.
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < DIGITS_OF_A_SCRIPT - 1 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
