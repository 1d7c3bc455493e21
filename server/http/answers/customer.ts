import type { Customer } from '../../../domain/customer.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import type { CustomerBalance } from '../../../domain/customer-balance.ts';
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

/** What the customer owes and has, over all sales in the shop's currency (G23). */
export const balanceAnswer = ({ owedMinor, creditMinor, unpaidCount }: CustomerBalance): object => ({
  balance: minorToDecimal(owedMinor),
  credit: minorToDecimal(creditMinor),
  unpaidSales: unpaidCount,
});
