import { TextInput, type TextInputProps } from '@mantine/core';
import { memo } from 'react';
import { NUMBER_CHARS_MAX } from './number-chars.ts';

/** A quantity field. Its value is text, so that an invalid number stays as typed and gets a message. */
export const QuantityField = memo(function QuantityField(props: TextInputProps) {
  return <TextInput inputMode="decimal" autoComplete="off" maxLength={NUMBER_CHARS_MAX} {...props} />;
});
