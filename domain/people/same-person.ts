import type { Customer } from './customer.ts';
import { normalisePhone } from '../text/phone.ts';
import { digitsOf } from '../text/phone-digits.ts';
import { plainText } from '../text/plain-text.ts';

/** Fewer digits are no number of one person's own. */
const OWN_DIGITS_MIN = 6;

interface Known {
  name: string;
  phone: string | null;
}

/**
 * True when two customers, or two suppliers, may be one person entered twice (M20, M23, G47): they have the same phone
 * number in any spelling, or the same name and no numbers that differ. Only a hint: a family shares a telephone.
 * @param country of the business, by which numbers without a calling code are read
 */
export function maybeSamePerson(one: Known, other: Known, country: string): boolean {
  const [number, otherNumber] = [ownNumber(one.phone, country), ownNumber(other.phone, country)];
  if (number !== null && otherNumber !== null) return number === otherNumber;
  return plainText(one.name) !== '' && plainText(one.name) === plainText(other.name);
}

function ownNumber(phone: string | null, country: string): string | null {
  return phone === null || digitsOf(phone).length < OWN_DIGITS_MIN ? null : normalisePhone(phone, country);
}

/** Entries that are no number ('none', 'ask Ali', '00') are compared as words. */
const isSameNumber = (one: string, other: string, country: string): boolean =>
  one === other ||
  (isNumber(one) && isNumber(other) && normalisePhone(one, country) === normalisePhone(other, country));

const isNumber = (entry: string): boolean => /[1-9]/.test(digitsOf(entry));

/**
 * The changes to the customer who stays when a person says that two are one (M20): blank fields are filled from the
 * other, and values of the other that differ are added to the notes, so that none is lost. @param country of the
 * business: two spellings of one number do not differ
 */
export function fieldsOfBoth(stays: Described, goes: Described, country: string): Partial<Described> {
  const change: Partial<Described> = {};
  const lines: string[] = stays.notes ? [stays.notes] : [];
  if (plainText(goes.name) !== plainText(stays.name)) lines.push(`Also known as ${goes.name}`);
  if (goes.phone && !stays.phone) change.phone = goes.phone;
  else if (goes.phone && !isSameNumber(goes.phone, stays.phone ?? '', country)) lines.push(`Phone: ${goes.phone}`);
  if (goes.address && !stays.address) change.address = goes.address;
  else if (goes.address && goes.address !== stays.address) lines.push(`Address: ${goes.address}`);
  if (goes.notes && goes.notes !== stays.notes) lines.push(goes.notes);
  const notes = lines.join('\n');
  if (notes !== (stays.notes ?? '')) change.notes = notes;
  return change;
}

type Described = Pick<Customer, 'name' | 'phone' | 'address' | 'notes'>;
