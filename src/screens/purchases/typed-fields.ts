import * as v from 'valibot';
import { notHundredths } from '../../../domain/hundredths.ts';
import {
  type Purchase,
  purchaseFieldsSchema,
  type PurchasePaymentKey,
  type PurchasePaymentStatus,
} from '../../../domain/items/purchase.ts';
import { sumOf, typedAmount } from '../../parts/form/typed-number.ts';

/** The papers of a purchase and how it is paid, as they stand in a form. */
export interface TypedFields {
  invoiceNumber: string;
  /** 'YYYY-MM-DD', or blank. */
  invoiceDate: string;
  paymentMethod: PurchasePaymentKey;
  paymentStatus: PurchasePaymentStatus;
  /** Only for a partly paid purchase (C-123); text typed under another payment status is dropped. */
  amountPaid: string;
  notes: string;
}

export const EMPTY_FIELDS: TypedFields = {
  ...{ invoiceNumber: '', invoiceDate: '', notes: '' },
  // R-PUR-25, R-STK-27.
  ...{ paymentMethod: 'cash', paymentStatus: 'paid', amountPaid: '' },
};

/** Sentences by the name of the field, 'lines.0.itemId' among them. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>;
export const NO_ERRORS: FieldErrors = {};

export const typedFieldsOf = (purchase: Purchase): TypedFields => ({
  invoiceNumber: purchase.invoiceNumber ?? '',
  invoiceDate: purchase.invoiceDate ?? '',
  paymentMethod: purchase.paymentMethod,
  paymentStatus: purchase.paymentStatus,
  amountPaid: purchase.amountPaidMinor === null ? '' : typedAmount(purchase.amountPaidMinor),
  notes: purchase.notes ?? '',
});

export const valuesOfFields = (typed: TypedFields) => ({
  invoiceNumber: textOrNull(typed.invoiceNumber),
  invoiceDate: textOrNull(typed.invoiceDate),
  paymentMethod: typed.paymentMethod,
  paymentStatus: typed.paymentStatus,
  amountPaidMinor: typed.paymentStatus === 'partial' && typed.amountPaid.trim() !== '' ? sumOf(typed.amountPaid) : null,
  notes: textOrNull(typed.notes),
});

const NO_AMOUNT_PAID = 'Amount paid must be zero or more';

/**
 * The domain's rules with a person's sentences for the amount.
 * @param totalMinor what there is to pay at most; null while that is not known
 */
export const typedFieldsSchema = (totalMinor: number | null) =>
  v.object({
    ...purchaseFieldsSchema.entries,
    amountPaidMinor: v.nullable(
      v.pipe(
        v.number(NO_AMOUNT_PAID),
        v.safeInteger(notHundredths),
        v.minValue(0, NO_AMOUNT_PAID),
        v.check((amount) => totalMinor === null || amount <= totalMinor, 'More than the total of this purchase'),
      ),
    ),
  });

/** The first sentence of every field that breaks a rule. */
export function errorsOfIssues(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const [first, ...others] = issues;
  if (first === undefined) return NO_ERRORS;
  const { nested = {} } = v.flatten([first, ...others]);
  return Object.fromEntries(Object.entries(nested).flatMap(([path, found]) => (found ? [[path, found[0]]] : [])));
}

export const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
