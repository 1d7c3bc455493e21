import * as v from 'valibot';
import { customerFieldsSchema } from '../../../domain/people/customer.ts';
import { inputObject } from '../../../domain/input-object.ts';
import { optionalText } from './text.ts';

const rules = customerFieldsSchema.entries;

/** A new customer (R-CUST-14 … R-CUST-17). */
export const newCustomerInputSchema = inputObject({
  name: rules.name,
  phone: v.optional(optionalText(rules.phone), null),
  address: v.optional(optionalText(rules.address), null),
  notes: v.optional(optionalText(rules.notes), null),
});

/** Fields that are not sent stay as they are. */
export const customerChangeInputSchema = inputObject({
  name: v.optional(rules.name),
  phone: v.optional(optionalText(rules.phone)),
  address: v.optional(optionalText(rules.address)),
  notes: v.optional(optionalText(rules.notes)),
});
