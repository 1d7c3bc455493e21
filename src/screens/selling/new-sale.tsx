import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { memo, useCallback, useRef, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { SALE_NOTES_CHARS_MAX } from '../../../domain/sales/sale.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { NewCustomerDialog } from '../../parts/customer/new-customer-dialog.tsx';
import { NoItemsNote } from '../../parts/list/no-items.tsx';
import { paths } from '../../parts/paths.ts';
import { useAfterSale } from '../../parts/receipt/use-after-sale.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { ConfirmDialog } from '../../ui/layer/confirm-dialog.tsx';
import { enterGoesOn, useFocusOnFirstError } from '../../ui/form/long-form.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { RunningTotal } from '../../ui/form/running-total.tsx';
import { Screen } from '../../ui/screen.tsx';
import { shownMoney, useShowsCents } from '../../ui/shown-money.ts';
import { TextArea } from '../../ui/form/text-area.tsx';
import { CashReceived } from './cash-received.tsx';
import { CustomerField } from './customer-field.tsx';
import { PaymentFields } from '../../parts/payment/payment-fields.tsx';
import { dueMinor } from './draft-payments.ts';
import { PaidNow } from './paid-now.tsx';
import { AnotherMethod, PaidParts } from './paid-parts.tsx';
import { paidForIt } from './paid-for-it.ts';
import { isDraftDirty } from './sale-draft.ts';
import { draftTotals } from './sale-figures.ts';
import { SaleLines } from './sale-lines.tsx';
import { SaleTotal } from './sale-total.tsx';
import { useUnfinishedSale } from './selling.tsx';
import type { ChangeDraft, SaleForm } from './use-sale-form.ts';
import { useWayToPay } from './use-way-to-pay.ts';

const DISCARD = { title: 'Discard changes?', confirm: 'Discard changes', stay: 'Continue editing' };

/** The form of a new sale at /sales/new (R-SNEW-01 to R-SNEW-37). */
export function NewSale() {
  usePageTitle('New Sale');
  const navigate = useNavigate();
  const sale = useUnfinishedSale();
  const afterSale = useAfterSale();
  const { draft, change, errors, currency, payment, itemsById } = sale;
  const [newCustomerName, setNewCustomerName] = useState<string | null>(null);
  useShowsCents();
  const form = useFocusOnFirstError(sale.refusedCount);
  const totalBox = useRef<HTMLDivElement>(null);
  const totals = draftTotals(draft, itemsById, currency);
  const due = dueMinor(draft, totals?.finalMinor ?? 0);
  const carried = useCarried(sale, due);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (carried.isHeldUp()) return;
    sale.save(async (finished) => {
      afterSale(finished);
      await navigate(paths.sales);
    });
  };

  return (
    <Screen>
      <RunningTotal backTo={paths.sales} box={totalBox} totalMinor={totals?.finalMinor ?? null} currency={currency} />
      <form ref={form} noValidate onSubmit={submit} onKeyDown={enterGoesOn} className="k-screen-form k-form-split">
        <Stack className="k-form-panes">
          <Stack>
            <Group justify="flex-end">
              <Button component={Link} to={paths.counter} variant="subtle" px="xs">
                Back to the counter
              </Button>
            </Group>
            <PaidParts
              draft={draft}
              format={(minor) => shownMoney(minor, currency)}
              error={errors.parts}
              change={change}
            />
            {carried.anotherMethod}
            <NoItemsNote />
            {sale.wasUnfinished && <UnfinishedSale paid={paidForIt(draft, currency)} onStartAgain={sale.startAgain} />}
            <SaleLines
              draft={draft}
              itemsById={itemsById}
              currency={currency}
              errors={errors}
              change={change}
              lineActs={sale.lineActs}
              isSavingNow={sale.isSavingNow}
            />
          </Stack>
          <Stack className="k-form-side">
            <SaleTotal
              boxRef={totalBox}
              totals={totals}
              currency={currency}
              discount={draft}
              error={errors.total}
              discountError={errors.discount}
              change={change}
            />
            <CustomerField
              value={draft.customer}
              error={errors.customer}
              change={change}
              onCreate={setNewCustomerName}
            />
            <PaymentFields
              payment={payment}
              transactionId={draft.transactionId}
              transactionIdError={errors.transactionId}
              onTransactionShared={sale.shareTransaction}
              change={carried.changeWay}
            />
            {carried.paidNow}
            {payment.takesCash && totals !== null && totals.finalMinor > 0 && (
              <CashReceived
                receivedText={draft.receivedText}
                finalMinor={due}
                currency={currency}
                error={errors.received}
                change={change}
              />
            )}
            <NotesField notes={draft.notes} change={change} />
          </Stack>
        </Stack>
        <SaveBar isSaving={sale.isSaving} />
      </form>
      {newCustomerName !== null && (
        <NewCustomerDialog
          typedName={newCustomerName}
          guardsScreen={false}
          onCreated={(customer) => change({ customer })}
          onClose={() => setNewCustomerName(null)}
        />
      )}
      <LeaveGuard
        isDirty={isDraftDirty(draft) || newCustomerName !== null}
        title={DISCARD.title}
        message={`This sale is not saved yet. If you leave now, it is lost. ${paidForIt(draft, currency)}`.trim()}
        leaveLabel={DISCARD.confirm}
        stayLabel={DISCARD.stay}
        keptAt={paths.counter}
        onLeave={sale.giveUp}
      />
    </Screen>
  );
}

