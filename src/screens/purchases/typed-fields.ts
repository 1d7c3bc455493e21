import * as v from 'valibot';
import { notHundredths } from '../../../domain/hundredths.ts';
import {
  type Purchase,
  purchaseFieldsSchema,
  type PurchasePaymentKey,
  type PurchasePaymentStatus,
} from '../../../domain/items/purchase.ts';
import { isPlausibleDay } from '../../../domain/time.ts';
import { sumOf, typedAmount } from '../../parts/form/typed-number.ts';

/** The fields of payment, invoice and notes, as typed in a form. */
export interface TypedFields {
  invoiceNumber: string;
  /** 'YYYY-MM-DD', blank, or `INCOMPLETE_DATE` while it is typed. */
  invoiceDate: string;
  paymentMethod: PurchasePaymentKey;
  paymentStatus: PurchasePaymentStatus;
  /** Only for a partly paid purchase (C-123); text typed under another payment status is dropped. */
  amountPaid: string;
  notes: string;
}

export const EMPTY_FIELDS: TypedFields = {
  ...{ invoiceNumber: '', invoiceDate: '', notes: '' },
  // A new purchase begins as paid in cash (R-PUR-25, R-STK-27).
  ...{ paymentMethod: 'cash', paymentStatus: 'paid', amountPaid: '' },
};

/** Error messages by the field's path, such as 'lines.0.itemId'. */
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

/**
 * Returns the rule of a date field.
 * @param before what an edit began with: older builds have stored days that nobody can mean, and it may stay
 */
export const typedDay = (before: string | null = null) =>
  v.nullable(
    v.pipe(
      v.string(),
      v.check((day) => day === before || isPlausibleDay(day), 'Enter a date'),
    ),
  );

const NO_AMOUNT_PAID = 'Amount paid must be zero or more';

/**
 * Returns the domain's rules with plain messages for the amount.
 * @param totalMinor the most that can be paid; null while it is not known
 * @param invoiceDate what an edit began with
 */
export const typedFieldsSchema = (totalMinor: number | null, invoiceDate: string | null = null) =>
  v.object({
    ...purchaseFieldsSchema.entries,
    invoiceDate: typedDay(invoiceDate),
    amountPaidMinor: v.nullable(
      v.pipe(
        v.number(NO_AMOUNT_PAID),
        v.safeInteger(notHundredths),
        v.minValue(0, NO_AMOUNT_PAID),
        v.check((amount) => totalMinor === null || amount <= totalMinor, 'More than the total of this purchase'),
      ),
    ),
  });

/** Returns the first message of each field that breaks a rule. */
export function errorsOfIssues(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const [first, ...others] = issues;
  if (first === undefined) return NO_ERRORS;
  const { nested = {} } = v.flatten([first, ...others]);
  return Object.fromEntries(Object.entries(nested).flatMap(([path, found]) => (found ? [[path, found[0]]] : [])));
}

export const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
