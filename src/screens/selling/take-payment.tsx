import '@mantine/core/styles/Switch.css';
import { Alert, Button, Group, Input, Modal, Switch, Text, TextInput } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { noteAmountsMinor } from '../../../domain/sales/bank-note.ts';
import { type DraftPayment, METHOD_REMOVED } from '../../parts/payment/draft-payment.ts';
import { TransactionIdField } from '../../parts/payment/transaction-id-field.tsx';
import { typedAmount } from '../../parts/form/typed-number.ts';
import { useFocusOnFirstError } from '../../ui/form/long-form.ts';
import { counterAmount, counterFigure, withoutBreak } from '../../ui/counter-amount.ts';
import { CustomerField } from './customer-field.tsx';
import { dueMinor, methodOfPaidNow } from './draft-payments.ts';
import { NumberPad } from './number-pad.tsx';
import './payment.css';
import { PaidNow } from './paid-now.tsx';
import { AnotherMethod, isPartTyped, PaidParts } from './paid-parts.tsx';
import type { SaleDraft } from './sale-draft.ts';
import { draftTotals, readChange } from './sale-figures.ts';
import type { SaleForm } from './use-sale-form.ts';
import { useWayToPay, type WayToPay } from './use-way-to-pay.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

interface TakePaymentProps {
  sale: SaleForm;
  finalMinor: number;
  /** Saves the sale, with the changes that this tap itself makes to the draft. */
  onCreate: (last?: Partial<SaleDraft>) => void;
  onNewCustomer: (name: string) => void;
  onClose: () => void;
}

/** 'Take payment' (R-CTR-21 to R-CTR-26): what is due, how it is paid, and what the customer gets back. */
export function TakePayment({ sale, finalMinor, onCreate: create, onNewCustomer, onClose }: TakePaymentProps) {
  const { draft, change, payment, currency, errors, isSaving } = sale;
  const due = dueMinor(draft, finalMinor);
  const isLater = payment.status === 'pending';
  const way = useWayToPay(sale, due);
  const parts = useFocusOnFirstError<HTMLDivElement>(sale.refusedCount);
  const isByHand = payment.takesCash && due > 0;
  // An amount that was typed but not added holds the sale back: it is neither dropped nor added by itself.
  const onCreate = (last?: Partial<SaleDraft>) => {
    if (!way.isHeldUp()) create(last);
  };
  const close = () => {
    // The sale is being saved: a payment that closes now would look cancelled.
    if (sale.isSavingNow()) return;
    if (!isPartTyped(draft)) change({ partText: null });
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title="Take payment"
      classNames={{ content: 'k-payment', inner: 'k-payment-place', body: 'k-payment-body', header: 'k-payment-head' }}
      closeOnClickOutside={!isSaving}
      closeOnEscape={!isSaving}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isSaving }}
      onKeyDownCapture={ignoreHeldEnter}
    >
      <Due sale={sale} due={due} />
      <div ref={parts} className="k-payment-parts">
        <PaidParts
          draft={draft}
          format={(minor) => counterAmount(minor, currency)}
          error={errors.parts}
          change={change}
        />
        <MethodButtons payment={payment} changeWay={way.changeWay} />
        {payment.isMethodRemoved && <Input.Error role="alert">{METHOD_REMOVED}</Input.Error>}
        {isLater && (
          <CustomerField value={draft.customer} error={errors.customer} change={change} onCreate={onNewCustomer} />
        )}
        {isLater && due > 0 && <PaidNow sale={sale} due={due} />}
        {isByHand && <CashPad sale={sale} due={due} onCreate={onCreate} />}
        {asksForTransaction(payment) && (
          <TransactionIdField
            value={draft.transactionId}
            error={errors.transactionId}
            onShared={sale.shareTransaction}
            onChange={(event) => change({ transactionId: event.currentTarget.value })}
          />
        )}
        <Group justify="space-between" gap="xs" className="k-ways" data-typed={draft.partText !== null || undefined}>
          {way.isSplitting && <AnotherMethod sale={sale} due={due} refusedCount={way.refusedCount} />}
          {/* By the method itself where that is credit. */}
          {!payment.isCredit && (
            <Switch
              label="Pay later"
              checked={draft.isPayLater}
              onChange={(event) => way.changeWay({ isPayLater: event.currentTarget.checked })}
            />
          )}
        </Group>
      </div>
      <div className="k-payment-foot">
        <FirstError sale={sale} due={due} />
        <Button
          size="lg"
          fullWidth
          loading={isSaving}
          data-autofocus={isByHand ? undefined : true}
          onClick={() => onCreate()}
        >
          Create sale
        </Button>
      </div>
    </Modal>
  );
}

/** Ignores Ctrl+Enter while it is still held from opening this dialog: it would save the sale at once. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/**
 * Amount due and, once cash is entered, the change: both stay in view while the rest scrolls (R-CTR-23). The discount and
 * the customer stand with it, because the basket that shows them is covered (R-CTR-29).
 */
