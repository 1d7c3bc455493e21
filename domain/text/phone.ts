import * as v from 'valibot';
import { COUNTRIES } from '../country-list.ts';
import { countryOf, type Country } from '../country.ts';
import { digitsOf } from './phone-digits.ts';
import { DIALLED_DIGITS_MAX, tidyPhone } from './phone-text.ts';

/** Limits on characters, counting blanks, hyphens and plus too (C-005). */
export const PHONE_CHARS_MIN = 10;
export const PHONE_CHARS_MAX = 25;
export const PHONE_DIGITS_MIN = 9;

const TOO_SHORT = { login: 'Phone number is required', register: 'Phone number is too short' } as const;

/**
 * Returns the schema of a phone number, which it makes tidy: at least 10 characters and 9 digits (C-005, X-TYPE-34).
 * Each screen has its own sentence for a short number (R-LOGIN-08, R-REG-22, C-006). 'register' also checks the format
 * (R-REG-23).
 */
export function phoneSchemaFor(form: 'login' | 'register') {
  const tooShort = TOO_SHORT[form];
  return v.pipe(
    v.string(tooShort),
    v.transform(tidyPhone),
    v.minLength(PHONE_CHARS_MIN, tooShort),
    v.maxLength(PHONE_CHARS_MAX, 'Phone number is too long'),
    v.check((typed) => form === 'login' || /^\+?[0-9 -]+$/.test(typed), 'Invalid phone number format'),
    v.check((typed) => digitsOf(typed).length >= PHONE_DIGITS_MIN, tooShort),
  );
}

/**
 * Returns one spelling for each number, to compare numbers and keep them unique (C-005): digits with calling code, no
 * plus.
 * '0772 123-456', '772123456', '256772123456' and '+256 (0)772 123456' of a Ugandan business are all '256772123456'.
 * A number typed with a plus or 00 has its calling code already. For an unlisted country the digits stay as typed.
 * @param country code or name, as `Business.country` stores it
 */
export function normalisePhone(typed: string, country: string): string {
  const tidy = tidyPhone(typed);
  const digits = digitsOf(tidy);
  const home = countryOf(country);
  if (tidy.startsWith('+')) return withoutTrunkZero(digits, home);
  if (digits.startsWith('00')) return withoutTrunkZero(digits.slice(2), home);
  if (home === undefined) return digits;
  if (digits.startsWith('0')) {
    const isWholeNumber = home.keepsLeadingZero && digits.length === home.nationalDigits;
    return home.callingCode + (isWholeNumber ? digits : digits.slice(1));
  }
  return digits.length === home.nationalDigits ? home.callingCode + digits : withoutTrunkZero(digits, home);
}

/**
 * Returns the normal forms that a number typed at sign-in may have, because no business is known yet: one if it has its
 * calling code, else one for each listed country that reads it differently. The typed digits come first.
 */
export function loginPhoneCandidates(typed: string): string[] {
  const forms = COUNTRIES.map((country) => normalisePhone(typed, country.code));
  return [...new Set([normalisePhone(typed, ''), ...forms])];
}

/** Fewer digits may be a house number or the end of a phone, so they are searched as typed. */
const SOUGHT_DIGITS_MIN = 4;

/**
 * Returns the digits to search for, so that a number is found in any spelling (X-TYPE-33): without the calling code of
 * the shop's country and without the leading 0, which some people omit. Null if no number was typed.
 * @param typed folded text (`foldText`)
 */
export function soughtDigits(typed: string, country: string): string | null {
  const tidy = tidyPhone(typed);
  const digits = digitsOf(tidy);
  if (digits.length < SOUGHT_DIGITS_MIN || !/^\+?[0-9 -]+$/.test(tidy)) return null;
  const home = countryOf(country);
  const isFromAbroad = tidy.startsWith('+') || digits.startsWith('00');
  const bare = digits.replace(/^00/, '');
  if (home === undefined) return isFromAbroad ? bare : withoutZero(bare);
  const isWhole = bare.length >= home.callingCode.length + home.nationalDigits;
  const isHome = bare.startsWith(home.callingCode) && (isFromAbroad || isWhole);
  const national = isHome ? bare.slice(home.callingCode.length) : bare;
  return home.keepsLeadingZero || (isFromAbroad && !isHome) ? national : withoutZero(national);
}

const withoutZero = (digits: string): string => digits.replace(/^0/, '');

/**
 * Returns a typed number for links: `dial` for the phone, and `fromAbroad`, the digits with the calling code; null if
 * neither the number nor the shop names a country. Returns null for text that is not one number: a note, two numbers
 * (G46).
 */
export function dialled(typed: string, country: string): { dial: string; fromAbroad: string | null } | null {
  const text = tidyPhone(typed);
  const { length } = digitsOf(text);
  if (!/^\+?[0-9 -]+$/.test(text) || length < PHONE_DIGITS_MIN || length > DIALLED_DIGITS_MAX) return null;
  const knowsCountry = /^(\+|00)/.test(text) || countryOf(country) !== undefined;
  const fromAbroad = knowsCountry ? normalisePhone(text, country) : null;
  return { dial: fromAbroad === null ? digitsOf(text) : `+${fromAbroad}`, fromAbroad };
}

// Removes the 0 of '+256 (0)772 …': people write it, but it is not dialled from abroad.
function withoutTrunkZero(digits: string, home: Country | undefined): string {
  if (home === undefined || home.keepsLeadingZero || !digits.startsWith(`${home.callingCode}0`)) return digits;
  return home.callingCode + digits.slice(home.callingCode.length + 1);
}
