import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { MutationName } from '../../../sync/mutation/registry.ts';
import { isCash, type PaymentMethod } from '../../../domain/sales/payment-method.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { useDuplicateTransaction } from '../../state/duplicate-transaction.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form/form.ts';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import type { Saved } from '../form/save.ts';
import { sumOf, typedAmount } from '../form/typed-number.ts';
import { methodArgs, MoneyFields, type TypedMoney, typedMoneySchema } from './money-fields.tsx';
import { useMoneyMethods } from './use-money-methods.ts';

/** The money of a payment, without what it pays for. */
export type MoneyTaken = { amountMinor: number } & ReturnType<typeof methodArgs>;

interface PaymentDialogProps {
  owedMinor: number;
  /** The sentence for an amount that is more than what is owed. */
  tooMuch: string;
  currency: string;
  /** The sale that is paid, if it is one: another payment of it may have the same transaction ID. */
  sale?: Sale;
  /** What the owed sum is for, such as ' for 3 sales'. */
  owedFor?: string;
  /** Says that the sum may not be all. */
  note?: string | null;
  /** Says what an amount pays; '' if that is clear. */
  tellParts?: (amountMinor: number) => string;
  /** @param act the id of the dialog's act, for `run` */
  save: (payment: MoneyTaken, act: string) => Promise<Saved<MutationName>>;
  /** The sentence of the toast. */
  told: (amountMinor: number) => string;
  onClose: () => void;
}

/** Records money that a customer pays: all that is owed, or a part (G4, G22, C-048). */
export function PaymentDialog(props: PaymentDialogProps) {
  const methods = useMoneyMethods();
  return methods && <PaymentForm {...props} methods={methods} />;
}

function PaymentForm({
  owedMinor,
  currency,
  methods,
  owedFor = '',
  note = null,
  tellParts,
  onClose,
  ...rest
}: PaymentDialogProps & { methods: PaymentMethod[] }) {
  const { form, formProps, isBusy, duplicate, acceptShared } = usePaymentForm({ owedMinor, methods, onClose, ...rest });
  return (
    <FormDialog title="Record payment" isDirty={form.isDirty()} onClose={onClose}>
      {(close) => (
        <form {...formProps}>
          <Stack>
            <Text>
              Owed: <MoneyText fw={700} amountMinor={owedMinor} currency={currency} decimals={2} />
              {owedFor}
            </Text>
            {note !== null && <Text size="sm">{note}</Text>}
            <MoneyFields
              form={form}
              methods={methods}
              currency={currency}
              transactionIdError={duplicate}
              onTransactionShared={acceptShared}
            />
            {tellParts && (
              <Text className="k-breakable" aria-live="polite">
                {tellParts(sumOf(form.values.amountMinor))}
              </Text>
            )}
            <DialogButtons submitLabel="Record payment" onCancel={close} isBusy={isBusy} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

interface PaymentFormOptions extends Pick<PaymentDialogProps, 'owedMinor' | 'tooMuch' | 'sale' | 'save' | 'told'> {
  methods: readonly PaymentMethod[];
  onClose: () => void;
}

function usePaymentForm({ owedMinor, tooMuch, sale, methods, save, told, onClose }: PaymentFormOptions) {
  const saving = useOneAtATime();
  const schema = useMemo(() => typedMoneySchema(owedMinor, tooMuch), [owedMinor, tooMuch]);
  const initialValues: TypedMoney = {
    amountMinor: typedAmount(owedMinor),
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
        const result = await save({ amountMinor, ...methodArgs(methods, how) }, saving.act);
        if (!result.ok) {
          showErrors(result.issues);
          return showFailure('Failed to record payment. Please try again.', result.reason);
        }
        showSuccess('Payment recorded', told(amountMinor));
        onClose();
        return SPENT;
      }),
  });
  const { transactionId, paymentMethodId } = form.values;
  const chosenName = methods.find(({ id }) => String(id) === paymentMethodId)?.name ?? null;
  const duplicate = useDuplicateTransaction({
    transactionId,
    methodName: isCash(chosenName) ? null : chosenName,
    ...(sale && { sale }),
  });
  const { accept } = duplicate;
  const acceptShared =
    accept &&
    (() => {
      accept();
      form.clearFieldError('transactionId');
    });
  return { form, formProps, isBusy: saving.isBusy, duplicate: duplicate.sentence, acceptShared };
}
