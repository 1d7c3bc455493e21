import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { Supplier, SupplierInput } from '../../../domain/people/supplier.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showSuccess } from '../../state/toasts.ts';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { SaveFailure } from '../../ui/form/save-failure.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { SupplierFields } from './supplier-fields.tsx';
import { supplierEditOf, supplierFormSchema, supplierFormValuesOf } from './supplier-form.ts';

/** The form that edits a supplier (R-SUPP-16 to R-SUPP-18, M23). */
export function EditSupplierDialog({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const { run } = useReplica();
  const saving = useOneAtATime();
  const [failure, setFailure] = useState<string | null>(null);
  // The values that the person saw when the dialog opened. If the row changes meanwhile, the merge needs them.
  const [seen] = useState(supplier);

  const save = async (input: SupplierInput) => {
    setFailure(null);
    const edit = supplierEditOf(seen, input);
    if (Object.keys(edit.change).length > 0) {
      const result = await saved(run('supplier.edit', () => ({ id: seen.id, ...edit }), saving.act));
      if (!result.ok) {
        showErrors(result.issues);
        return setFailure(result.reason ?? 'Failed to save supplier');
      }
    }
    showSuccess('Supplier updated');
    onClose();
    return SPENT;
  };
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: supplierFormValuesOf(seen),
    schema: supplierFormSchema,
    onSubmit: (input) => saving.start(() => save(input)),
  });

  return (
    <FormDialog title="Edit Supplier" isDirty={form.isDirty()} isBusy={saving.isBusy} onClose={onClose}>
      {(close) => (
        <form {...formProps}>
          <Stack>
            <SupplierFields form={form} supplierId={seen.id} />
            <SaveFailure message={failure} />
            <DialogButtons submitLabel="Save supplier" onCancel={close} isBusy={saving.isBusy} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
