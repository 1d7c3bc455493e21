import { Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EMAIL_CHARS_MAX } from '../../../domain/email.ts';
import { PHONE_CHARS_MAX } from '../../../domain/phone.ts';
import { SUPPLIER_NAME_CHARS_MAX, SUPPLIER_TEXT_CHARS_MAX } from '../../../domain/supplier.ts';
import { TextArea } from '../../ui/text-area.tsx';
import type { SupplierFormValues } from './supplier-form.ts';

/** R-SUPP-05. */
export function SupplierFields({ form }: { form: UseFormReturnType<SupplierFormValues> }) {
  return (
    <Stack>
      <TextInput
        label="Name"
        data-autofocus
        autoComplete="off"
        maxLength={SUPPLIER_NAME_CHARS_MAX}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Phone"
        type="tel"
        autoComplete="off"
        maxLength={PHONE_CHARS_MAX}
        {...form.getInputProps('phone')}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={EMAIL_CHARS_MAX}
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Address"
        autoComplete="off"
        maxLength={SUPPLIER_TEXT_CHARS_MAX}
        {...form.getInputProps('address')}
      />
      <TextArea label="Notes" maxLength={SUPPLIER_TEXT_CHARS_MAX} {...form.getInputProps('notes')} />
    </Stack>
  );
}
