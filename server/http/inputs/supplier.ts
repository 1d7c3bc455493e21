import * as v from 'valibot';
import { inputObject } from '../../../domain/input-object.ts';
import { supplierFieldsSchema } from '../../../domain/people/supplier.ts';
import { optionalText } from './text.ts';

const rules = supplierFieldsSchema.entries;

/** A new supplier (R-SUPP-05 … R-SUPP-09). */
export const newSupplierInputSchema = inputObject({
  name: rules.name,
  phone: v.optional(optionalText(rules.phone), null),
  email: v.optional(optionalText(rules.email), null),
  address: v.optional(optionalText(rules.address), null),
  notes: v.optional(optionalText(rules.notes), null),
});

/** Fields that are not sent stay as they are. */
export const supplierChangeInputSchema = inputObject({
  name: v.optional(rules.name),
  phone: v.optional(optionalText(rules.phone)),
  email: v.optional(optionalText(rules.email)),
  address: v.optional(optionalText(rules.address)),
  notes: v.optional(optionalText(rules.notes)),
});
