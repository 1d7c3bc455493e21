import type * as v from 'valibot';
import { AMOUNT_TOO_LARGE } from '../../../domain/money.ts';
import { partsOf, salesToPay, tooMuchOf } from '../../../domain/sales/customer-payment.ts';
import { NO_AMOUNT } from '../../../domain/sales/sale-payment.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { invalidInput } from '../request/read-json.ts';
import { moneyMethodOf, NO_PAYMENT_BY_CREDIT } from './payment-method-of.ts';
import type { salePaymentInputSchema } from './sale-payment.ts';

/**
 * Returns the payment to record, divided over the customer's unpaid sales. Throws if the amount is more than these owe,
 * or if it is paid by Credit; see `salePaymentOf`.
 * @param of the customer, all unpaid sales of the customer as they were before the lock, and the shop's currency
 * @param ids an id for each of the sales that one payment can pay
 */
export async function customerPaymentOf(
  input: v.InferOutput<typeof salePaymentInputSchema>,
  of: { customerId: number; saleIds: readonly number[]; currency: string },
  rows: MutationTx,
  ids: readonly number[],
): Promise<MutationArgs<'customer.takePayment'>> {
  const sales = (await rows.getMany('sale', of.saleIds)).filter((sale) => sale !== undefined);
  const toPay = salesToPay(sales, of.currency);
  const refuse = (message: string) => invalidInput([{ path: 'amount', message }]);
  const { owedMinor } = toPay;
  if (owedMinor === 0) throw refuse(`This customer owes nothing in ${of.currency}`);
  const amountMinor = input.amount ?? owedMinor;
  if (amountMinor === 0) throw refuse(NO_AMOUNT);
  if (amountMinor > owedMinor) throw refuse(Number.isSafeInteger(amountMinor) ? tooMuchOf(toPay) : AMOUNT_TOO_LARGE);
  return {
    customerId: of.customerId,
    parts: partsOf(toPay.sales, amountMinor).map(
      ({ sale: { id: saleId, orderId }, amountMinor: partMinor }, index) => ({
        ...{ id: ids[index] ?? 0, saleId, orderId, amountMinor: partMinor },
      }),
    ),
    ...(await moneyMethodOf(input, rows, { refusal: NO_PAYMENT_BY_CREDIT })),
    transactionId: input.transactionId,
  };
}
