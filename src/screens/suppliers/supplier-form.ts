import * as v from 'valibot';
import {
  type Supplier,
  type SupplierChange,
  supplierFieldsSchema,
  type SupplierInput,
} from '../../../domain/people/supplier.ts';
import { tidyPhone } from '../../../domain/text/phone-text.ts';
import { type FieldValues, isSameValue, valuesOf } from '../../../sync/merge/three-way.ts';

/** The values of the supplier form: texts as typed, named as the supplier's fields. */
export interface SupplierFormValues extends Record<string, unknown> {
  name: string;
  phone: string;
  email: string;
  address: string;
  notes: string;
}

export const NEW_SUPPLIER_VALUES: SupplierFormValues = { name: '', phone: '', email: '', address: '', notes: '' };

export const supplierFormValuesOf = ({ name, phone, email, address, notes }: Supplier): SupplierFormValues => ({
  name,
  phone: phone ?? '',
  email: email ?? '',
  address: address ?? '',
  notes: notes ?? '',
});

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** The form's rules and messages; its output has null for blank fields (R-SUPP-06 to R-SUPP-09). */
export const supplierFormSchema = v.pipe(
  v.custom<SupplierFormValues>((input) => typeof input === 'object' && input !== null),
  v.transform(({ name, phone, email, address, notes }) => ({
    name,
    phone: textOrNull(phone),
    email: textOrNull(email),
    address: textOrNull(address),
    notes: textOrNull(notes),
  })),
  supplierFieldsSchema,
);

export interface SupplierEdit {
  base: FieldValues;
  change: SupplierChange;
}

/** Returns a person's changes to a supplier, with the values that they saw (offline.md, ground rule 5). */
export function supplierEditOf(seen: Supplier, input: SupplierInput): SupplierEdit {
  // A phone that was stored before phones were made tidy is not changed by that.
  const before: FieldValues = { ...seen, phone: seen.phone === null ? null : tidyPhone(seen.phone) };
  const changed = Object.entries(input).filter(([field, value]) => !isSameValue(before[field], value));
  return {
    base: valuesOf(
      seen,
      changed.map(([field]) => field),
    ),
    // The cast is safe: these are entries of the input under their own names.
    change: Object.fromEntries(changed) as SupplierChange,
  };
}
