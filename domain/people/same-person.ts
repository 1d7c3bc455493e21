import type { Customer } from './customer.ts';
import { normalisePhone } from '../text/phone.ts';
import { digitsOf } from '../text/phone-digits.ts';
import { plainText } from '../text/plain-text.ts';

/** A number with fewer digits is not a person's own number. */
const OWN_DIGITS_MIN = 6;

interface Known {
  name: string;
  phone: string | null;
}

/**
 * True if two customers, or two suppliers, may be one person entered twice (M20, M23, G47): they have the same phone
 * number in any spelling, or the same name and no different numbers. Only a hint, because a family may share a phone.
 * @param country of the business; numbers without a calling code belong to it
 */
export function maybeSamePerson(one: Known, other: Known, country: string): boolean {
  const [number, otherNumber] = [ownNumber(one.phone, country), ownNumber(other.phone, country)];
  if (number !== null && otherNumber !== null) return number === otherNumber;
  return plainText(one.name) !== '' && plainText(one.name) === plainText(other.name);
}

function ownNumber(phone: string | null, country: string): string | null {
  return phone === null || digitsOf(phone).length < OWN_DIGITS_MIN ? null : normalisePhone(phone, country);
}

/**
 * True if two entries are the same number. Entries that are no number ('none', '00'), or more than a number
 * ('0772 ask Ali'), must be equal texts.
 */
const isSameNumber = (one: string, other: string, country: string): boolean =>
  one === other ||
  (isNumber(one) && isNumber(other) && normalisePhone(one, country) === normalisePhone(other, country));

const isNumber = (entry: string): boolean => /[1-9]/.test(digitsOf(entry)) && !/\p{L}/u.test(entry);

/**
 * Returns the changes to the customer who stays after a person has merged two (M20). Blank fields are filled from the
 * other customer; the other's different values are added to the notes, so that none is lost.
 * @param country of the business; by it two spellings of one number are recognised
 */
export function fieldsOfBoth(stays: Described, goes: Described, country: string): Partial<Described> {
  const change: Partial<Described> = {};
  const lines: string[] = [];
  if (plainText(goes.name) !== plainText(stays.name)) lines.push(`Also known as ${goes.name}`);
  if (goes.phone && !stays.phone) change.phone = goes.phone;
  else if (goes.phone && !isSameNumber(goes.phone, stays.phone ?? '', country)) lines.push(`Phone: ${goes.phone}`);
  if (goes.address && !stays.address) change.address = goes.address;
  else if (goes.address && goes.address !== stays.address) lines.push(`Address: ${goes.address}`);
  if (goes.notes) lines.push(goes.notes);
  // After a merge that was saved in part, and is tried again, the notes have them already.
  const added = lines.filter((text) => !`\n${stays.notes ?? ''}\n`.includes(`\n${text}\n`));
  const notes = [...(stays.notes ? [stays.notes] : []), ...added].join('\n');
  if (notes !== (stays.notes ?? '')) change.notes = notes;
  return change;
}

type Described = Pick<Customer, 'name' | 'phone' | 'address' | 'notes'>;
