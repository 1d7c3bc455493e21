import { expect, test } from 'vitest';
import { maybeSamePerson } from '../../domain/same-person.ts';

const isSame = (one: [string, string | null], other: [string, string | null]) =>
  maybeSamePerson({ name: one[0], phone: one[1] }, { name: other[0], phone: other[1] }, 'UG');

test('G47 M20 one number, however it is typed, may be one person, whatever the name', () => {
  expect(isSame(['Asha', '0772 123-456'], ['Mama Asha', '+256 772123456'])).toBe(true);
  expect(isSame(['Asha', '0772 123-456'], ['Asha', '0772 123-457'])).toBe(false);
});

test('G47 M20 one name may be one person where no number tells them apart', () => {
  expect(isSame(['Asha  Nansubuga', null], [' asha nansubuga', '0772123456'])).toBe(true);
  expect(isSame(['Asha', null], ['Asha', ''])).toBe(true);
  expect(isSame(['Asha', null], ['Ashe', null])).toBe(false);
});

test('G47 what is too short for a number of their own tells nobody apart, and joins nobody', () => {
  expect(isSame(['Asha', '-'], ['Musa', '-'])).toBe(false);
  expect(isSame(['Asha', '123'], ['Asha', '0772 123456'])).toBe(true);
});
