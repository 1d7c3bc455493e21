import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import * as v from 'valibot';
import { CUSTOMER_NAME_CHARS_MAX, customerFieldsSchema } from '../../../domain/customer.ts';
import { saved } from '../../app/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';

export interface NewCustomerDialogProps {
  /** What was typed while looking for them. */
  typedName: string;
  onCreated: (customer: { id: number; name: string }) => void;
  onClose: () => void;
}

const fieldsSchema = v.pick(customerFieldsSchema, ['name', 'phone']);

/** A customer made while selling, with no signal too (M20): selectable at once. */
export function NewCustomerDialog({ typedName, onCreated, onClose }: NewCustomerDialogProps) {
  const { run } = useReplica();
  const saving = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: { name: typedName, phone: '' },
    schema: fieldsSchema,
    onSubmit: ({ name, phone }) =>
      saving.start(async () => {
        const result = await saved(
          run('customer.create', ({ mintId }) => ({
            id: mintId(),
            name,
            phone: phone || null,
            address: null,
            notes: null,
          })),
        );
        if (!result.ok) {
          showErrors(result.issues);
          return showFailure('Failed to create customer. Please try again.', result.reason);
        }
        showSuccess('Customer created', 'The customer has been created successfully.');
        onCreated({ id: result.args.id, name: result.args.name });
        onClose();
      }),
  });
  return (
    <Modal opened onClose={onClose} title="New customer" closeOnClickOutside={false}>
      <form {...formProps}>
        <Stack>
          <TextInput
            label="Name"
            data-autofocus
            autoComplete="off"
            maxLength={CUSTOMER_NAME_CHARS_MAX}
            {...form.getInputProps('name')}
          />
          <TextInput label="Phone" type="tel" autoComplete="off" maxLength={30} {...form.getInputProps('phone')} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={saving.isBusy}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isBusy}>
              Create customer
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
