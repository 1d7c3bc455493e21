import { TextInput, type TextInputProps } from '@mantine/core';
import { memo } from 'react';

/** Digits that are hidden as they are typed. The field has no length limit, so that too many digits get a message. */
export const PinField = memo(function PinField({ autoComplete = 'new-password', ...props }: TextInputProps) {
  return <TextInput type="password" inputMode="numeric" autoComplete={autoComplete} maxLength={20} {...props} />;
});
