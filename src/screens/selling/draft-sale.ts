import { readDiscountMinor } from '../../../domain/sales/discount.ts';
import type { Item } from '../../../domain/items/item.ts';
import { AMOUNT_TOO_LARGE } from '../../../domain/money.ts';
import { type NewSale, type NewSaleLine, saleNumberOf } from '../../../domain/sales/sale.ts';
import type { ArgumentTools } from '../../../sync/replica/run-mutation.ts';
import { type DraftPayment, METHOD_REMOVED } from '../../parts/payment/draft-payment.ts';
import { dueMinor, readPaidNow, tillPaymentsOf } from './draft-payments.ts';
import { isBlankLine, type SaleDraft } from './sale-draft.ts';
import {
  draftTotals,
  isUncounted,
  itemOf,
  lineFigures,
  quantityProblem,
  readChange,
  readLinePrice,
} from './sale-figures.ts';

/** Error messages by field. Empty if the sale can be saved. */
export interface DraftErrors {
  itemByLine: ReadonlyMap<number, string>;
  quantityByLine: ReadonlyMap<number, string>;
  priceByLine: ReadonlyMap<number, string>;
  discount: string | null;
  customer: string | null;
  method: string | null;
  transactionId: string | null;
  received: string | null;
  /** Error of the parts paid by other methods. */
  parts: string | null;
  paidNow: string | null;
  total: string | null;
}

const NO_LINE_ERRORS = { itemByLine: new Map(), quantityByLine: new Map(), priceByLine: new Map() };
export const NO_ERRORS: DraftErrors = {
  ...NO_LINE_ERRORS,
  ...{ discount: null, customer: null, method: null, transactionId: null, received: null, parts: null },
  ...{ paidNow: null, total: null },
};

export const hasErrors = ({ itemByLine, quantityByLine, priceByLine, ...others }: DraftErrors): boolean =>
  [itemByLine, quantityByLine, priceByLine].some((byLine) => byLine.size > 0) ||
  Object.values(others).some((sentence) => sentence !== null);

/** Facts for the checks, besides the draft. */
export interface DraftFacts {
  itemsById: ReadonlyMap<number, Item>;
  payment: DraftPayment;
  currency: string;
  /** Error of the draft's transaction ID. */
  duplicateTransaction: string | null;
}

/** Errors that must be corrected before the sale can be saved (C-048, C-049, C-057, C-067). */
export function errorsOf(
  draft: SaleDraft,
  { itemsById, payment, currency, duplicateTransaction }: DraftFacts,
): DraftErrors {
  const totals = draftTotals(draft, itemsById, currency);
  const discount = readDiscountMinor(draft.discountText, draft.discountKind, {
    totalMinor: totals?.totalMinor ?? 0,
    currency,
  });
  const due = dueMinor(draft, totals?.finalMinor ?? 0);
  const change = readChange(draft.receivedText, due);
  const paidNow = readPaidNow(draft, due);
  return {
    ...lineErrors(draft, itemsById),
    discount: discount.ok || totals === null ? null : discount.error,
    customer: payment.status === 'pending' && draft.customer === null ? 'Choose who will pay later' : null,
    method: payment.isMethodRemoved ? METHOD_REMOVED : null,
    transactionId: duplicateTransaction,
    // Without a known sum no payment can be called too small or too large.
    received: payment.takesCash && totals !== null ? receivedError(change) : null,
    parts: totals === null ? null : partsError(draft, payment, due),
    paidNow: payment.status === 'pending' && totals !== null && !paidNow.ok ? paidNow.error : null,
    total: totalError(draft, itemsById, totals),
  };
}

/** Errors shown before saving is tried: amounts that are too large, because the total waits for them (R-SLIST-50). */
export function errorsAtOnce(
  draft: SaleDraft,
  { itemsById, currency }: Pick<DraftFacts, 'itemsById' | 'currency'>,
): DraftErrors {
  const totals = draftTotals(draft, itemsById, currency);
  if (totals !== null) return NO_ERRORS;
  const { quantityByLine, priceByLine } = lineErrors(draft, itemsById);
  return {
    ...NO_ERRORS,
    quantityByLine,
    priceByLine: new Map([...priceByLine].filter(([, sentence]) => sentence === AMOUNT_TOO_LARGE)),
    total: totalError(draft, itemsById, totals),
  };
}

