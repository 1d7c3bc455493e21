import * as v from 'valibot';
import { inputObject } from '../../../domain/input-object.ts';
import { AMOUNT_TOO_LARGE } from '../../../domain/money.ts';
import { newSaleSchema } from '../../../domain/sales/sale.ts';
import {
  NO_AMOUNT,
  newSaleRefundSchema,
  REFUND_WAYS,
  saleCreditMinor,
  saleRefundDueMinor,
} from '../../../domain/sales/sale-payment.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import { noSuchRow } from '../calls/no-such-row.ts';
import { invalidInput } from '../request/read-json.ts';
import { optionalSumInput } from './decimal.ts';
import { moneyMethodOf, NO_REFUND_BY_CREDIT } from './payment-method-of.ts';
import { optionalReferenceInput } from './reference.ts';
import { optionalText } from './text.ts';

/** A refund or credit for a sale (M6, M7). Without an amount it settles all that is still due. */
export const saleRefundInputSchema = inputObject({
  way: v.optional(v.picklist(REFUND_WAYS, `Choose one of ${REFUND_WAYS.join(', ')}`), 'refunded'),
  amount: v.optional(optionalSumInput, null),
  paymentMethodId: v.optional(optionalReferenceInput, null),
  paymentMethod: v.optional(optionalText(newSaleSchema.entries.paymentMethodName), null),
  transactionId: v.optional(optionalText(newSaleRefundSchema.entries.transactionId), null),
});

/**
 * Returns the refund to record. Throws if the amount is more than what is due, or if it is given back by Credit: a
 * plain call asks before money is handed out.
 */
export async function saleRefundOf(
  input: v.InferOutput<typeof saleRefundInputSchema>,
  saleId: number,
  rows: MutationTx,
  id: number,
): Promise<MutationArgs<'sale.settleRefund'>> {
  const sale = await rows.get('sale', saleId);
  if (!sale) throw noSuchRow();
  const refuse = (path: string, message: string) => invalidInput([{ path, message }]);
  const isKept = input.way === 'kept';
  // Credit that the shop keeps can be given back, but not be kept a second time.
  const dueMinor = saleRefundDueMinor(sale) || (isKept ? 0 : saleCreditMinor(sale));
  if (dueMinor === 0) throw refuse('amount', 'There is nothing to give back for this sale');
  const amountMinor = input.amount ?? dueMinor;
  if (amountMinor === 0) throw refuse('amount', NO_AMOUNT);
  if (amountMinor > dueMinor)
    throw refuse(
      'amount',
      Number.isSafeInteger(amountMinor) ? 'The amount is larger than what is due' : AMOUNT_TOO_LARGE,
    );
  if (isKept && sale.customerId === null) throw refuse('way', 'Only a named customer can have credit');
  const method = isKept
    ? { paymentMethodId: null, paymentMethodName: null }
    : await moneyMethodOf(input, rows, { refusal: NO_REFUND_BY_CREDIT });
  const { way, transactionId } = input;
  return { id, saleId, orderId: sale.orderId, way, amountMinor, ...method, transactionId };
}
