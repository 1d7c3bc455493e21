import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { CUSTOMER_NAME_CHARS_MAX, CUSTOMER_TEXT_CHARS_MAX } from '../../../domain/people/customer.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { NameField } from '../../ui/form/name-field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import type { CustomerFormValues } from './customer-form.ts';
import { PossibleDuplicateOfTyped } from './possible-duplicate.tsx';

export interface CustomerFieldsProps {
  form: UseFormReturnType<CustomerFormValues>;
  /** The customer's id; null for a new customer. */
  customerId: number | null;
}

/** The fields of a customer (R-CUST-14). */
export function CustomerFields({ form, customerId }: CustomerFieldsProps) {
  const { name, phone } = form.values;
  const text = { autoComplete: 'off', maxLength: CUSTOMER_TEXT_CHARS_MAX } as const;
  return (
    <Stack>
      <NameField maxLength={CUSTOMER_NAME_CHARS_MAX} {...form.getInputProps('name')} />
      <div>
        <TextField label="Phone" type="tel" {...text} {...form.getInputProps('phone')} />
        <PossibleDuplicateOfTyped table="customer" id={customerId} name={name} phone={phone} />
      </div>
      <TextField label="Address" {...text} {...form.getInputProps('address')} />
      <TextArea label="Notes" maxLength={CUSTOMER_TEXT_CHARS_MAX} {...form.getInputProps('notes')} />
    </Stack>
  );
}
