import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SupplierInput } from '../../../domain/people/supplier.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { paths } from '../../parts/paths.ts';
import { saved } from '../../parts/form/save.ts';
import { markFormSaved } from '../../state/dirty-form.ts';
import { useReplica } from '../../state/replica.tsx';
import { showSuccess } from '../../state/toasts.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { nextFrame } from '../../ui/next-frame.ts';
import { useGoBack } from '../../ui/list/list-location.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { SaveFailure } from '../../ui/form/save-failure.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { SupplierFields } from './supplier-fields.tsx';
import { NEW_SUPPLIER_VALUES, supplierFormSchema } from './supplier-form.ts';

/** The form for a new supplier at /suppliers/new (R-SUPP-05 to R-SUPP-15). */
export function NewSupplier() {
  usePageTitle('New Supplier');
  const { run } = useReplica();
  const navigate = useNavigate();
  const goBack = useGoBack(paths.suppliers);
  const saving = useOneAtATime();
  const [failure, setFailure] = useState<string | null>(null);

  const save = async (input: SupplierInput) => {
    setFailure(null);
    const result = await saved(run('supplier.create', ({ mintId }) => ({ id: mintId(), ...input }), saving.act));
    if (!result.ok) {
      showErrors(result.issues);
      return setFailure(result.reason ?? 'Failed to create supplier');
    }
    markFormSaved();
    showSuccess('Supplier created');
    await nextFrame();
    await navigate(paths.suppliers);
    return SPENT;
  };
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: NEW_SUPPLIER_VALUES,
    schema: supplierFormSchema,
    onSubmit: (input) => saving.start(() => save(input)),
  });

  return (
    <Screen>
      <form {...formProps} className="k-screen-form k-form-grid">
        <SupplierFields form={form} supplierId={null} />
        <ActionBar>
          <Stack gap="sm">
            <SaveFailure message={failure} />
            <Group wrap="nowrap">
              <Button variant="default" size="lg" px="md" disabled={saving.isBusy} onClick={() => void goBack()}>
                Cancel
              </Button>
              <Button type="submit" size="lg" px="xs" className="k-grow" loading={saving.isBusy}>
                Create supplier
              </Button>
            </Group>
          </Stack>
        </ActionBar>
      </form>
      <LeaveGuard isDirty={form.isDirty()} />
    </Screen>
  );
}
