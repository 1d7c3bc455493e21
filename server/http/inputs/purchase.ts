import * as v from 'valibot';
import { businessCurrency } from '../../../domain/business.ts';
import { inputObject } from '../../../domain/input-object.ts';
import { lengthFirst } from '../../../domain/length-first.ts';
import { AMOUNT_TOO_LARGE, lineTotalMinor } from '../../../domain/money.ts';
import {
  type NewPurchase,
  type Purchase,
  newPurchaseLineSchema,
  NO_LINES,
  PURCHASE_PAYMENT_KEYS,
  PURCHASE_PAYMENT_STATUSES,
  PURCHASE_STATUSES,
  purchaseAttachmentSchema,
  PURCHASE_LINES_MAX,
  purchaseFieldsSchema,
} from '../../../domain/items/purchase.ts';
import { type Supplier, supplierFieldsSchema } from '../../../domain/people/supplier.ts';
import type { MutationTx } from '../../../sync/mutation/mutation.ts';
import type { PlainFacts } from '../../mutate/plain-call.ts';
import type { purchaseWithSupplier } from '../../mutate/purchase-with-supplier.ts';
import { noSuchReference } from '../calls/no-such-row.ts';
import { invalidInput } from '../request/read-json.ts';
import { dayOfInput, instantOfInput, optionalDayInput, timeInput } from './day.ts';
import { optionalSumInput, priceInput, quantityInput } from './decimal.ts';
import { optionalReferenceInput, referenceInput } from './reference.ts';
import { optionalText } from './text.ts';

const fields = purchaseFieldsSchema.entries;
const line = newPurchaseLineSchema.entries;
const supplier = supplierFieldsSchema.entries;
/** Returns a schema that accepts a stored key, or the word that the documents' forms show for it (C-121). */
const keyOrWord = <const Key extends string>(
  keys: readonly Key[],
  words: Readonly<Record<Key, string>>,
  sentence: string,
) =>
  v.pipe(
    v.picklist([...keys, ...keys.map((key) => words[key])], sentence),
    v.transform((given) => keys.find((key) => key === given || words[key] === given) ?? given),
    v.picklist(keys, sentence),
  );

const status = keyOrWord(
  PURCHASE_STATUSES,
  { completed: 'Completed', pending: 'Pending', cancelled: 'Cancelled' },
  'Choose a status',
);
const paymentMethod = keyOrWord(
  PURCHASE_PAYMENT_KEYS,
  { cash: 'Cash', mobileMoney: 'Mobile Money', bankTransfer: 'Bank Transfer', credit: 'Credit', other: 'Other' },
  'Choose how it is paid',
);
const paymentStatus = keyOrWord(
  PURCHASE_PAYMENT_STATUSES,
  { paid: 'Paid', pending: 'Pending', partial: 'Partial' },
  'Choose whether it is paid',
);
const TOTAL_DIFFERS = 'The total does not match the items';
const NOTHING_PAID = 'Only of a partly paid purchase an amount is paid';
const PAID_TOO_MUCH = 'More than the total of this purchase';
const NO_DATE = 'purchaseDate must be a time';

const lineInput = inputObject({
  itemId: referenceInput,
  quantity: quantityInput(line.quantityHundredths),
  unitCost: priceInput(line.unitCostMinor),
  totalCost: v.optional(optionalSumInput, null),
  batchNumber: v.optional(optionalText(line.batchNumber), null),
  expiryDate: v.optional(optionalDayInput, null),
  notes: v.optional(optionalText(line.notes), null),
});

