import * as v from 'valibot';
import { COUNTRIES } from './country-list.ts';

export interface Country {
  /** ISO 3166-1 alpha-2. Businesses store it and forms send it. */
  code: string;
  name: string;
  /** ISO 4217 code that a form proposes for it. */
  currency: string;
  /** Digits without a plus: '256'. */
  callingCode: string;
  /** How many digits a mobile number has after the calling code. */
  nationalDigits: number;
  /** True if a leading 0 belongs to the number and is dialled from abroad too. */
  keepsLeadingZero: boolean;
}

export const COUNTRY_CHARS_MAX = 60;

const REQUIRED = 'Country is required';

/** A country in a request: a code of the list, or free text from an API client (R-REG-20). */
export const countrySchema = v.pipe(
  v.string(REQUIRED),
  v.trim(),
  v.minLength(2, REQUIRED),
  v.maxLength(COUNTRY_CHARS_MAX, `Country must be ${COUNTRY_CHARS_MAX} characters or less`),
);

const countriesByText = new Map(
  COUNTRIES.flatMap((country) => [
    [country.code.toLowerCase(), country] as const,
    [country.name.toLowerCase(), country] as const,
  ]),
);

/** Returns the listed country of a code ('UG') or a name ('uganda'); undefined if it is not listed. */
export function countryOf(text: string): Country | undefined {
  return countriesByText.get(text.trim().toLowerCase());
}

/** Returns the name to show for a stored country: the listed name, or the stored text if it is not listed. */
export function countryName(text: string): string {
  return countryOf(text)?.name ?? text;
}
