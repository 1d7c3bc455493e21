import { Button, Group, Input, Paper, Stack, Text } from '@mantine/core';
import { TextArea } from '../../ui/text-area.tsx';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { SALE_NOTES_CHARS_MAX } from '../../../domain/sale.ts';
import { businessOf, paymentMethodsOf } from '../../../sync/store/live-reads.ts';
import { LeaveGuard } from '../../app/leave-guard.tsx';
import { paths } from '../../app/paths.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { ActionBar } from '../../ui/action-bar.tsx';
import { LoadingText } from '../../ui/card-list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { useIsInView } from '../../ui/use-is-in-view.ts';
import { CustomerField } from './customer-field.tsx';
import { NewCustomerDialog } from './new-customer-dialog.tsx';
import { PaymentFields } from './payment-fields.tsx';
import { grandTotalMinor, isDraftDirty } from './sale-draft.ts';
import { SaleLines } from './sale-lines.tsx';
import { useSaleForm, type WaysToPay } from './use-sale-form.ts';

/** What stands over the form at its ends: top bar and sticky header, action bar and bottom navigation. */
const COVERED_PX = { top: 104, bottom: 136 };

/** R-SNEW-01 to R-SNEW-37. */
export function NewSale() {
  usePageTitle('New Sale');
  const { businessId } = useReplica();
  // One read: a form that shows Cash until it knows the shop's default would change under the thumb.
  const ways = useLive(
    async (database) => ({
      methods: await paymentMethodsOf(database),
      defaultId: (await businessOf(database, businessId))?.defaultPaymentMethodId ?? null,
    }),
    [businessId],
  );
  return ways === undefined ? <LoadingText>Loading...</LoadingText> : <NewSaleForm ways={ways} />;
}

function NewSaleForm({ ways }: { ways: WaysToPay }) {
  const sale = useSaleForm(ways);
  const { draft, change, errors, currency } = sale;
  const [newCustomerName, setNewCustomerName] = useState<string | null>(null);
  const form = useFocusOnFirstError(sale.refusedCount);
  const totalBox = useRef<HTMLDivElement>(null);
  const isTotalInView = useIsInView(totalBox, COVERED_PX);
  const totalMinor = grandTotalMinor(draft, sale.itemsById);
  const total = totalMinor === null ? '-' : <MoneyText amountMinor={totalMinor} currency={currency} decimals={2} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    sale.save();
  };

  return (
    <Screen>
      <StickyHeader backTo={paths.sales}>
        {/* The box says the same to whoever cannot see it. */}
        {!isTotalInView && (
          <Text fw={700} aria-hidden>
            Total {total}
          </Text>
        )}
      </StickyHeader>
      <form ref={form} noValidate onSubmit={submit} onKeyDown={keepEnterFromSaving} className="k-screen-form">
        <Stack>
          <SaleLines sale={sale} />
          <Paper ref={totalBox} withBorder p="md" role="group" aria-label="Grand total">
            <Group justify="space-between" align="baseline">
              <Text fw={600}>Grand total</Text>
              <Text component="output" size="xl" fw={700} aria-live="polite">
                {total}
              </Text>
            </Group>
            {errors.total !== null && <Input.Error role="alert">{errors.total}</Input.Error>}
          </Paper>
          <CustomerField
            value={draft.customer}
            error={errors.customer}
            onChange={(customer) => change({ customer })}
            onCreate={setNewCustomerName}
          />
          <PaymentFields sale={sale} />
          <TextArea
            label="Notes"
            maxLength={SALE_NOTES_CHARS_MAX}
            value={draft.notes}
            onChange={(event) => change({ notes: event.currentTarget.value })}
          />
        </Stack>
        <ActionBar>
          <Button type="submit" fullWidth size="lg" loading={sale.isSaving}>
            Create sale
          </Button>
        </ActionBar>
      </form>
      {newCustomerName !== null && (
        <NewCustomerDialog
          typedName={newCustomerName}
          onCreated={(customer) => change({ customer })}
          onClose={() => setNewCustomerName(null)}
        />
      )}
      <LeaveGuard
        isDirty={isDraftDirty(draft)}
        title="Discard changes?"
        message="This sale is not saved yet. If you leave now, it is lost."
        leaveLabel="Discard changes"
        stayLabel="Continue editing"
      />
    </Screen>
  );
}

/** A phone keyboard's Enter ends a number, not the sale: only the button saves. */
function keepEnterFromSaving(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** Puts the focus on the first field to mend whenever saving was refused (G55). */
function useFocusOnFirstError(refusedCount: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusedCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusedCount]);
  return form;
}
