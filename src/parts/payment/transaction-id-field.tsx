import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { TRANSACTION_ID_CHARS_MAX } from '../../../domain/sales/sale-payment.ts';

export interface TransactionIdFieldProps extends TextInputProps {
  /** Set if another sale has the ID. Accepts that one transfer paid for both (X-TYPE-36), or for all. */
  onShared?: (() => void) | null;
  /** The number of sales that the form pays. */
  saleCount?: number;
}

/** The field for the payment company's ID of a payment, which a person copies from a message. */
export function TransactionIdField({ onShared = null, saleCount = 1, ...props }: TransactionIdFieldProps) {
  return (
    <div>
      <TextInput
        label="Transaction ID"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={TRANSACTION_ID_CHARS_MAX}
        {...props}
      />
      {onShared !== null && (
        <Button variant="subtle" onClick={onShared}>
          {saleCount === 1 ? 'One payment for both sales' : 'One payment for all these sales'}
        </Button>
      )}
    </div>
  );
}
