import { Button, Group } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { CustomerFields } from '../../parts/customer/customer-fields.tsx';
import { customerFormSchema, NEW_CUSTOMER_VALUES } from '../../parts/customer/customer-form.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { paths } from '../../parts/paths.ts';
import { useCreateCustomer } from '../../parts/customer/use-create-customer.ts';
import { markFormSaved } from '../../state/dirty-form.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { nextFrame } from '../../ui/next-frame.ts';
import { useGoBack } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';

/** The form for a new customer at /customers/new (R-CUST-13 to R-CUST-19). */
export function NewCustomer() {
  usePageTitle('New Customer');
  const navigate = useNavigate();
  const create = useCreateCustomer();
  const goBack = useGoBack(paths.customers);
  const saving = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: NEW_CUSTOMER_VALUES,
    schema: customerFormSchema,
    onSubmit: (input) =>
      saving.start(async () => {
        const result = await create(input, saving.act);
        if (!result.ok) return void showErrors(result.issues);
        markFormSaved();
        await nextFrame();
        // Goes to the list (C-036).
        await navigate(paths.customers);
        return SPENT;
      }),
  });
  return (
    <Screen>
      <form {...formProps} className="k-screen-form k-form-grid">
        <CustomerFields form={form} customerId={null} />
        <ActionBar>
          <Group grow preventGrowOverflow={false} wrap="nowrap">
            <Button variant="default" size="lg" px="xs" disabled={saving.isBusy} onClick={() => void goBack()}>
              Cancel
            </Button>
            <Button type="submit" size="lg" px="xs" loading={saving.isBusy}>
              Create customer
            </Button>
          </Group>
        </ActionBar>
      </form>
      <LeaveGuard isDirty={form.isDirty()} />
    </Screen>
  );
}
