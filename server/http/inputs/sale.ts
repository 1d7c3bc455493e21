import * as v from 'valibot';
import { businessCurrency } from '../../../domain/business.ts';
import { inputObject } from '../../../domain/input-object.ts';
import { lengthFirst } from '../../../domain/length-first.ts';
import type { Item } from '../../../domain/items/item.ts';
import { AMOUNT_TOO_LARGE, lineTotalMinor } from '../../../domain/money.ts';
import { minSaleQuantityHundredths, QUANTITY_HUNDREDTHS_MAX } from '../../../domain/quantity.ts';
import { isCredit } from '../../../domain/sales/payment-method.ts';
import {
  cancelReasonSchema,
  type NewSale,
  type NewSaleLine,
  newSaleLineSchema,
  newSaleSchema,
  SALE_LINES_MAX,
  saleNumberOf,
} from '../../../domain/sales/sale.ts';
import {
  cancelRefundsOf,
  paymentsAgree,
  TILL_PAYMENTS_MAX,
  type TillPayment,
  tillPaymentSchema,
} from '../../../domain/sales/sale-payment.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import type { MutationArgs } from '../../../sync/mutation/registry.ts';
import type { PlainFacts } from '../../mutate/plain-call.ts';
import type { RefusalDetail } from '../answers/refusal.ts';
import { noSuchReference } from '../calls/no-such-row.ts';
import { invalidInput } from '../request/read-json.ts';
import { optionalPriceInput, optionalSumInput, quantityInput, sumInput } from './decimal.ts';
import { methodOf, moneyMethodOf, newSaleStatus, NO_PAYMENT_BY_CREDIT } from './payment-method-of.ts';
import { optionalReferenceInput, referenceInput } from './reference.ts';
import { optionalText } from './text.ts';

const rules = newSaleSchema.entries;
const NO_LINES = 'Please add at least one item';
const NO_QUANTITY = 'Quantity must be a positive number';
const TOTAL_DIFFERS = 'The total does not match the items';
const PAYMENTS_DIFFER =
  'The payments must be the whole amount of a completed sale, and less than that of a pending one';

const lineInput = inputObject({
  itemId: referenceInput,
  quantity: quantityInput(
    v.pipe(
      v.number(NO_QUANTITY),
      v.safeInteger(NO_QUANTITY),
      v.minValue(1, NO_QUANTITY),
      v.maxValue(QUANTITY_HUNDREDTHS_MAX, 'Quantity is too large'),
    ),
  ),
  /** A blank price means the item's own price (R-SNEW-24). */
  unitPrice: v.optional(optionalPriceInput(v.nullable(newSaleLineSchema.entries.unitPriceMinor)), null),
  discountAmount: v.optional(
    v.pipe(
      optionalSumInput,
      v.check((minor) => (minor ?? 0) === 0, 'A line has no discount of its own'),
    ),
    null,
  ),
  totalAmount: v.optional(optionalSumInput, null),
});

/** A payment taken with the sale, by one of several methods or in part (R-CTR-30). Its amount is never computed. */
const tillPaymentInput = inputObject({
  amount: sumInput(tillPaymentSchema.entries.amountMinor),
  paymentMethodId: v.optional(optionalReferenceInput, null),
  paymentMethod: v.optional(optionalText(rules.paymentMethodName), null),
  transactionId: v.optional(optionalText(rules.transactionId), null),
});

