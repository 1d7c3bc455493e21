import * as v from 'valibot';
import type { EditStamps } from '../edit-stamp.ts';
import { EMAIL_CHARS_MAX } from '../text/email.ts';
import { idSchema } from '../id.ts';
import { phoneText } from '../text/phone-text.ts';

/** A supplier of the shop. Source: D2's entity, R-SUPP-05 … R-SUPP-09. */
export interface Supplier {
  id: number;
  version: number;
  name: string;
  phone: string | null;
  email: string | null;
  address: string | null;
  notes: string | null;
  /** Set when two devices created the default supplier: the second is an alias of the first (C-112). Not in lists. */
  aliasOfId: number | null;
  edits?: EditStamps;
  createdByUserId: number;
  createdAtMs: number;
  /** The time of the device's clock, stored only if it was impossible (SYN-23). */
  deviceAtMs?: number;
  offsetMinutes: number;
}

export const SUPPLIER_NAME_CHARS_MAX = 120;
export const SUPPLIER_TEXT_CHARS_MAX = 500;

/** The name of the supplier of goods without a named supplier. A shop has one supplier of this name (C-112). */
export const DEFAULT_SUPPLIER_NAME = 'Default Supplier';

const optionalText = v.nullable(
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(SUPPLIER_TEXT_CHARS_MAX, `Use at most ${SUPPLIER_TEXT_CHARS_MAX} characters`),
  ),
);

/** The sentence of form and server (C-126). */
const INVALID_EMAIL = 'Please enter a valid email';

/** The form's fields of a supplier, with the documented error messages (R-SUPP-06 … R-SUPP-09). */
export const supplierFieldsSchema = v.object({
  name: v.pipe(
    v.string('Supplier name is required'),
    v.trim(),
    v.minLength(1, 'Supplier name is required'),
    v.maxLength(SUPPLIER_NAME_CHARS_MAX, `Use at most ${SUPPLIER_NAME_CHARS_MAX} characters`),
  ),
  phone: v.nullable(phoneText(SUPPLIER_TEXT_CHARS_MAX)),
  email: v.nullable(
    v.pipe(
      v.string(INVALID_EMAIL),
      v.trim(),
      v.maxLength(EMAIL_CHARS_MAX, `Email must be ${EMAIL_CHARS_MAX} characters or less`),
      v.email(INVALID_EMAIL),
    ),
  ),
  address: optionalText,
  notes: optionalText,
});

export type SupplierInput = v.InferOutput<typeof supplierFieldsSchema>;

/** Fields of a supplier that an edit may carry. */
export const supplierChangeSchema = v.partial(supplierFieldsSchema);
export type SupplierChange = v.InferOutput<typeof supplierChangeSchema>;

export const newSupplierSchema = v.object({ id: idSchema, ...supplierFieldsSchema.entries });
