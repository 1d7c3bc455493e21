import { TextInput, type TextInputProps } from '@mantine/core';

/** A typed quantity. Text, so that what is no number stays there and gets its message. */
export function QuantityField(props: TextInputProps) {
  return <TextInput inputMode="decimal" autoComplete="off" maxLength={20} {...props} />;
}
