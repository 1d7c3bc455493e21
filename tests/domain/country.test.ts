import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../../domain/country-list.ts';
import { countryName, countryOf, countrySchema } from '../../domain/country.ts';
import { CURRENCIES, currencySchema, DEFAULT_REGISTRATION_CURRENCY } from '../../domain/currency.ts';

describe('countries', () => {
  test('R-REG-20 every listed country may be chosen, and is found by code and by name', () => {
    for (const country of COUNTRIES) {
      expect(v.is(countrySchema, country.code)).toBe(true);
      expect(countryOf(country.code)).toBe(country);
      expect(countryOf(` ${country.name.toUpperCase()} `)).toBe(country);
    }
    expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(COUNTRIES.length);
    expect(countryOf('Atlantis')).toBeUndefined();
  });

  test('R-BIZ-05 a kept country is shown by its name, a text of its own as it is', () => {
    expect(countryName('UG')).toBe('Uganda');
    expect(countryName('Atlantis')).toBe('Atlantis');
  });

  test('C-005 every country has a calling code and a number length of the international plan', () => {
    for (const { callingCode, nationalDigits } of COUNTRIES) {
      expect(callingCode).toMatch(/^[1-9][0-9]{0,2}$/);
      expect(callingCode.length + nationalDigits).toBeLessThanOrEqual(15);
    }
  });

  test('R-REG-21 the currency that a country proposes is listed', () => {
    const codes = new Set(CURRENCIES.map(({ code }) => code));
    expect(codes.size).toBe(CURRENCIES.length);
    expect(COUNTRIES.filter(({ currency }) => !codes.has(currency))).toEqual([]);
    expect(CURRENCIES.every(({ code }) => v.is(currencySchema, code))).toBe(true);
  });

  test('R-REG-12 the currency of a new registration is UGX, and it is listed', () => {
    expect(DEFAULT_REGISTRATION_CURRENCY).toBe('UGX');
    expect(CURRENCIES.find(({ code }) => code === DEFAULT_REGISTRATION_CURRENCY)?.name).toBe('Ugandan Shilling');
  });
});
