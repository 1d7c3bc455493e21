import type { Customer } from './customer.ts';
import { normalisePhone } from './phone.ts';
import { digitsOf } from './phone-digits.ts';

/** Fewer digits are no number of one person's own. */
const OWN_DIGITS_MIN = 6;

type Known = Pick<Customer, 'name' | 'phone'>;

/**
 * Whether two customers may be one person, written down twice (M20, G47): the same number however it is typed, or the
 * same name where no number tells them apart. Never more than a hint: a family shares a telephone.
 * @param country of the business, by which numbers without a calling code are read
 */
export function maybeSamePerson(one: Known, other: Known, country: string): boolean {
  const [number, otherNumber] = [ownNumber(one.phone, country), ownNumber(other.phone, country)];
  if (number !== null && otherNumber !== null) return number === otherNumber;
  return nameKey(one.name) !== '' && nameKey(one.name) === nameKey(other.name);
}

function ownNumber(phone: string | null, country: string): string | null {
  return phone === null || digitsOf(phone).length < OWN_DIGITS_MIN ? null : normalisePhone(phone, country);
}

const nameKey = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
