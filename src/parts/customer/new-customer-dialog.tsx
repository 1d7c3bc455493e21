import { useValidatedForm } from '../../ui/form/form.ts';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { CustomerDialog } from './customer-dialog.tsx';
import { customerFormSchema, NEW_CUSTOMER_VALUES } from './customer-form.ts';
import { useCreateCustomer } from './use-create-customer.ts';

export interface NewCustomerDialogProps {
  /** The name typed into the search. */
  typedName?: string;
  guardsScreen?: boolean;
  onCreated?: (customer: { id: number; name: string }) => void;
  onClose: () => void;
}

/** Creates a customer without leaving the screen, also offline (R-CUST-09, M20). It can be chosen at once. */
export function NewCustomerDialog({ typedName = '', guardsScreen = true, onCreated, onClose }: NewCustomerDialogProps) {
  const create = useCreateCustomer();
  const saving = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: { ...NEW_CUSTOMER_VALUES, name: typedName },
    schema: customerFormSchema,
    onSubmit: (input) =>
      saving.start(async () => {
        const result = await create(input, saving.act);
        if (!result.ok) return void showErrors(result.issues);
        onCreated?.({ id: result.args.id, name: result.args.name });
        onClose();
        return SPENT;
      }),
  });
  return (
    <CustomerDialog
      title="New customer"
      submitLabel="Create customer"
      customerId={null}
      form={form}
      formProps={formProps}
      isSaving={saving.isBusy}
      guardsScreen={guardsScreen}
      onClose={onClose}
    />
  );
}
