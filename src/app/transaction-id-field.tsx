import { TextInput, type TextInputProps } from '@mantine/core';
import { TRANSACTION_ID_CHARS_MAX } from '../../domain/sale-payment.ts';

/** What the payment company calls a payment, copied from its message. */
export function TransactionIdField(props: TextInputProps) {
  return (
    <TextInput
      label="Transaction ID"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={TRANSACTION_ID_CHARS_MAX}
      {...props}
    />
  );
}
