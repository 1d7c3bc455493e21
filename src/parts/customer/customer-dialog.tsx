import { Stack } from '@mantine/core';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import type { ValidatedForm } from '../../ui/form/form.ts';
import { CustomerFields } from './customer-fields.tsx';
import type { CustomerFormValues } from './customer-form.ts';
import { FormDialog } from '../form/form-dialog.tsx';

export interface CustomerDialogProps extends Pick<ValidatedForm<CustomerFormValues>, 'form' | 'formProps'> {
  title: string;
  submitLabel: string;
  /** The customer's id; null for a new customer. */
  customerId: number | null;
  isSaving: boolean;
  guardsScreen?: boolean;
  onClose: () => void;
}

/** A dialog with the fields of a customer. Closing it with unsaved input asks first (R-CUST-10 to R-CUST-12). */
export function CustomerDialog(props: CustomerDialogProps) {
  const { form, formProps, title, submitLabel, customerId, isSaving, guardsScreen = true, onClose } = props;
  return (
    <FormDialog
      title={title}
      isDirty={form.isDirty()}
      isBusy={isSaving}
      guardsScreen={guardsScreen}
      leaveLabel="Close anyway"
      stayLabel="Continue editing"
      onClose={onClose}
    >
      {(close) => (
        <form {...formProps}>
          <Stack>
            <CustomerFields form={form} customerId={customerId} />
            <DialogButtons submitLabel={submitLabel} onCancel={close} isBusy={isSaving} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
