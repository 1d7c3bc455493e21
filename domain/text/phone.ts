import * as v from 'valibot';
import { COUNTRIES } from '../country-list.ts';
import { countryOf, type Country } from '../country.ts';
import { digitsOf } from './phone-digits.ts';
import { DIALLED_DIGITS_MAX, tidyPhone } from './phone-text.ts';

/** Counted as typed, with spaces, hyphens and plus (C-005). */
export const PHONE_CHARS_MIN = 10;
export const PHONE_CHARS_MAX = 25;
export const PHONE_DIGITS_MIN = 9;

const TOO_SHORT = { login: 'Phone number is required', register: 'Phone number is too short' } as const;

/**
 * A phone number, tidy: at least 10 characters and 9 digits (C-005, X-TYPE-34). Each screen has its own text for one
 * that is too short (R-LOGIN-08, R-REG-22, C-006); registering also looks at the format (R-REG-23).
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
 * One spelling per number, to compare and to be unique by (C-005): digits with the calling code, no plus.
 * '0772 123-456', '772123456', '256772123456' and '+256 (0)772 123456' of a Ugandan business are all '256772123456'.
 * A number typed with a plus or 00 is taken as it is; with a country that is not listed the digits stay as typed.
 * @param country code or name, as `Business.country` keeps it
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
 * Every normal form that a number typed at sign-in may have, where no business is known yet: one for a number typed
 * with its calling code, else one per listed country that reads it differently. The typed digits come first.
 */
export function loginPhoneCandidates(typed: string): string[] {
  const forms = COUNTRIES.map((country) => normalisePhone(typed, country.code));
  return [...new Set([normalisePhone(typed, ''), ...forms])];
}

/** Fewer digits are a house number, or the end of a phone: they are looked for as they were typed. */
const SOUGHT_DIGITS_MIN = 4;

/**
 * The digits by which a number is found among numbers spelled in any way (X-TYPE-33): without what one person writes and
 * another does not, the calling code of the shop's country and the 0 before the number. Null: no number was typed.
 * @param typed folded, as search has it
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
 * A number written by hand as links need it: what the phone dials, and the digits from any country, which are unknown
 * while neither the number nor the shop says its country. Null for what is no one number: a note, two numbers (G46).
 */
export function dialled(typed: string, country: string): { dial: string; fromAbroad: string | null } | null {
  const text = tidyPhone(typed);
  const { length } = digitsOf(text);
  if (!/^\+?[0-9 -]+$/.test(text) || length < PHONE_DIGITS_MIN || length > DIALLED_DIGITS_MAX) return null;
  const knowsCountry = /^(\+|00)/.test(text) || countryOf(country) !== undefined;
  const fromAbroad = knowsCountry ? normalisePhone(text, country) : null;
  return { dial: fromAbroad === null ? digitsOf(text) : `+${fromAbroad}`, fromAbroad };
}

// '+256 (0)772 …': people write the 0 that is dropped when dialling from abroad.
function withoutTrunkZero(digits: string, home: Country | undefined): string {
  if (home === undefined || home.keepsLeadingZero || !digits.startsWith(`${home.callingCode}0`)) return digits;
  return home.callingCode + digits.slice(home.callingCode.length + 1);
}
