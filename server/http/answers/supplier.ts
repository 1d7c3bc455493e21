import * as v from 'valibot';
import { idSchema } from '../../../domain/id.ts';
import type { Supplier } from '../../../domain/people/supplier.ts';
import { isoTime } from '../answer.ts';
import { textOrNull, timeField } from './field.ts';

export const supplierAnswerSchema = v.object({
  id: idSchema,
  businessId: idSchema,
  createdByUserId: idSchema,
  name: v.string(),
  phone: textOrNull,
  email: textOrNull,
  address: textOrNull,
  notes: textOrNull,
  createdAt: timeField,
});

export const supplierAnswer = (supplier: Supplier, businessId: number): v.InferOutput<typeof supplierAnswerSchema> => ({
  id: supplier.id,
  businessId,
  createdByUserId: supplier.createdByUserId,
  name: supplier.name,
  phone: supplier.phone,
  email: supplier.email,
  address: supplier.address,
  notes: supplier.notes,
  createdAt: isoTime(supplier.createdAtMs),
});