/** A purchase under both of the documents' spellings (C-119). If both are sent, the entity's spelling wins. */
export const newPurchaseInputSchema = inputObject({
  supplierId: v.optional(optionalReferenceInput, null),
  supplierName: v.optional(optionalText(v.nullable(supplier.name)), null),
  supplierPhone: v.optional(optionalText(supplier.phone), null),
  supplierEmail: v.optional(optionalText(supplier.email), null),
  supplierNotes: v.optional(optionalText(supplier.notes), null),
  purchaseDate: v.optional(v.nullable(timeInput(NO_DATE), null), null),
  status: v.optional(status),
  purchaseStatus: v.optional(status, 'completed'),
  paymentMethod: v.optional(paymentMethod, 'cash'),
  paymentStatus: v.optional(paymentStatus, 'paid'),
  amountPaid: v.optional(optionalSumInput, null),
  invoiceNumber: v.optional(optionalText(fields.invoiceNumber), null),
  invoiceDate: v.optional(optionalDayInput, null),
  notes: v.optional(optionalText(fields.notes), null),
  purchaseNotes: v.optional(optionalText(fields.notes), null),
  attachmentUrl: v.optional(optionalText(purchaseAttachmentSchema), null),
  totalAmount: v.optional(optionalSumInput, null),
  purchaseAmount: v.optional(optionalSumInput, null),
  items: lengthFirst(
    v.pipe(
      v.array(lineInput, NO_LINES),
      v.minLength(1, NO_LINES),
      v.maxLength(PURCHASE_LINES_MAX, `A purchase holds at most ${PURCHASE_LINES_MAX} lines`),
    ),
  ),
});
type NewPurchaseInput = v.InferOutput<typeof newPurchaseInputSchema>;

/**
 * Returns the purchase to record: with the present names, and with sums by the one rounding rule. Other sums are
 * refused, as in a sale. If only a supplier's name is sent, the supplier of that name is used, or created (C-119).
 */
export async function newPurchaseOf(
  input: NewPurchaseInput,
  rows: MutationTx,
  [supplierId = 0, ...ids]: readonly number[],
  facts: PlainFacts,
): Promise<v.InferOutput<(typeof purchaseWithSupplier)['schema']>> {
  const known = await knownSupplier(input, rows);
  const newSupplier = known === null ? newSupplierOf(input, supplierId) : null;
  const of = known ?? newSupplier;
  if (!of) throw invalidInput([{ path: 'supplierId', message: 'Please select a supplier' }]);
  return { purchase: await purchaseOf(input, rows, of, ids, facts), newSupplier };
}

async function knownSupplier(input: NewPurchaseInput, rows: MutationTx): Promise<Supplier | null> {
  if (input.supplierId === null) {
    const namesakes = input.supplierName === null ? [] : await rows.suppliersNamed(input.supplierName);
    return namesakes.find(({ aliasOfId }) => aliasOfId === null) ?? null;
  }
  const named = await rows.get('supplier', input.supplierId);
  if (!named) throw noSuchReference('supplierId');
  return named;
}

const newSupplierOf = (input: NewPurchaseInput, id: number) =>
  input.supplierName === null
    ? null
    : {
        ...{ id, name: input.supplierName, phone: input.supplierPhone, email: input.supplierEmail },
        ...{ address: null, notes: input.supplierNotes },
      };

async function purchaseOf(
  input: NewPurchaseInput,
  rows: MutationTx,
  of: Pick<Supplier, 'id' | 'name'>,
  [id = 0, ...lineIds]: readonly number[],
  { caller, nowMs }: PlainFacts,
): Promise<NewPurchase> {
  const business = await rows.get('business', caller.businessId);
  const zone = business?.timeZone ?? 'UTC';
  const lines = await linesOf(input, rows, lineIds, zone);
  const totalMinor = lines.reduce((sum, each) => sum + each.totalCostMinor, 0);
  if (!Number.isSafeInteger(totalMinor)) throw invalidInput([{ path: 'totalAmount', message: AMOUNT_TOO_LARGE }]);
  if ((input.totalAmount ?? input.purchaseAmount ?? totalMinor) !== totalMinor)
    throw invalidInput([{ path: 'totalAmount', message: TOTAL_DIFFERS }]);
  return {
    id,
    supplierId: of.id,
    supplierName: of.name,
    purchaseDateMs: input.purchaseDate === null ? nowMs : instantOfInput(input.purchaseDate, zone),
    status: input.status ?? input.purchaseStatus,
    lines,
    totalMinor,
    currency: businessCurrency(business),
    invoiceNumber: input.invoiceNumber,
    invoiceDate: input.invoiceDate && dayOfInput(input.invoiceDate, zone),
    paymentMethod: input.paymentMethod,
    paymentStatus: input.paymentStatus,
    amountPaidMinor: paidInPart(input.paymentStatus, input.amountPaid, totalMinor),
    notes: input.notes ?? input.purchaseNotes,
    attachmentUrl: input.attachmentUrl,
  };
}

