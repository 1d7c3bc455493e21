import { expect, test } from 'vitest';
import { COUNTRIES } from '../../../domain/country-list.ts';
import { isTimeZone } from '../../../domain/time.ts';
import { zoneOfCountry } from '../../../server/account/country-zone.ts';

const AT_MS = Date.UTC(2026, 5, 15);

test.each([
  ['UG', 'Africa/Kampala'],
  ['uganda', 'Africa/Kampala'],
  ['KE', 'Africa/Nairobi'],
  ['TZ', 'Africa/Dar_es_Salaam'],
  ['RW', 'Africa/Kigali'],
  ['NG', 'Africa/Lagos'],
  ['GH', 'Africa/Accra'],
  ['ZA', 'Africa/Johannesburg'],
  ['Atlantis', 'UTC'],
  ['', 'UTC'],
])('X-TYPE-41 a shop in %j keeps the days of %s', (country, zone) => {
  expect(zoneOfCountry(country, AT_MS)).toBe(zone);
});

test('X-TYPE-41 every country that a form offers has a zone that devices know', () => {
  const without = COUNTRIES.filter(({ code }) => {
    const zone = zoneOfCountry(code, AT_MS);
    return zone === 'UTC' || !isTimeZone(zone);
  });
  expect(without.map(({ code }) => code)).toEqual([]);
});
