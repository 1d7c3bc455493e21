import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PaymentMethod } from '../../../domain/sales/payment-method.ts';
import { saleNumberOf } from '../../../domain/sales/sale.ts';
import { carried } from '../../../domain/sales/seen-order.ts';
import { paymentMethodsOf } from '../../../sync/store/live-reads.ts';
import { paymentOf, typedTransactionOf, type TypedPayment } from '../../parts/payment/draft-payment.ts';
import { PaymentFields } from '../../parts/payment/payment-fields.tsx';
import { saved } from '../../parts/form/save.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showUrgentSuccess } from '../../state/toasts.ts';
import { useDuplicateTransaction } from '../../state/duplicate-transaction.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { orderCurrency, orderDecimals } from './order-words.ts';
import type { ShownOrder } from './read-order.ts';

interface FulfilProps {
  shown: ShownOrder;
  onClose: () => void;
}

/** Fulfils an order: asks for the payment method, and whether it is paid now (R-ODET-07 to R-ODET-09, C-074). */
export function FulfilDialog(props: FulfilProps) {
  const methods = useLive(paymentMethodsOf, []);
  return (
    <Modal opened onClose={props.onClose} title="Fulfill order" closeOnClickOutside={false}>
      {methods && <FulfilForm {...props} methods={methods} />}
    </Modal>
  );
}

const UNSAID: TypedPayment = { paymentMethodId: null, transactionId: '', isPayLater: false };

function FulfilForm({ shown, methods, onClose }: FulfilProps & { methods: readonly PaymentMethod[] }) {
  const { order, customer } = shown;
  const { run } = useReplica();
  const shop = useShop();
  const saving = useOneAtATime();
  const [typed, setTyped] = useState(UNSAID);
  const [transactionIdError, setTransactionIdError] = useState<string | null>(null);
  const payment = paymentOf(typed, methods, shop.defaultPaymentMethodId);
  const transactionId = payment.hasTransactionId ? typed.transactionId.trim() : '';
  const duplicate = useDuplicateTransaction(typedTransactionOf(transactionId, payment), saving.act);

  const fulfil = () =>
    saving.start(async () => {
      // The message is shown beside the field.
      if ((await duplicate.find()) !== null) return;
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
        }}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} disabled={saving.isBusy}>
          Not yet
        </Button>
        <Button onClick={fulfil} loading={saving.isBusy} data-autofocus>
          Fulfill order
        </Button>
      </Group>
    </Stack>
  );
}
