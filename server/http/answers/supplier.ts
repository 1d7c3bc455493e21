import type { Supplier } from '../../../domain/supplier.ts';
import { isoTime } from '../answer.ts';

export const supplierAnswer = (supplier: Supplier, businessId: number): object => ({
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