/** The documents' sale (R-SNEW-31, R-SNEW-32), with the transaction id (C-049). Absent sums are computed. */
export const newSaleInputSchema = inputObject({
  customerId: v.optional(optionalReferenceInput, null),
  saleNumber: v.optional(rules.saleNumber),
  /** If absent, the sale is completed, but by Credit it is pending (C-048). */
  status: v.optional(v.picklist(['completed', 'pending'], 'A new sale is completed or pending')),
  items: lengthFirst(
    v.pipe(
      v.array(lineInput, NO_LINES),
      v.minLength(1, NO_LINES),
      v.maxLength(SALE_LINES_MAX, `A sale holds at most ${SALE_LINES_MAX} lines`),
    ),
  ),
  totalAmount: v.optional(optionalSumInput, null),
  discountAmount: v.optional(optionalSumInput, null),
  taxAmount: v.optional(optionalSumInput, null),
  finalAmount: v.optional(optionalSumInput, null),
  paymentMethodId: v.optional(optionalReferenceInput, null),
  paymentMethod: v.optional(optionalText(rules.paymentMethodName), null),
  transactionId: v.optional(optionalText(rules.transactionId), null),
  notes: v.optional(optionalText(rules.notes), null),
  /** If absent, a completed sale was paid in full by its own method. */
  payments: v.optional(
    lengthFirst(
      v.pipe(
        v.array(tillPaymentInput),
        v.minLength(1, 'Name at least one payment, or leave them out'),
        v.maxLength(TILL_PAYMENTS_MAX, `A sale is paid by at most ${TILL_PAYMENTS_MAX} payments at once`),
      ),
    ),
  ),
});
export type NewSaleInput = v.InferOutput<typeof newSaleInputSchema>;

/** A cancellation. The request's `notes` hold the reason, which the cancellation stores (R-SDET-36, C-050). */
export const saleCancelInputSchema = inputObject({
  status: v.literal('cancelled', 'A sale can only be cancelled'),
  notes: cancelReasonSchema,
  /** True if the money was handed back with the cancellation; otherwise it is still due. */
  moneyGivenBack: v.optional(v.boolean('moneyGivenBack is true or false'), false),
});

/** Returns the cancellation to record. If the money was given back, it has a refund for each method of payment. */
export async function saleCancelOf(
  input: v.InferOutput<typeof saleCancelInputSchema>,
  id: number,
  rows: MutationTx,
  ids: readonly number[],
): Promise<MutationArgs<'sale.cancel'>> {
  const sale = input.moneyGivenBack ? await rows.get('sale', id) : undefined;
  const left = ids.values();
  return {
    id,
    reason: input.notes,
    refunds: sale ? cancelRefundsOf(sale, () => left.next().value ?? 0) : [],
  };
}

/**
 * Returns the sale to record: with the present names and list prices, and with sums by the one rounding rule. A plain
 * call with other sums is refused (C-044); a device's sale is not, because it has happened.
 */
export async function newSaleOf(
  input: NewSaleInput,
  rows: MutationTx,
  ids: readonly number[],
  facts: PlainFacts,
): Promise<NewSale> {
  const business = await rows.get('business', facts.caller.businessId);
  const customer = input.customerId === null ? null : await rows.get('customer', input.customerId);
  if (customer === undefined) throw noSuchReference('customerId');
  const method = await methodOf(input, rows);
  if (customer === null && (input.status === 'pending' || isCredit(method.paymentMethodName)))
    throw invalidInput([{ path: 'customerId', message: 'Choose who will pay later' }]);
  const [saleId = 0, ...otherIds] = ids;
  const lines = await linesOf(input, rows, otherIds);
  const sums = sumsOf(input, lines);
  const payments = await paymentsOf(input.payments, rows, [saleId, ...otherIds.slice(lines.length)]);
  // A sale of 0 is paid, also by Credit: nobody could ever take a payment for it.
  const status = sums.finalMinor === 0 ? 'completed' : newSaleStatus(input.status, method.paymentMethodName);
  if (!paymentsAgree({ status, finalMinor: sums.finalMinor, ...(payments && { payments }) }))
    throw invalidInput([{ path: 'payments', message: PAYMENTS_DIFFER }]);
  const first = payments?.[0];
  return {
    id: saleId,
    saleNumber: input.saleNumber ?? saleNumberOf(facts.nowMs),
    status,
    customerId: customer?.id ?? null,
    customerName: customer?.name ?? null,
    lines,
    ...sums,
    currency: businessCurrency(business),
    ...(first ? methodNamed(first) : method),
    transactionId: first ? first.transactionId : input.transactionId,
    notes: input.notes,
    ...(payments && { payments }),
  };
}

