import { Stack } from '@mantine/core';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import type { ValidatedForm } from '../../ui/form/form.ts';
import { CustomerFields } from './customer-fields.tsx';
import type { CustomerFormValues } from './customer-form.ts';
import { FormDialog } from '../form/form-dialog.tsx';

export interface CustomerDialogProps extends Pick<ValidatedForm<CustomerFormValues>, 'form' | 'formProps'> {
  title: string;
  submitLabel: string;
  /** Whose fields they are; null for somebody new. */
  customerId: number | null;
  isSaving: boolean;
  guardsScreen?: boolean;
  onClose: () => void;
}

/** The fields of a customer over another screen; closing it over what was typed asks first (R-CUST-10 to R-CUST-12). */
export function CustomerDialog(props: CustomerDialogProps) {
  const { form, formProps, title, submitLabel, customerId, isSaving, guardsScreen = true, onClose } = props;
  return (
    <FormDialog
      title={title}
      isDirty={form.isDirty()}
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
