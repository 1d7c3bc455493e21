import { Stack, Text } from '@mantine/core';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { useMemo } from 'react';
import { isCash, type PaymentMethod } from '../../../domain/sales/payment-method.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleBalanceMinor } from '../../../domain/sales/sale-payment.ts';
import { saved } from '../../parts/form/save.ts';
import { typedAmount } from '../../parts/form/typed-number.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useDuplicateTransaction } from '../../state/duplicate-transaction.ts';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { methodArgs, MoneyFields, type TypedMoney, typedMoneySchema } from './money-fields.tsx';
import { useMoneyMethods } from './use-money-methods.ts';
import { shownMoney } from '../../ui/shown-money.ts';

interface RecordPaymentProps {
  sale: Sale;
  currency: string;
  onClose: () => void;
}

/** Records a payment for an unpaid sale: all that is owed, or a part (G4, G22, C-048). */
export function RecordPaymentDialog(props: RecordPaymentProps) {
  const methods = useMoneyMethods();
  return methods && <RecordPaymentForm {...props} methods={methods} />;
}

function RecordPaymentForm({ sale, currency, methods, onClose }: RecordPaymentProps & { methods: PaymentMethod[] }) {
  const { run } = useReplica();
  const saving = useOneAtATime();
  const balanceMinor = saleBalanceMinor(sale);
  const schema = useMemo(
    () => typedMoneySchema(balanceMinor, 'The amount is larger than what is owed'),
    [balanceMinor],
  );
  const initialValues: TypedMoney = {
    amountMinor: typedAmount(balanceMinor),
    paymentMethodId: String(methods[0]?.id ?? ''),
    transactionId: '',
  };
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues,
    schema,
    onSubmit: ({ amountMinor, ...how }) =>
      saving.start(async () => {
        const reused = await duplicate.find();
        if (reused !== null) return void showErrors({ transactionId: reused });
        const { id: saleId, orderId } = sale;
        const result = await saved(
          run(
            'sale.takePayment',
            ({ mintId }) => ({
              ...{ id: mintId(), saleId, orderId, amountMinor },
              ...methodArgs(methods, how),
            }),
            saving.act,
          ),
        );
        if (!result.ok) {
          showErrors(result.issues);
          return showFailure('Failed to record payment. Please try again.', result.reason);
        }
        const leftMinor = balanceMinor - amountMinor;
        showSuccess(
          'Payment recorded',
          leftMinor === 0 ? 'The sale is paid.' : `${shownMoney(leftMinor, currency)} is still owed.`,
        );
        onClose();
        return SPENT;
      }),
  });
  const { transactionId } = form.values;
  const { paymentMethodName } = methodArgs(methods, {
    paymentMethodId: Number(form.values.paymentMethodId),
    transactionId,
  });
  const duplicate = useDuplicateTransaction({
    transactionId,
    methodName: isCash(paymentMethodName) ? null : paymentMethodName,
    sale,
  });
  const { accept } = duplicate;
  const shared =
    accept &&
    (() => {
      accept();
      form.clearFieldError('transactionId');
    });
  return (
    <FormDialog title="Record payment" isDirty={form.isDirty()} onClose={onClose}>
      {(close) => (
        <form {...formProps}>
          <Stack>
            <Text>
              Owed: <MoneyText fw={700} amountMinor={balanceMinor} currency={currency} decimals={2} />
            </Text>
            <MoneyFields
              form={form}
              methods={methods}
              currency={currency}
              transactionIdError={duplicate.sentence}
              onTransactionShared={shared}
            />
            <DialogButtons submitLabel="Record payment" onCancel={close} isBusy={saving.isBusy} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