const methodNamed = ({ paymentMethodId, paymentMethodName }: TillPayment) => ({ paymentMethodId, paymentMethodName });

/** Returns the payments to record. The first one has the sale's own id. */
async function paymentsOf(
  inputs: NewSaleInput['payments'],
  rows: MutationTx,
  ids: readonly number[],
): Promise<TillPayment[] | undefined> {
  if (inputs === undefined) return undefined;
  const payments: TillPayment[] = [];
  for (const [index, input] of inputs.entries())
    payments.push({
      id: ids[index] ?? 0,
      amountMinor: input.amount,
      ...(await moneyMethodOf(input, rows, { at: `payments.${index}.`, refusal: NO_PAYMENT_BY_CREDIT })),
      transactionId: input.transactionId,
    });
  return payments;
}

async function linesOf(input: NewSaleInput, rows: MutationTx, lineIds: readonly number[]): Promise<NewSaleLine[]> {
  const items = await rows.getMany(
    'item',
    input.items.map((line) => line.itemId),
  );
  const wrong: RefusalDetail[] = [];
  const lines = input.items.map((line, index): NewSaleLine => {
    const item = items[index];
    if (!item) throw noSuchReference(`items.${index}.itemId`);
    if (line.quantity < minSaleQuantityHundredths(item.unitOfMeasure))
      wrong.push({ path: `items.${index}.quantity`, message: 'Quantity must be at least 1' });
    const made = newLine(line, item, lineIds[index] ?? 0);
    if (line.totalAmount !== null && line.totalAmount !== made.totalMinor)
      wrong.push({ path: `items.${index}.totalAmount`, message: TOTAL_DIFFERS });
    return made;
  });
  if (wrong.length > 0) throw invalidInput(wrong);
  return lines;
}

function newLine(line: NewSaleInput['items'][number], item: Item, id: number): NewSaleLine {
  const unitPriceMinor = line.unitPrice ?? item.priceMinor;
  return {
    id,
    itemId: item.id,
    itemName: item.name,
    itemSku: item.sku,
    itemUnit: item.unitOfMeasure,
    quantityHundredths: line.quantity,
    unitPriceMinor,
    listPriceMinor: item.priceMinor,
    discountMinor: 0,
    totalMinor: lineTotalMinor(line.quantity, unitPriceMinor),
  };
}

function sumsOf(
  input: NewSaleInput,
  lines: readonly NewSaleLine[],
): Pick<NewSale, 'totalMinor' | 'discountMinor' | 'taxMinor' | 'finalMinor'> {
  // Not `sumMinor`: it asserts that the sum is a safe integer, but here a caller may have sent larger numbers.
  const totalMinor = lines.reduce((sum, line) => sum + line.totalMinor, 0);
  const [discountMinor, taxMinor] = [input.discountAmount ?? 0, input.taxAmount ?? 0];
  const finalMinor = totalMinor - discountMinor + taxMinor;
  if (!Number.isSafeInteger(totalMinor) || !Number.isSafeInteger(finalMinor))
    throw invalidInput([{ path: 'totalAmount', message: AMOUNT_TOO_LARGE }]);
  if (finalMinor < 0)
    throw invalidInput([{ path: 'discountAmount', message: 'The discount is larger than the total' }]);
  const wrong = [
    ...(input.totalAmount === null || input.totalAmount === totalMinor ? [] : ['totalAmount']),
    ...(input.finalAmount === null || input.finalAmount === finalMinor ? [] : ['finalAmount']),
  ];
  if (wrong.length > 0) throw invalidInput(wrong.map((path) => ({ path, message: TOTAL_DIFFERS })));
  return { totalMinor, discountMinor, taxMinor, finalMinor };
}
