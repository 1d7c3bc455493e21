import { CUSTOMER_TEXT_CHARS_MAX, type Customer } from '../../../domain/people/customer.ts';
import { fieldsOfBoth } from '../../../domain/people/same-person.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';

/** How two customers are merged, or why they cannot be. */
export type MergePlan =
  | { status: 'ready'; stays: Customer; goes: Customer; change: Partial<Customer> }
  | { status: 'both_in_use' | 'notes_too_long' };

/**
 * Plans the merge. Only a customer whom no sale and no order names can be deleted (C-116); if that is true of both, the
 * younger one. For use in a live query.
 */
export async function planMerge(
  shop: ShopDatabase,
  one: Customer,
  other: Customer,
  country: string,
): Promise<MergePlan> {
  const [older, younger] = isOlder(one, other) ? [one, other] : [other, one];
  const isInUse = ({ id }: Customer) => shop.read((tx) => tx.rows.isInUse('customer', id));
  const goes = !(await isInUse(younger)) ? younger : !(await isInUse(older)) ? older : null;
  if (goes === null) return { status: 'both_in_use' };
  const stays = goes === younger ? older : younger;
  const change = fieldsOfBoth(stays, goes, country);
  if ((change.notes ?? '').length > CUSTOMER_TEXT_CHARS_MAX) return { status: 'notes_too_long' };
  return { status: 'ready', stays, goes, change };
}

const isOlder = (one: Customer, other: Customer): boolean =>
  one.createdAtMs - other.createdAtMs < 0 || (one.createdAtMs === other.createdAtMs && one.id < other.id);
