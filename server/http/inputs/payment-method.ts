import * as v from 'valibot';
import { inputObject } from '../../../domain/input-object.ts';
import { newPaymentMethodSchema } from '../../../domain/sales/payment-method.ts';

const rules = newPaymentMethodSchema.entries;

/** A new method (R-API-35). It has no field for the default: a new method is never the default (R-PAY-14). */
export const newPaymentMethodInputSchema = inputObject({ name: rules.name, icon: rules.icon });

/** Archives or restores a method (C-054). */
export const archiveSwitchInputSchema = inputObject({ isArchived: v.boolean('isArchived must be true or false') });
