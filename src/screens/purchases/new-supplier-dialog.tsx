import { Stack } from '@mantine/core';
import { useState } from 'react';
import * as v from 'valibot';
import {
  SUPPLIER_NAME_CHARS_MAX,
  SUPPLIER_TEXT_CHARS_MAX,
  supplierFieldsSchema,
} from '../../../domain/people/supplier.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { PossibleDuplicateOfTyped } from '../../parts/customer/possible-duplicate.tsx';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showSuccess } from '../../state/toasts.ts';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { NameField } from '../../ui/form/name-field.tsx';
import { SaveFailure } from '../../ui/form/save-failure.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

export interface NewSupplierDialogProps {
  /** The name typed into the search. */
  typedName: string;
  onCreated: (supplier: { id: number; name: string }) => void;
  onClose: () => void;
}

const fieldsSchema = v.pick(supplierFieldsSchema, ['name', 'phone']);

/** Adds a supplier while a purchase is entered, offline too (M23). It can be chosen at once. */
export function NewSupplierDialog({ typedName, onCreated, onClose }: NewSupplierDialogProps) {
  const { run } = useReplica();
  const saving = useOneAtATime();
  const [failure, setFailure] = useState<string | null>(null);
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: { name: typedName, phone: '' },
    schema: fieldsSchema,
    onSubmit: ({ name, phone }) =>
      saving.start(async () => {
        const result = await saved(
          run(
            'supplier.create',
            ({ mintId }) => ({
              ...{ id: mintId(), name, phone: phone || null },
              ...{ email: null, address: null, notes: null },
            }),
            saving.act,
          ),
        );
        if (!result.ok) {
          showErrors(result.issues);
          // A refusal keeps the dialog open, with the reason (R-SUPP-15).
          return setFailure(result.reason ?? 'Failed to create supplier');
        }
        showSuccess('Supplier created', 'The supplier has been created successfully.');
        onCreated({ id: result.args.id, name: result.args.name });
        onClose();
        return SPENT;
      }),
  });
  return (
    <FormDialog
      title="New supplier"
      isDirty={form.isDirty()}
      isBusy={saving.isBusy}
      guardsScreen={false}
      onClose={onClose}
    >
      {(close) => (
        <form {...formProps}>
          <Stack>
            <NameField maxLength={SUPPLIER_NAME_CHARS_MAX} {...form.getInputProps('name')} />
            <TextField
              label="Phone"
              type="tel"
              autoComplete="off"
              maxLength={SUPPLIER_TEXT_CHARS_MAX}
              {...form.getInputProps('phone')}
            />
            <PossibleDuplicateOfTyped table="supplier" id={null} {...form.values} />
            <SaveFailure message={failure} />
            <DialogButtons submitLabel="Create supplier" onCancel={close} isBusy={saving.isBusy} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
