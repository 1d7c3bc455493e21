import * as v from 'valibot';
import type { Customer } from '../../../domain/people/customer.ts';
import { idSchema } from '../../../domain/id.ts';
import { minorToDecimal } from '../../../domain/money.ts';
import type { CustomerBalance } from '../../../domain/people/customer-balance.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleBalanceMinor } from '../../../domain/sales/sale-payment.ts';
import { isoTime } from '../answer.ts';
import { countField, decimalField, idOrNull, textOrNull, timeField } from './field.ts';

export const customerAnswerSchema = v.object({
  id: idSchema,
  businessId: idSchema,
  /** Null if the customer came into being by an order on the storefront. */
  createdByUserId: idOrNull,
  name: v.string(),
  phone: textOrNull,
  address: textOrNull,
  notes: textOrNull,
  createdAt: timeField,
});

const balanceAnswerSchema = v.object({ balance: decimalField, credit: decimalField, unpaidSales: countField });

/** One customer with the balance. Lists leave the balance out. */
export const customerDetailsAnswerSchema = v.object({
  ...customerAnswerSchema.entries,
  ...balanceAnswerSchema.entries,
});

export const customerAnswer = (customer: Customer, businessId: number): v.InferOutput<typeof customerAnswerSchema> => ({
  id: customer.id,
  businessId,
  createdByUserId: customer.createdByUserId,
  name: customer.name,
  phone: customer.phone,
  address: customer.address,
  notes: customer.notes,
  createdAt: isoTime(customer.createdAtMs),
});

/** Returns the customer's balance and credit over all sales in the shop's currency (G23). */
export const balanceAnswer = ({
  owedMinor,
  creditMinor,
  unpaidCount,
}: CustomerBalance): v.InferOutput<typeof balanceAnswerSchema> => ({
  balance: minorToDecimal(owedMinor),
  credit: minorToDecimal(creditMinor),
  unpaidSales: unpaidCount,
});

/** A payment for several sales: its part of each, and what is owed for each after it. */
export const customerPaymentAnswerSchema = v.object({
  customerId: idSchema,
  sales: v.array(v.object({ id: idSchema, saleNumber: v.string(), paid: decimalField, balance: decimalField })),
});

/** @param parts each with its sale as it is after the payment */
export const customerPaymentAnswer = (
  customerId: number,
  parts: readonly { amountMinor: number; sale: Sale }[],
): v.InferOutput<typeof customerPaymentAnswerSchema> => ({
  customerId,
  sales: parts.map(({ amountMinor, sale }) => ({
    id: sale.id,
    saleNumber: sale.saleNumber,
    paid: minorToDecimal(amountMinor),
    balance: minorToDecimal(saleBalanceMinor(sale)),
  })),
});
