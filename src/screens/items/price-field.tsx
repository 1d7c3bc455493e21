import { TextInput, type TextInputProps } from '@mantine/core';

export interface PriceFieldProps extends TextInputProps {
  currency: string;
}

/** A typed price behind its currency, without steps (`amount-field.tsx` has them). */
export function PriceField({ currency, ...props }: PriceFieldProps) {
  return (
    <TextInput
      leftSection={currency}
      leftSectionWidth={`${currency.length + 2}ch`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      {...props}
    />
  );
}
