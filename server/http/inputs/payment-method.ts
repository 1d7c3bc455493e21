import * as v from 'valibot';
import { inputObject } from '../../../domain/input-object.ts';
import { newPaymentMethodSchema } from '../../../domain/sales/payment-method.ts';

const rules = newPaymentMethodSchema.entries;

/** R-API-35: a new method is never the default (R-PAY-14), whatever is sent of it. */
export const newPaymentMethodInputSchema = inputObject({ name: rules.name, icon: rules.icon });

/** C-054. */
export const archiveSwitchInputSchema = inputObject({ isArchived: v.boolean('isArchived must be true or false') });
