import { NativeSelect, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import * as v from 'valibot';
import type { PurchaseStatus } from '../../../domain/items/purchase.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { PURCHASE_STATUS_WORDS } from '../../parts/purchase-words.ts';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showSuccess } from '../../state/toasts.ts';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { enterGoesOn, useFocusOnFirstError } from '../../ui/form/long-form.ts';
import { SaveFailure } from '../../ui/form/save-failure.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { actsOf, STATUSES_AFTER, type TypedChange } from './purchase-changes.ts';
import { PurchaseFields } from './purchase-fields.tsx';
import type { ShownPurchase } from './read-purchase.ts';
import { SameInvoice } from './same-invoice.tsx';
import { ShortStock } from './short-stock.tsx';
import { errorsOfIssues, NO_ERRORS, typedFieldsOf, typedFieldsSchema, valuesOfFields } from './typed-fields.ts';

export interface EditPurchaseDialogProps {
  shown: ShownPurchase;
  currency: string;
  onClose: () => void;
}

/** The form that edits a purchase. Each change is added to its history (G16, C-122, C-123). */
export function EditPurchaseDialog({ shown: { purchase, shortItems }, currency, onClose }: EditPurchaseDialogProps) {
  const { run } = useReplica();
  const saving = useOneAtATime();
  const [begun] = useState<TypedChange>(() => ({ ...typedFieldsOf(purchase), status: purchase.status }));
  const [typed, setTyped] = useState(begun);
  const [refusedCount, setRefusedCount] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useFocusOnFirstError(refusedCount);
  const parsed = v.safeParse(typedFieldsSchema(purchase.totalMinor, begun.invoiceDate), valuesOfFields(typed));
  const change = (part: Partial<TypedChange>) => setTyped((before) => ({ ...before, ...part }));

  const save = () =>
    saving.start(async () => {
      setFailure(null);
      if (!parsed.success) return setRefusedCount((count) => count + 1);
      const { edit, isReceived } = actsOf(purchase, begun, typed, parsed.output);
      const edited = edit === null ? null : await saved(run('purchase.edit', () => edit, saving.act));
      const received =
        isReceived && edited?.ok !== false
          ? await saved(run('purchase.receive', () => ({ id: purchase.id }), `${saving.act}/receive`))
          : null;
      for (const result of [edited, received]) {
        if (result?.ok !== false) continue;
        if (edited?.ok) saving.goOn();
        return setFailure(result.reason ?? 'Failed to save purchase');
      }
      if (edited !== null || received !== null)
        showSuccess('Purchase updated', 'The purchase has been updated successfully.');
      onClose();
      return SPENT;
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };

  return (
    <FormDialog
      title="Edit purchase"
      isDirty={JSON.stringify(typed) !== JSON.stringify(begun)}
      isBusy={saving.isBusy}
      onClose={onClose}
    >
      {(close) => (
        <form ref={form} noValidate onSubmit={submit} onKeyDown={enterGoesOn}>
          <Stack>
            <StatusField purchase={purchase} value={typed.status} onChange={(status) => change({ status })} />
            {typed.status === 'cancelled' && purchase.status === 'completed' && <ShortStock items={shortItems} />}
            <PurchaseFields
              typed={typed}
              currency={currency}
              errors={refusedCount === 0 || parsed.success ? NO_ERRORS : errorsOfIssues(parsed.issues)}
              onChange={change}
              invoiceNote={
                <SameInvoice
                  supplierId={purchase.supplierId}
                  invoiceNumber={typed.invoiceNumber}
                  exceptId={purchase.id}
                  isLink={false}
                />
              }
            />
            <SaveFailure message={failure} />
            <DialogButtons submitLabel="Save purchase" onCancel={close} isBusy={saving.isBusy} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

interface StatusFieldProps {
  purchase: ShownPurchase['purchase'];
  value: TypedChange['status'];
  onChange: (status: TypedChange['status']) => void;
}

/** The choice of the status of the goods, with its effect on stock (C-113). */
function StatusField({ purchase, value, onChange }: StatusFieldProps) {
  const choices = STATUSES_AFTER[purchase.status];
  if (choices.length === 1) return null;
  // Until a status is chosen, it is the present one, also if another device has changed it meanwhile.
  const shown = choices.includes(value) ? value : purchase.status;
  return (
    <NativeSelect
      label="Status"
      description={shown === purchase.status ? undefined : hintOf(purchase.status, shown)}
      data={choices.map((status) => ({ value: status, label: PURCHASE_STATUS_WORDS[status] }))}
      value={shown}
      onChange={(event) => onChange(choices.find((status) => status === event.currentTarget.value) ?? shown)}
    />
  );
}

function hintOf(before: PurchaseStatus, after: PurchaseStatus): string {
  if (after === 'completed') return 'Stock rises now.';
  return before === 'completed' ? 'Its goods are taken out of stock again.' : 'Stock stays as it is.';
}