/** Returns the error of the sum itself. A line that cannot be counted has its own error. */
const totalError = (draft: SaleDraft, itemsById: ReadonlyMap<number, Item>, totals: object | null): string | null =>
  totals === null && !draft.lines.some((line) => isUncounted(line, itemOf(line, itemsById))) ? AMOUNT_TOO_LARGE : null;

/** Returns an error if the parts pay more than the total, or pay all of it although 'Pay later' is on. */
function partsError({ parts }: SaleDraft, { status }: DraftPayment, due: number): string | null {
  if (parts.length === 0 || due > 0) return null;
  if (due < 0) return 'This is more than the total. Remove a payment.';
  return status === 'pending' ? 'All of it is paid. Turn off Pay later.' : null;
}

/** Returns an error if too little cash was received: the sale would be recorded as paid in full. */
function receivedError(change: ReturnType<typeof readChange>): string | null {
  if (!change.ok) return change.error;
  return change.value !== null && change.value < 0
    ? 'This is less than the total. If they owe the rest, turn on Pay later, and record what they paid in the sale.'
    : null;
}

function lineErrors(
  draft: SaleDraft,
  itemsById: ReadonlyMap<number, Item>,
): Pick<DraftErrors, 'itemByLine' | 'quantityByLine' | 'priceByLine'> {
  const itemByLine = new Map<number, string>();
  const quantityByLine = new Map<number, string>();
  const priceByLine = new Map<number, string>();
  for (const line of draft.lines) {
    const item = itemOf(line, itemsById);
    const price = readLinePrice(line.priceText);
    if (!price.ok) priceByLine.set(line.key, price.error);
    const problem = quantityProblem(line, item?.unitOfMeasure ?? null);
    if (problem !== null) quantityByLine.set(line.key, problem);
    // A price without an item is a slip, not an empty line: dropping it would drop money.
    if (item === undefined && !isBlankLine(line)) itemByLine.set(line.key, 'Choose an item or remove this line');
  }
  const [first] = draft.lines;
  if (first && draft.lines.every(isBlankLine)) itemByLine.set(first.key, 'Please add at least one item');
  return { itemByLine, quantityByLine, priceByLine };
}

/**
 * Returns the sale to save, with exactly the figures on the screen (R-SNEW-27 … R-SNEW-32). Only for drafts without
 * errors.
 */
export function newSaleOf(
  draft: SaleDraft,
  shop: { itemsById: ReadonlyMap<number, Item>; payment: DraftPayment; currency: string },
  tools: Pick<ArgumentTools, 'mintId' | 'nextStampMs'>,
): NewSale {
  const lines = draft.lines.flatMap((line): NewSaleLine[] => {
    const item = itemOf(line, shop.itemsById);
    const figures = lineFigures(line, item);
    if (item === undefined || figures === null) return [];
    const named = {
      itemId: item.id,
      itemName: line.nameText?.trim() || item.name,
      itemSku: item.sku,
      itemUnit: item.unitOfMeasure,
    };
    return [{ id: tools.mintId(), ...named, listPriceMinor: item.priceMinor, ...figures, discountMinor: 0 }];
  });
  const { totalMinor, discountMinor, finalMinor } = draftTotals(draft, shop.itemsById, shop.currency) ?? NO_TOTALS;
  const { payment } = shop;
  const id = tools.mintId();
  const payments = finalMinor === 0 ? undefined : tillPaymentsOf(draft, payment, finalMinor, { ...tools, saleId: id });
  const own = payments?.[0] ?? {
    paymentMethodId: payment.chosen?.id ?? null,
    paymentMethodName: payment.chosen?.name ?? null,
    transactionId: payment.hasTransactionId ? textOrNull(draft.transactionId) : null,
  };
  return {
    id,
    saleNumber: saleNumberOf(tools.nextStampMs()),
    // A sale of 0 counts as paid: nobody could ever take a payment for it.
    status: finalMinor === 0 ? 'completed' : payment.status,
    customerId: draft.customer?.id ?? null,
    customerName: draft.customer?.name ?? null,
    lines,
    totalMinor,
    discountMinor,
    taxMinor: 0,
    finalMinor,
    currency: shop.currency,
    paymentMethodId: own.paymentMethodId,
    paymentMethodName: own.paymentMethodName,
    transactionId: own.transactionId,
    notes: textOrNull(draft.notes),
    ...(payments && { payments }),
  };
}

const NO_TOTALS = { totalMinor: 0, discountMinor: 0, finalMinor: 0 };

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
