import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  PURCHASE_NOTES_CHARS_MAX,
  PURCHASE_PAYMENT_KEYS,
  PURCHASE_PAYMENT_STATUSES,
  PURCHASE_SHORT_TEXT_CHARS_MAX,
} from '../../../domain/items/purchase.ts';
import { PURCHASE_METHOD_WORDS, PURCHASE_PAYMENT_WORDS } from '../../parts/purchase-words.ts';
import { DateField } from '../../ui/form/date-field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import type { FieldErrors, TypedFields } from './typed-fields.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

export interface PurchaseFieldsProps {
  typed: TypedFields;
  currency: string;
  errors: FieldErrors;
  onChange: (part: Partial<TypedFields>) => void;
  /** A note on the invoice number. */
  invoiceNote: ReactNode;
}

/** The fields of payment, invoice and notes (R-PUR-25 to R-PUR-29, C-123). */
export function PurchaseFields({ typed, currency, errors, onChange, invoiceNote }: PurchaseFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Payment method"
        data={PURCHASE_PAYMENT_KEYS.map((value) => ({ value, label: PURCHASE_METHOD_WORDS[value] }))}
        value={typed.paymentMethod}
        onChange={(event) =>
          onChange({ paymentMethod: oneOf(PURCHASE_PAYMENT_KEYS, event.currentTarget.value, typed.paymentMethod) })
        }
      />
      <NativeSelect
        label="Payment status"
        data={PURCHASE_PAYMENT_STATUSES.map((value) => ({ value, label: PURCHASE_PAYMENT_WORDS[value] }))}
        value={typed.paymentStatus}
        onChange={(event) =>
          onChange({ paymentStatus: oneOf(PURCHASE_PAYMENT_STATUSES, event.currentTarget.value, typed.paymentStatus) })
        }
      />
      {typed.paymentStatus === 'partial' && (
        <TextInput
          label="Amount paid"
          description={`Optional, in ${currency}.`}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={NUMBER_CHARS_MAX}
          value={typed.amountPaid}
          error={errors['amountPaidMinor']}
          onChange={(event) => onChange({ amountPaid: event.currentTarget.value })}
        />
      )}
      <TextInput
        label="Invoice number"
        autoComplete="off"
        spellCheck={false}
        maxLength={PURCHASE_SHORT_TEXT_CHARS_MAX}
        value={typed.invoiceNumber}
        error={errors['invoiceNumber']}
        onChange={(event) => onChange({ invoiceNumber: event.currentTarget.value })}
      />
      {invoiceNote}
      <DateField
        label="Invoice date"
        value={typed.invoiceDate}
        error={errors['invoiceDate']}
        onChange={(invoiceDate) => onChange({ invoiceDate })}
      />
      <TextArea
        label="Notes"
        maxLength={PURCHASE_NOTES_CHARS_MAX}
        value={typed.notes}
        error={errors['notes']}
        onChange={(event) => onChange({ notes: event.currentTarget.value })}
      />
    </>
  );
}

/** Returns the chosen value with its type. The control offers only these values; any other changes nothing. */
const oneOf = <Value extends string>(values: readonly Value[], said: string, before: Value): Value =>
  values.find((value) => value === said) ?? before;
