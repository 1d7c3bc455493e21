import * as v from 'valibot';
import type { EditStamps } from '../edit-stamp.ts';
import { idSchema } from '../id.ts';
import { phoneText } from '../text/phone-text.ts';

/** A customer of one business. Source: R-CUST-14 … R-CUST-17. */
export interface Customer {
  id: number;
  version: number;
  name: string;
  phone: string | null;
  address: string | null;
  notes: string | null;
  edits?: EditStamps;
  /** Null if the customer came into being by an order on the storefront (C-087). */
  createdByUserId: number | null;
  createdAtMs: number;
  /** The time of the device's clock, stored only if it was impossible (SYN-23). */
  deviceAtMs?: number;
  offsetMinutes: number;
}

/** Customers on a page of results (R-CUST-01). */
export const CUSTOMERS_PER_PAGE = 5;

export const CUSTOMER_NAME_CHARS_MAX = 120;
export const CUSTOMER_TEXT_CHARS_MAX = 500;

const optionalText = v.nullable(
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(CUSTOMER_TEXT_CHARS_MAX, `Use at most ${CUSTOMER_TEXT_CHARS_MAX} characters`),
  ),
);

/** The form's fields of a customer, with the documented error messages (R-CUST-16). */
export const customerFieldsSchema = v.object({
  name: v.pipe(
    v.string('Customer name is required'),
    v.trim(),
    v.minLength(1, 'Customer name is required'),
    v.maxLength(CUSTOMER_NAME_CHARS_MAX, `Use at most ${CUSTOMER_NAME_CHARS_MAX} characters`),
  ),
  phone: v.nullable(phoneText(CUSTOMER_TEXT_CHARS_MAX)),
  address: optionalText,
  notes: optionalText,
});

export const newCustomerSchema = v.object({ id: idSchema, ...customerFieldsSchema.entries });

/** Fields of a customer that an edit may carry. */
export const customerChangeSchema = v.partial(customerFieldsSchema);

/** The refusal to delete a customer who is in use (R-CUST-26). */
export const CUSTOMER_IN_USE = 'Failed to delete customer. There may be sales associated with this customer.';

/** The name shown if a sale has no customer (R-SALE-07). */
export const WALK_IN_CUSTOMER = 'Walk-in Customer';
