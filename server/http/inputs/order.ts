import * as v from 'valibot';
import { inputObject } from '../../../domain/input-object.ts';
import { type NewFulfilment, newFulfilmentSchema } from '../../../domain/sales/fulfilment.ts';
import { newSaleSchema, saleNumberOf } from '../../../domain/sales/sale.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import type { PlainFacts } from '../../mutate/plain-call.ts';
import { noSuchRow } from '../calls/no-such-row.ts';
import { instantOfInput, timeInput } from './day.ts';
import { methodOf, newSaleStatus } from './payment-method-of.ts';
import { optionalReferenceInput } from './reference.ts';
import { optionalText } from './text.ts';

/** The new status of an order (R-API-16). 'fulfilled' is missing, because fulfilling has a call of its own. */
export const orderStatusInputSchema = inputObject({
  status: v.picklist(['confirmed', 'cancelled'], 'status must be one of confirmed, cancelled'),
});

const rules = newFulfilmentSchema.entries;
const NO_TIME = 'createdAt must be a time';

/**
 * A fulfilment (R-API-17, C-074, C-075). Without a body the sale is by the default method, and paid unless that is
 * Credit.
 */
export const fulfilmentInputSchema = inputObject({
  saleId: v.optional(v.nullable(rules.saleId, null), null),
  saleNumber: v.optional(v.nullable(rules.saleNumber, null), null),
  createdAt: v.optional(v.nullable(timeInput(NO_TIME), null), null),
  /** If absent, the sale is completed, but by Credit it is pending (C-048). */
  status: v.optional(rules.status),
  paymentMethodId: v.optional(optionalReferenceInput, null),
  paymentMethod: v.optional(optionalText(newSaleSchema.entries.paymentMethodName), null),
  transactionId: v.optional(optionalText(rules.transactionId), null),
});

/** Adds what the request left out: an id from the server, a sale number of now, the shop's default payment method. */
export async function fulfilmentOf(
  input: v.InferOutput<typeof fulfilmentInputSchema>,
  id: number,
  rows: MutationTx,
  mintedId: number,
  { caller, nowMs }: PlainFacts,
): Promise<NewFulfilment> {
  if (!(await rows.get('order', id))) throw noSuchRow();
  const business = await rows.get('business', caller.businessId);
  const isUnsaid = input.paymentMethodId === null && input.paymentMethod === null;
  const paymentMethodId = isUnsaid ? (business?.defaultPaymentMethodId ?? null) : input.paymentMethodId;
  const method = await methodOf({ paymentMethodId, paymentMethod: input.paymentMethod }, rows);
  return {
    id,
    saleId: input.saleId ?? mintedId,
    saleNumber: input.saleNumber ?? saleNumberOf(nowMs),
    status: newSaleStatus(input.status, method.paymentMethodName),
    ...method,
    transactionId: input.transactionId,
    createdAtMs: input.createdAt === null ? null : instantOfInput(input.createdAt, business?.timeZone ?? 'UTC'),
  };
}