/**
 * Input from the counter that the documented form has no field for: money paid now, and a part that is not added yet.
 * It is shown here too, so that nothing is paid or dropped unseen (R-CTR-24, R-CTR-25).
 */
function useCarried(sale: SaleForm, due: number) {
  const { draft, payment } = sale;
  const { isSplitting, refusedCount, changeWay, isHeldUp } = useWayToPay(sale, due);
  const isPaidNowTyped = draft.paidNowText.trim() !== '';
  const [hasPaidNow, setHasPaidNow] = useState(isPaidNowTyped);
  // From then on its field stays, also when it is emptied.
  if (isPaidNowTyped && !hasPaidNow) setHasPaidNow(true);
  return {
    paidNow: hasPaidNow && payment.status === 'pending' && due > 0 ? <PaidNow sale={sale} due={due} /> : null,
    anotherMethod:
      draft.partText !== null && isSplitting ? (
        <AnotherMethod sale={sale} due={due} refusedCount={refusedCount} />
      ) : null,
    changeWay,
    isHeldUp,
  };
}

// Memoised parts: they do not render again for a key typed elsewhere in a form of forty lines.

const NotesField = memo(function NotesField({ notes, change }: { notes: string; change: ChangeDraft }) {
  return (
    <TextArea
      label="Notes"
      maxLength={SALE_NOTES_CHARS_MAX}
      value={notes}
      onChange={(event) => change({ notes: event.currentTarget.value })}
    />
  );
});

const SaveBar = memo(function SaveBar({ isSaving }: { isSaving: boolean }) {
  return (
    <ActionBar>
      <Button type="submit" fullWidth size="lg" loading={isSaving}>
        Create sale
      </Button>
    </ActionBar>
  );
});

interface UnfinishedSaleProps {
  /** A sentence about the money that was taken for it; '' for none. */
  paid: string;
  onStartAgain: () => void;
}

/** Says why the form is not empty: the page was closed before the sale was saved. */
const UnfinishedSale = memo(function UnfinishedSale({ paid, onStartAgain }: UnfinishedSaleProps) {
  const [isAsking, setAsking] = useState(false);
  const ask = useCallback(() => setAsking(true), []);
  return (
    <>
      <Alert role="status" p="sm">
        <Group justify="space-between" gap="xs">
          <Text inherit>This sale was not finished. It is as you left it.</Text>
          <Button variant="default" onClick={ask}>
            Start again
          </Button>
        </Group>
      </Alert>
      <ConfirmDialog
        opened={isAsking}
        title={DISCARD.title}
        message={`What you typed for this sale is lost. ${paid}`.trim()}
        confirmLabel={DISCARD.confirm}
        cancelLabel={DISCARD.stay}
        isDestructive
        onConfirm={onStartAgain}
        onCancel={() => setAsking(false)}
      />
    </>
  );
});
