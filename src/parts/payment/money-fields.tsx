import { useMemo } from 'react';
import * as v from 'valibot';
import { choosablePaymentMethods, isCash, isCredit, type PaymentMethod } from '../../../domain/sales/payment-method.ts';
import { newSalePaymentSchema } from '../../../domain/sales/sale-payment.ts';
import { METHOD_REMOVED } from './draft-payment.ts';
import { TransactionIdField } from './transaction-id-field.tsx';
import { sumOf } from '../form/typed-number.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { ValidatedForm } from '../../ui/form/form.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

/** A typed payment or refund. The fields have the names of the mutation's arguments. */
export interface TypedMoney extends Record<string, unknown> {
  amountMinor: string;
  /** '' for no method, which counts as Cash (C-052). */
  paymentMethodId: string;
  transactionId: string;
}

/** Returns the id of the choice, or null for none. */
export const methodIdOf = (choice: string): number | null => Number(choice) || null;

/** Parses a typed amount of at most `mostMinor`; a larger one is an error with a message of its own. */
export const typedMoneySchema = (mostMinor: number, tooMuch: string) =>
  v.pipe(
    v.custom<TypedMoney>((input) => typeof input === 'object' && input !== null),
    v.transform(({ amountMinor, paymentMethodId, transactionId }) => ({
      amountMinor: sumOf(amountMinor),
      paymentMethodId: methodIdOf(paymentMethodId),
      transactionId: transactionId.trim() === '' ? null : transactionId,
    })),
    v.object({
      amountMinor: v.pipe(newSalePaymentSchema.entries.amountMinor, v.maxValue(mostMinor, tooMuch)),
      paymentMethodId: newSalePaymentSchema.entries.paymentMethodId,
      transactionId: newSalePaymentSchema.entries.transactionId,
    }),
  );

/** Returns the methods by which money is paid now: all but credit. */
export const moneyMethods = (methods: readonly PaymentMethod[], defaultId: number | null): PaymentMethod[] =>
  choosablePaymentMethods(methods, defaultId).filter(({ name }) => !isCredit(name));

/**
 * Returns the method that the form shows as chosen: the first one until one is chosen, null for Cash if the device knows
 * none, undefined if the chosen one was removed meanwhile.
 */
export const chosenMethod = (methods: readonly PaymentMethod[], id: number | null): PaymentMethod | null | undefined =>
  id === null ? (methods[0] ?? null) : methods.find((method) => method.id === id);

export interface MoneyFieldsProps {
  form: ValidatedForm<TypedMoney>['form'];
  methods: readonly PaymentMethod[];
  currency: string;
  /** Says what the typed amount pays; '' for nothing. It changes while somebody types. */
  amountPays?: string | undefined;
  /** Error of the transaction ID, found while typing. */
  transactionIdError?: string | null;
  /** Set if another sale has the ID. Accepts that one transfer paid for both. */
  onTransactionShared?: (() => void) | null;
  /** The number of sales that are paid. */
  saleCount?: number;
}

/** Fields for amount and method, and for the transaction ID if the method is not Cash (C-049). */
export function MoneyFields({ form, methods, currency, amountPays, ...transaction }: MoneyFieldsProps) {
  const { transactionIdError = null, onTransactionShared = null, saleCount = 1 } = transaction;
  const { paymentMethodId } = form.values;
  const chosen = chosenMethod(methods, methodIdOf(paymentMethodId));
  // The same element as long as it says the same, so that a key in another field does not render this one (X-TYPE-53).
  const description = useMemo(
    () => (
      <>
        In {currency}.{' '}
        <span aria-live="polite" className="k-breakable">
          {amountPays}
        </span>
      </>
    ),
    [currency, amountPays],
  );
  return (
    <>
      <TextField
        label="Amount"
        description={amountPays === undefined ? `In ${currency}.` : description}
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={NUMBER_CHARS_MAX}
        {...form.getInputProps('amountMinor')}
      />
      <SelectField
        label="Payment method"
        data={[
          ...(chosen === undefined ? [{ value: paymentMethodId, label: 'Choose a payment method' }] : []),
          ...(methods.length === 0 ? [{ value: '', label: 'Cash' }] : []),
          ...methods.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('paymentMethodId')}
        error={form.errors['paymentMethodId'] ?? (chosen === undefined && METHOD_REMOVED)}
        onChange={(event) => {
          form.setFieldValue('paymentMethodId', event.currentTarget.value);
          // The error belonged to the previous method.
          form.clearFieldError('transactionId');
        }}
      />
      {(chosen === undefined || !isCash(chosen?.name ?? null)) && (
        <TransactionIdField
          {...form.getInputProps('transactionId')}
          error={form.errors['transactionId'] ?? transactionIdError}
          onShared={onTransactionShared}
          saleCount={saleCount}
        />
      )}
    </>
  );
}

/**
 * Returns method and transaction ID for the mutation; null if the chosen method was removed meanwhile. An ID typed for
 * another method is dropped.
 */
export function methodArgs(
  methods: readonly PaymentMethod[],
  { paymentMethodId, transactionId }: { paymentMethodId: number | null; transactionId: string | null },
) {
  const chosen = chosenMethod(methods, paymentMethodId);
  if (chosen === undefined) return null;
  return {
    paymentMethodId: chosen?.id ?? null,
    paymentMethodName: chosen?.name ?? null,
    transactionId: isCash(chosen?.name ?? null) ? null : transactionId,
  };
}
