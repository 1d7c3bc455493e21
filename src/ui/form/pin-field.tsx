import { TextInput, type TextInputProps } from '@mantine/core';

/** Digits that nobody looking over the shoulder should read. No length limit: too many digits get their message. */
export function PinField({ autoComplete = 'new-password', ...props }: TextInputProps) {
  return <TextInput type="password" inputMode="numeric" autoComplete={autoComplete} maxLength={20} {...props} />;
}
