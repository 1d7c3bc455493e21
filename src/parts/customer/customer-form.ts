import * as v from 'valibot';
import { type Customer, customerFieldsSchema } from '../../../domain/people/customer.ts';
import { type FieldValues, isSameValue, valuesOf } from '../../../sync/merge/three-way.ts';

/** The fields of a customer, as texts of a form. */
export type CustomerFormValues = Record<'name' | 'phone' | 'address' | 'notes', string>;

/** The fields of a new customer (R-CUST-15). */
export const NEW_CUSTOMER_VALUES: CustomerFormValues = { name: '', phone: '', address: '', notes: '' };

/** The form's rules and messages (R-CUST-16, R-CUST-17); its output is the customer, with null for blank fields. */
export const customerFormSchema = v.pipe(
  v.custom<CustomerFormValues>((input) => typeof input === 'object' && input !== null),
  v.transform(inputOf),
  customerFieldsSchema,
);
export type CustomerInput = v.InferOutput<typeof customerFormSchema>;

export const customerFormValuesOf = ({ name, phone, address, notes }: Customer): CustomerFormValues => ({
  name,
  phone: phone ?? '',
  address: address ?? '',
  notes: notes ?? '',
});

/** Returns a person's changes to a customer, with the values that they saw (offline.md, ground rule 5). */
export function customerEditOf(seen: Customer, input: CustomerInput): { base: FieldValues; change: FieldValues } {
  const untouched: FieldValues = v.parse(customerFormSchema, customerFormValuesOf(seen));
  const changed = Object.entries(input).filter(([field, value]) => !isSameValue(untouched[field], value));
  const fields = changed.map(([field]) => field);
  return { base: valuesOf(seen, fields), change: Object.fromEntries(changed) };
}

function inputOf({ name, phone, address, notes }: CustomerFormValues): v.InferInput<typeof customerFieldsSchema> {
  return { name, phone: textOrNull(phone), address: textOrNull(address), notes: textOrNull(notes) };
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text);