/**
 * Returns the amount that is paid of a partly paid purchase (C-123); null for another. Throws if the amount is more than
 * the total, or if it is said of a purchase that is not paid at all.
 */
function paidInPart(paid: Purchase['paymentStatus'], paidMinor: number | null, totalMinor: number): number | null {
  if (paid === 'pending' && (paidMinor ?? 0) > 0) throw invalidInput([{ path: 'amountPaid', message: NOTHING_PAID }]);
  if (paid !== 'partial' || paidMinor === null) return null;
  if (paidMinor > totalMinor) throw invalidInput([{ path: 'amountPaid', message: PAID_TOO_MUCH }]);
  return paidMinor;
}

async function linesOf(
  input: NewPurchaseInput,
  rows: MutationTx,
  lineIds: readonly number[],
  zone: string,
): Promise<NewPurchase['lines']> {
  const items = await rows.getMany(
    'item',
    input.items.map((each) => each.itemId),
  );
  return input.items.map((each, index) => {
    const item = items[index];
    if (!item) throw noSuchReference(`items.${index}.itemId`);
    const totalCostMinor = lineTotalMinor(each.quantity, each.unitCost);
    if (each.totalCost !== null && each.totalCost !== totalCostMinor)
      throw invalidInput([{ path: `items.${index}.totalCost`, message: TOTAL_DIFFERS }]);
    const { quantity, unitCost, totalCost: _total, expiryDate, ...rest } = each;
    return {
      ...rest,
      id: lineIds[index] ?? 0,
      itemName: item.name,
      quantityHundredths: quantity,
      unitCostMinor: unitCost,
      totalCostMinor,
      expiryDate: expiryDate && dayOfInput(expiryDate, zone),
    };
  });
}

/** A change of a purchase: its status and the fields that may be edited (C-122). */
export const purchaseChangeInputSchema = inputObject({
  status: v.optional(
    keyOrWord(
      ['completed', 'cancelled'],
      { completed: 'Completed', cancelled: 'Cancelled' },
      'A purchase can be received or cancelled',
    ),
  ),
  paymentMethod: v.optional(paymentMethod),
  paymentStatus: v.optional(paymentStatus),
  amountPaid: v.optional(optionalSumInput),
  invoiceNumber: v.optional(optionalText(fields.invoiceNumber)),
  invoiceDate: v.optional(optionalDayInput),
  notes: v.optional(optionalText(fields.notes)),
  attachmentUrl: v.optional(optionalText(purchaseAttachmentSchema)),
});

/** Returns the fields that were sent, under the names of the row. Days are days of the shop's zone. */
export function purchaseChangeOf(
  { status: _status, amountPaid, invoiceDate, ...named }: v.InferOutput<typeof purchaseChangeInputSchema>,
  zone: string,
  before: Pick<Purchase, 'paymentStatus' | 'amountPaidMinor' | 'totalMinor'>,
): Record<string, unknown> {
  const isOfMoney = amountPaid !== undefined || named.paymentStatus !== undefined;
  const becomes = named.paymentStatus ?? before.paymentStatus;
  const kept = becomes === 'partial' ? before.amountPaidMinor : null;
  const paidMinor = amountPaid === undefined ? kept : amountPaid;
  const paid = isOfMoney ? paidInPart(becomes, paidMinor, before.totalMinor) : undefined;
  const all = { ...named, amountPaidMinor: paid, invoiceDate: invoiceDate && dayOfInput(invoiceDate, zone) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
