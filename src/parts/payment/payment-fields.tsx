import '@mantine/core/styles/Switch.css';
import { NativeSelect, Stack, Switch } from '@mantine/core';
import { memo } from 'react';
import { type DraftPayment, METHOD_REMOVED, type TypedPayment } from './draft-payment.ts';
import { TransactionIdField } from './transaction-id-field.tsx';

/** The choice if this device knows no payment method (R-SNEW-18, C-052). */
const CASH_FALLBACK = { value: '', label: 'Cash (Fallback)' };

const NONE_CHOSEN = { value: '', label: 'Choose a payment method' };

export interface PaymentFieldsProps {
  payment: DraftPayment;
  transactionId: string;
  transactionIdError: string | null;
  /** Set if another sale has the ID. Accepts that one transfer paid for both. */
  onTransactionShared: (() => void) | null;
  change: (fields: Partial<TypedPayment>) => void;
}

/**
 * The fields for the payment: its method, and now or later (R-SNEW-07, R-SNEW-08, R-SNEW-17 to R-SNEW-20, C-048,
 * C-074).
 */
export const PaymentFields = memo(function PaymentFields(props: PaymentFieldsProps) {
  const { payment, transactionId, transactionIdError, onTransactionShared, change } = props;
  const choices = payment.methods.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Stack>
      <NativeSelect
        label="Payment method"
        data={choices.length === 0 ? [CASH_FALLBACK] : [...(payment.isMethodRemoved ? [NONE_CHOSEN] : []), ...choices]}
        error={payment.isMethodRemoved && METHOD_REMOVED}
        value={payment.chosen === null ? CASH_FALLBACK.value : String(payment.chosen.id)}
        onChange={(event) => change({ paymentMethodId: Number(event.currentTarget.value) || null })}
      />
      {payment.hasTransactionId && (
        <TransactionIdField
          value={transactionId}
          error={transactionIdError}
          onShared={onTransactionShared}
          onChange={(event) => change({ transactionId: event.currentTarget.value })}
        />
      )}
      <Switch
        label="Pay later"
        description={payment.isCredit ? 'Sold on credit: it stays unpaid until a payment is recorded' : undefined}
        checked={payment.status === 'pending'}
        disabled={payment.isCredit}
        onChange={(event) => change({ isPayLater: event.currentTarget.checked })}
      />
    </Stack>
  );
});
