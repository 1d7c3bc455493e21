import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PaymentMethod } from '../../../domain/sales/payment-method.ts';
import { displayName } from '../../../domain/people/user.ts';
import { saleNumberOf } from '../../../domain/sales/sale.ts';
import { saleBalanceMinor } from '../../../domain/sales/sale-payment.ts';
import { carried } from '../../../domain/sales/seen-order.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { hasSaved, orderById, paymentMethodsOf, saleById } from '../../../sync/store/live-reads.ts';
import { paymentOf, typedTransactionOf, type TypedPayment } from '../../parts/payment/draft-payment.ts';
import { PaymentFields } from '../../parts/payment/payment-fields.tsx';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { saved } from '../../parts/form/save.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showUrgentSuccess } from '../../state/toasts.ts';
import { useDuplicateTransaction } from '../../state/duplicate-transaction.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { type OneAtATime, SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { orderCurrency, orderDecimals } from './order-words.ts';
import type { ShownOrder } from './read-order.ts';

interface FulfilProps {
  shown: ShownOrder;
  onClose: () => void;
}

/** Fulfils an order: asks for the payment method, and whether it is paid now (R-ODET-07 to R-ODET-09, C-074). */
export function FulfilDialog(props: FulfilProps) {
  const methods = useLive(paymentMethodsOf, []);
  const [isDirty, setDirty] = useState(false);
  const saving = useOneAtATime();
  return (
    <FormDialog title="Fulfill order" isDirty={isDirty} isBusy={saving.isBusy} onClose={props.onClose}>
      {(close) => methods && <FulfilForm {...props} {...{ methods, saving }} onNotYet={close} onDirty={setDirty} />}
    </FormDialog>
  );
}

/** Returns a sentence about the fulfilment that came before, as this device knows now (M10); null if there was none. */
async function fulfilledBefore(database: ShopDatabase, shown: ShownOrder): Promise<string | null> {
  const order = await orderById(database, shown.order.id);
  if (order?.status !== 'fulfilled') return null;
  const by = shown.users.get(order.statusChanges.at(-1)?.byUserId ?? 0);
  const who = `Already fulfilled by ${by ? displayName(by) : 'somebody else'}`;
  const sale = order.saleId === null ? undefined : await saleById(database, order.saleId);
  if (sale === undefined) return `${who}.`;
  if (sale.status === 'cancelled') return `${who}. Its sale was cancelled.`;
  return saleBalanceMinor(sale) > 0
    ? `${who}. If you took money, record it on its sale.`
    : `${who}. Its sale is recorded as paid.`;
}

const UNSAID: TypedPayment = { paymentMethodId: null, transactionId: '', isPayLater: false };

interface FulfilFormProps extends FulfilProps {
  methods: readonly PaymentMethod[];
  saving: OneAtATime;
  onNotYet: () => void;
  onDirty: (isDirty: boolean) => void;
}

function FulfilForm({ shown, methods, saving, onClose, onNotYet, onDirty }: FulfilFormProps) {
  const { order, customer } = shown;
  const { run, database } = useReplica();
  const shop = useShop();
  const [typed, setTyped] = useState(UNSAID);
  const [transactionIdError, setTransactionIdError] = useState<string | null>(null);
  const payment = paymentOf(typed, methods, shop.defaultPaymentMethodId);
  const transactionId = payment.hasTransactionId ? typed.transactionId.trim() : '';
  const duplicate = useDuplicateTransaction(typedTransactionOf(transactionId, payment), saving.act);

  const fulfil = () =>
    saving.start(async () => {
      // The message is shown beside the field.
      if (payment.isMethodRemoved) return;
      if ((await duplicate.find()) !== null) return;
      const showBefore = (before: string | null) => {
        showFailure('Failed to fulfill', before);
        // A typed transaction ID is needed on the other sale: it stays until the person closes the dialog.
        return transactionId === '' ? onClose() : undefined;
      };
      // Unless it was this opening of the dialog, by a save of unknown outcome: that is repeated (SYN-1).
      const before = (await hasSaved(database, saving.act)) ? null : await fulfilledBefore(database, shown);
      if (before !== null) return showBefore(before);
      const result = await saved(
        run(
          'order.fulfill',
          ({ mintId, nextStampMs }) => ({
            id: order.id,
            saleId: mintId(),
            saleNumber: saleNumberOf(nextStampMs()),
            status: payment.status,
            paymentMethodId: payment.chosen?.id ?? null,
            paymentMethodName: payment.chosen?.name ?? null,
            transactionId: transactionId === '' ? null : transactionId,
            createdAtMs: null,
            ...carried(order, customer),
          }),
          saving.act,
        ),
      );
      if (!result.ok) {
        setTransactionIdError(result.issues['transactionId'] ?? null);
        return showFailure('Failed to fulfill', result.reason);
      }
      // Another device's fulfilment arrived in between.
      if (result.isSuperseded) {
        saving.goOn();
        return showBefore(await fulfilledBefore(database, shown));
      }
      showUrgentSuccess('Order fulfilled and sale created');
      onClose();
      return SPENT;
    });

  return (
    <Stack>
      <Group justify="space-between" align="baseline" gap="xs">
        <Text>{order.customer.name}</Text>
        <Text size="xl" fw={700}>
          <MoneyText
            amountMinor={order.totalMinor}
            currency={orderCurrency(order, shop)}
            decimals={orderDecimals(order)}
          />
        </Text>
      </Group>
      <PaymentFields
        payment={payment}
        transactionId={typed.transactionId}
        transactionIdError={transactionIdError ?? duplicate.sentence}
        onTransactionShared={duplicate.accept}
        change={(fields) => {
          setTransactionIdError(null);
          setTyped((before) => ({ ...before, ...fields }));
          onDirty(true);
        }}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onNotYet} disabled={saving.isBusy}>
          Not yet
        </Button>
        <Button onClick={fulfil} loading={saving.isBusy} data-autofocus>
          Fulfill order
        </Button>
      </Group>
    </Stack>
  );
}