function Due({ sale: { draft, payment, itemsById, currency }, due }: { sale: SaleForm; due: number }) {
  const discountMinor = draftTotals(draft, itemsById, currency)?.discountMinor ?? 0;
  // With 'Pay later' the customer has a field.
  const customer = payment.status === 'pending' ? null : draft.customer;
  const back = payment.takesCash && due > 0 ? readChange(draft.receivedText, due) : null;
  const backMinor = back?.ok ? back.value : null;
  const text = counterAmount(Math.max(0, due), currency);
  return (
    <div className="k-payment-due" data-given={backMinor !== null || undefined}>
      <div>
        <Text size="sm" c="dimmed" ta="center" lineClamp={1}>
          {draft.parts.length > 0 ? 'Still due' : 'To pay'}
          {discountMinor > 0 && ` · ${withoutBreak(counterAmount(discountMinor, currency))} discount`}
          {customer !== null && (
            <>
              {' · '}
              <bdi>{customer.name}</bdi>
            </>
          )}
        </Text>
        <Text component="output" className="k-due k-figures" data-long={isLong(text)} aria-label="Amount due">
          {text}
        </Text>
      </div>
      <div role="status" className="k-change" data-missing={(backMinor !== null && backMinor < 0) || undefined}>
        {backMinor !== null && <Change backMinor={backMinor} currency={currency} />}
      </div>
    </div>
  );
}

function Change({ backMinor, currency }: { backMinor: number; currency: string }) {
  const text = counterAmount(Math.abs(backMinor), currency);
  return (
    <Text className="k-due k-figures" data-long={isLong(text)}>
      {backMinor < 0 ? 'Still missing' : 'Change'} {withoutBreak(text)}
    </Text>
  );
}

/** Sets amounts of twelve digits smaller, so that they are not cut off. */
const isLong = (text: string): true | undefined => text.length > 13 || undefined;

/** True if money is paid now by a method that has a transaction ID. */
const asksForTransaction = (payment: DraftPayment): boolean =>
  payment.hasTransactionId && (payment.status === 'completed' || methodOfPaidNow(payment) === payment.chosen);

/** The shop's methods. Its default is first and chosen. */
function MethodButtons({ payment, changeWay }: { payment: DraftPayment; changeWay: WayToPay['changeWay'] }) {
  if (payment.methods.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label="Payment method" className="k-methods">
      {payment.methods.map(({ id, name }) => (
        <Button
          key={id}
          px="sm"
          variant={id === payment.chosen?.id ? 'outline' : 'default'}
          leftSection={id === payment.chosen?.id ? <IconCheck size={18} aria-hidden /> : null}
          aria-pressed={id === payment.chosen?.id}
          onClick={() => changeWay({ paymentMethodId: id })}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}

/**
 * Payment in cash (R-CTR-22). A tap on the exact amount or on a likely note saves the sale. Any other amount is typed
 * on the number pad, and its change is shown.
 */
function CashPad({ sale, due, onCreate }: Pick<TakePaymentProps, 'sale' | 'onCreate'> & { due: number }) {
  const { draft, change, currency, errors, isSaving } = sale;
  const isWrong = !readChange(draft.receivedText, due).ok || errors.received !== null;
  const amounts = noteAmountsMinor(due, currency);
  return (
    <>
      <Group gap={6} role="group" aria-label="What is handed over" className="k-notes">
        <Button fullWidth data-autofocus disabled={isSaving} onClick={() => onCreate({ receivedText: '' })}>
          Exact
        </Button>
        {amounts.map((amountMinor) => (
          <Button
            key={amountMinor}
            variant="light"
            px="xs"
            disabled={isSaving}
            onClick={() => onCreate({ receivedText: typedAmount(amountMinor) })}
          >
            {counterFigure(amountMinor)}
          </Button>
        ))}
      </Group>
      <div className="k-cash">
        <NumberPad
          label="Number keys"
          // The keys type into the field that is open: another method's part, or the cash received.
          onType={(next) =>
            change(({ receivedText, partText }) =>
              partText === null ? { receivedText: next(receivedText) } : { partText: next(partText) },
            )
          }
        />
        {/* Its error is shown at the foot, which stays in view while the rest scrolls. Mantine describes a field only by
            what is shown beside it. */}
        <TextInput
          ref={(input) => {
            if (isWrong) input?.setAttribute('aria-describedby', FIRST_ERROR);
            else input?.removeAttribute('aria-describedby');
          }}
          label="Amount received"
          inputMode="none"
          autoComplete="off"
          maxLength={NUMBER_CHARS_MAX}
          value={draft.receivedText}
          error={isWrong}
          onChange={(event) => change({ receivedText: event.currentTarget.value })}
        />
      </div>
    </>
  );
}

const FIRST_ERROR = 'first-error-of-payment';

/** The first error without a field of its own here, or the error of the cash. */
function FirstError({ sale: { draft, payment, errors, refusedCount }, due }: { sale: SaleForm; due: number }) {
  const received = readChange(draft.receivedText, due);
  const typed = payment.takesCash && due > 0 && !received.ok ? received.error : null;
  const [first] = [
    ...errors.itemByLine.values(),
    ...errors.quantityByLine.values(),
    ...errors.priceByLine.values(),
    ...[errors.discount, errors.total, errors.received].filter((sentence) => sentence !== null),
  ];
  const sentence = typed ?? (refusedCount > 0 ? first : null);
  if (!sentence) return null;
  return (
    <Alert id={FIRST_ERROR} color="red" role="alert" p="xs" icon={<IconX size={20} aria-hidden />}>
      {sentence}
    </Alert>
  );
}
