import { TextInput, type TextInputProps } from '@mantine/core';
import { memo } from 'react';

/** The name, the first field of a form. */
export const NameField = memo(function NameField(props: TextInputProps) {
  return <TextInput label="Name" data-autofocus autoComplete="off" {...props} />;
});
