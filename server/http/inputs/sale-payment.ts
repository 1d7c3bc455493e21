import * as v from 'valibot';
import { AMOUNT_TOO_LARGE } from '../../../domain/money.ts';
import { inputObject } from '../../../domain/input-object.ts';
import { newSaleSchema } from '../../../domain/sales/sale.ts';
import { NO_AMOUNT, newSalePaymentSchema, saleBalanceMinor } from '../../../domain/sales/sale-payment.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import { noSuchRow } from '../calls/no-such-row.ts';
import { invalidInput } from '../request/read-json.ts';
import { optionalSumInput } from './decimal.ts';
import { moneyMethodOf, NO_PAYMENT_BY_CREDIT } from './payment-method-of.ts';
import { optionalReferenceInput } from './reference.ts';
import { optionalText } from './text.ts';

/** A payment of a sale (G4, G22). Without an amount it pays the whole balance. */
export const salePaymentInputSchema = inputObject({
  amount: v.optional(optionalSumInput, null),
  paymentMethodId: v.optional(optionalReferenceInput, null),
  paymentMethod: v.optional(optionalText(newSaleSchema.entries.paymentMethodName), null),
  transactionId: v.optional(optionalText(newSalePaymentSchema.entries.transactionId), null),
});

/**
 * Returns the payment to record. Throws if the amount is more than the balance, or if it is paid by Credit. A device's
 * payment is not refused so: its money has changed hands already, while a plain call asks first.
 */
export async function salePaymentOf(
  input: v.InferOutput<typeof salePaymentInputSchema>,
  saleId: number,
  rows: MutationTx,
  id: number,
): Promise<MutationArgs<'sale.takePayment'>> {
  const sale = await rows.get('sale', saleId);
  if (!sale) throw noSuchRow();
  const refuse = (message: string) => invalidInput([{ path: 'amount', message }]);
  const balanceMinor = saleBalanceMinor(sale);
  // Only if more was given back than was paid is something owed for a cancelled sale (M7).
  if (sale.status === 'cancelled' && balanceMinor === 0) throw refuse('This sale was cancelled');
  if (balanceMinor === 0) throw refuse('This sale is already paid');
  const amountMinor = input.amount ?? balanceMinor;
  if (amountMinor === 0) throw refuse(NO_AMOUNT);
  if (amountMinor > balanceMinor)
    throw refuse(Number.isSafeInteger(amountMinor) ? 'The amount is larger than what is owed' : AMOUNT_TOO_LARGE);
  return {
    id,
    saleId,
    orderId: sale.orderId,
    amountMinor,
    ...(await moneyMethodOf(input, rows, { refusal: NO_PAYMENT_BY_CREDIT })),
    transactionId: input.transactionId,
  };
}
