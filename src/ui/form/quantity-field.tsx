import { TextInput, type TextInputProps } from '@mantine/core';
import { NUMBER_CHARS_MAX } from './number-chars.ts';

/** A typed quantity. Text, so that what is no number stays there and gets its message. */
export function QuantityField(props: TextInputProps) {
  return <TextInput inputMode="decimal" autoComplete="off" maxLength={NUMBER_CHARS_MAX} {...props} />;
}
