import { useState } from 'react';
import type { Customer } from '../../../domain/people/customer.ts';
import { CustomerDialog } from '../../parts/customer/customer-dialog.tsx';
import { customerEditOf, customerFormSchema, customerFormValuesOf } from '../../parts/customer/customer-form.ts';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form/form.ts';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

/** The form that edits a customer (R-CUST-20, R-CUST-21, M21). */
export function EditCustomerDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { run } = useReplica();
  const saving = useOneAtATime();
  // The values that the person saw when the form opened. If the row changes meanwhile, the merge needs them.
  const [seen] = useState(customer);
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: customerFormValuesOf(seen),
    schema: customerFormSchema,
    onSubmit: (input) =>
      saving.start(async () => {
        const edit = customerEditOf(seen, input);
        if (Object.keys(edit.change).length > 0) {
          const result = await saved(run('customer.edit', () => ({ id: seen.id, ...edit }), saving.act));
          if (!result.ok) {
            showErrors(result.issues);
            return showFailure('Failed to update customer', result.reason);
          }
        }
        showSuccess('Customer updated');
        onClose();
        return SPENT;
      }),
  });
  return (
    <CustomerDialog
      title="Edit customer"
      submitLabel="Save customer"
      customerId={seen.id}
      form={form}
      formProps={formProps}
      isSaving={saving.isBusy}
      onClose={onClose}
    />
  );
}
