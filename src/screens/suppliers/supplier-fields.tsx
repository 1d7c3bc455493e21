import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { EMAIL_CHARS_MAX } from '../../../domain/text/email.ts';
import { SUPPLIER_NAME_CHARS_MAX, SUPPLIER_TEXT_CHARS_MAX } from '../../../domain/people/supplier.ts';
import { PossibleDuplicateOfTyped } from '../../parts/customer/possible-duplicate.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { NameField } from '../../ui/form/name-field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import type { SupplierFormValues } from './supplier-form.ts';

export interface SupplierFieldsProps {
  form: UseFormReturnType<SupplierFormValues>;
  /** The supplier's id; null for a new supplier. */
  supplierId: number | null;
}

/** The fields of a supplier (R-SUPP-05). */
export function SupplierFields({ form, supplierId }: SupplierFieldsProps) {
  const { name, phone } = form.values;
  return (
    <Stack>
      <NameField maxLength={SUPPLIER_NAME_CHARS_MAX} {...form.getInputProps('name')} />
      <div>
        <TextField
          label="Phone"
          type="tel"
          autoComplete="off"
          maxLength={SUPPLIER_TEXT_CHARS_MAX}
          {...form.getInputProps('phone')}
        />
        <PossibleDuplicateOfTyped table="supplier" id={supplierId} name={name} phone={phone} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={EMAIL_CHARS_MAX}
        {...form.getInputProps('email')}
      />
      <TextField
        label="Address"
        autoComplete="off"
        maxLength={SUPPLIER_TEXT_CHARS_MAX}
        {...form.getInputProps('address')}
      />
      <TextArea label="Notes" maxLength={SUPPLIER_TEXT_CHARS_MAX} {...form.getInputProps('notes')} />
    </Stack>
  );
}
