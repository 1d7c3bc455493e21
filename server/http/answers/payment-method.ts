import * as v from 'valibot';
import { idSchema } from '../../../domain/id.ts';
import type { PaymentMethod } from '../../../domain/sales/payment-method.ts';
import { isoTime } from '../answer.ts';
import { idOrNull, textOrNull, timeField } from './field.ts';

export const paymentMethodAnswerSchema = v.object({
  id: idSchema,
  businessId: idSchema,
  createdByUserId: idOrNull,
  name: v.string(),
  icon: textOrNull,
  isDefault: v.boolean(),
  isReadonly: v.boolean(),
  isUsedInSales: v.boolean(),
  createdByUser: v.object({ username: v.string() }),
  createdAt: timeField,
  updatedAt: timeField,
});

/** Facts about a payment method that its row does not hold. */
export interface MethodFacts {
  businessId: number;
  defaultId: number | null;
  isUsedInSales: boolean;
  createdByUsername: string | null;
}

/** The creator of the methods that every new business starts with (C-133). */
const SEEDED_BY = 'System';

/** Returns a payment method (R-ENT-37). */
export const paymentMethodAnswer = (
  method: PaymentMethod,
  facts: MethodFacts,
): v.InferOutput<typeof paymentMethodAnswerSchema> => ({
  id: method.id,
  businessId: facts.businessId,
  createdByUserId: method.createdByUserId,
  name: method.name,
  icon: method.icon,
  isDefault: method.id === facts.defaultId,
  isReadonly: method.isReadonly,
  isUsedInSales: facts.isUsedInSales,
  createdByUser: { username: facts.createdByUsername ?? SEEDED_BY },
  createdAt: isoTime(method.createdAtMs),
  updatedAt: isoTime(method.updatedAtMs ?? method.createdAtMs),
});
