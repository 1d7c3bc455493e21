import { TextInput, type TextInputProps } from '@mantine/core';

/** The name with which a form begins. */
export function NameField(props: TextInputProps) {
  return <TextInput label="Name" data-autofocus autoComplete="off" {...props} />;
}
