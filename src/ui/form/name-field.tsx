import { TextInput, type TextInputProps } from '@mantine/core';

/** The name, the first field of a form. */
export function NameField(props: TextInputProps) {
  return <TextInput label="Name" data-autofocus autoComplete="off" {...props} />;
}
