import { Button, Group, Input, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { type RefObject, useRef, useState, type FormEvent } from 'react';
import { PURCHASE_STATUSES, type PurchaseStatus } from '../../../domain/items/purchase.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { NoItemsNote } from '../../parts/list/no-items.tsx';
import { paths } from '../../parts/paths.ts';
import { PURCHASE_STATUS_WORDS } from '../../parts/purchase-words.ts';
import { useShop } from '../../state/shop.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { enterGoesOn, useFocusOnFirstError } from '../../ui/form/long-form.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { RunningTotal } from '../../ui/form/running-total.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { SaveFailure } from '../../ui/form/save-failure.tsx';
import { Screen } from '../../ui/screen.tsx';
import { NewSupplierDialog } from './new-supplier-dialog.tsx';
import { draftTotalMinor } from './purchase-draft.ts';
import { PurchaseFields } from './purchase-fields.tsx';
import { PurchaseLines } from './purchase-lines.tsx';
import { SameInvoice } from './same-invoice.tsx';
import { SupplierField } from './supplier-field.tsx';
import { usePurchaseForm } from './use-purchase-form.ts';

/** The form for a new purchase at /purchases/new (R-PUR-06 to R-PUR-31). */
export function NewPurchase() {
  usePageTitle('New Purchase');
  const purchase = usePurchaseForm(useShop());
  const { draft, change, errors, currency } = purchase;
  const [newSupplierName, setNewSupplierName] = useState<string | null>(null);
  const form = useFocusOnFirstError(purchase.refusedCount);
  const totalBox = useRef<HTMLDivElement>(null);
  const totalMinor = draftTotalMinor(draft.lines);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    purchase.save();
  };
  return (
    <Screen>
      <RunningTotal backTo={paths.purchases} box={totalBox} totalMinor={totalMinor} currency={currency} />
      <form ref={form} noValidate onSubmit={submit} onKeyDown={enterGoesOn} className="k-screen-form k-form-split">
        <Stack className="k-form-panes">
          <Stack>
            <NoItemsNote />
            <SupplierField
              value={draft.supplier}
              error={errors['supplierId'] ?? null}
              onPick={(supplier) => change({ supplier })}
              onCreate={setNewSupplierName}
            />
            <DateField
              label="Purchase date"
              required
              withAsterisk={false}
              value={draft.purchaseDate}
              error={errors['purchaseDate']}
              onChange={(purchaseDate) => change({ purchaseDate })}
            />
            <PurchaseLines purchase={purchase} />
          </Stack>
          <Stack className="k-form-side">
            <GrandTotal boxRef={totalBox} totalMinor={totalMinor} currency={currency} error={errors['total'] ?? null} />
            <NativeSelect
              label="Status"
              description={STATUS_HINTS[draft.status]}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={PURCHASE_STATUSES.map((value) => ({ value, label: PURCHASE_STATUS_WORDS[value] }))}
              value={draft.status}
              onChange={(event) => change({ status: statusOf(event.currentTarget.value) })}
            />
            <PurchaseFields
              typed={draft}
              currency={currency}
              errors={errors}
              onChange={change}
              invoiceNote={
                <SameInvoice
                  supplierId={draft.supplier?.id ?? null}
                  invoiceNumber={draft.invoiceNumber}
                  exceptId={null}
                  isLink={false}
                />
              }
            />
            <SaveFailure message={purchase.failure} />
          </Stack>
        </Stack>
        <ActionBar>
          <Button type="submit" fullWidth size="lg" loading={purchase.isSaving}>
            Create purchase
          </Button>
        </ActionBar>
      </form>
      {newSupplierName !== null && (
        <NewSupplierDialog
          typedName={newSupplierName}
          onCreated={(supplier) => change({ supplier })}
          onClose={() => setNewSupplierName(null)}
        />
      )}
      <LeaveGuard isDirty={purchase.isDirty || newSupplierName !== null} />
    </Screen>
  );
}

/** Says when each status adds the goods to stock (C-113). */
const STATUS_HINTS: Record<PurchaseStatus, string> = {
  completed: 'The goods are here: stock rises now.',
  pending: 'Stock rises when you mark it as received.',
  cancelled: 'Stock stays as it is.',
};

const statusOf = (value: string): PurchaseStatus => PURCHASE_STATUSES.find((status) => status === value) ?? 'completed';

interface GrandTotalProps {
  boxRef: RefObject<HTMLDivElement | null>;
  totalMinor: number | null;
  currency: string;
  error: string | null;
}

/** The total of all lines (R-PUR-21). */
function GrandTotal({ boxRef, totalMinor, currency, error }: GrandTotalProps) {
  return (
    <Paper ref={boxRef} withBorder p="md" role="group" aria-label="Grand total">
      <Group justify="space-between" align="baseline">
        <Text fw={600}>Grand total</Text>
        <Text component="output" size="xl" fw={700} aria-live="polite">
          {totalMinor === null ? '-' : <MoneyText amountMinor={totalMinor} currency={currency} decimals={2} />}
        </Text>
      </Group>
      {error !== null && <Input.Error role="alert">{error}</Input.Error>}
    </Paper>
  );
}
