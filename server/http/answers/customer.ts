import type { Customer } from '../../../domain/customer.ts';
import { isoTime } from '../answer.ts';

export const customerAnswer = (customer: Customer, businessId: number): object => ({
  id: customer.id,
  businessId,
  createdByUserId: customer.createdByUserId,
  name: customer.name,
  phone: customer.phone,
  address: customer.address,
  notes: customer.notes,
  createdAt: isoTime(customer.createdAtMs),
});
