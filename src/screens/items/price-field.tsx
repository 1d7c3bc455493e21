import { TextInput, type TextInputProps } from '@mantine/core';
import { memo } from 'react';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

export interface PriceFieldProps extends TextInputProps {
  currency: string;
}

/** A price field with its currency, without step buttons (`amount-field.tsx` has them). */
export const PriceField = memo(function PriceField({ currency, ...props }: PriceFieldProps) {
  return (
    <TextInput
      leftSection={currency}
      leftSectionWidth={`${currency.length + 2}ch`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={NUMBER_CHARS_MAX}
      {...props}
    />
  );
});
