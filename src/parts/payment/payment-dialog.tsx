import { Stack, Text } from '@mantine/core';
import type { MutationName } from '../../../sync/mutation/registry.ts';
import { isCash, type PaymentMethod } from '../../../domain/sales/payment-method.ts';
import { useDuplicateTransaction } from '../../state/duplicate-transaction.ts';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import type { Saved } from '../form/save.ts';
import { sumOf } from '../form/typed-number.ts';
import { chosenMethod, methodIdOf, MoneyFields } from './money-fields.tsx';
import { type Money, useMoneyForm } from './use-money-form.ts';
import { useMoneyMethods } from './use-money-methods.ts';

interface PaymentDialogProps {
  owedMinor: number;
  /** The sentence for an amount that is more than what is owed. */
  tooMuch: string;
  currency: string;
  /** The number of sales that it may pay. */
  saleCount?: number;
  /** What the owed sum is for, such as ' for 3 sales'. */
  owedFor?: string;
  /** Says that the sum may not be all. */
  note?: string | null;
  /** Says what an amount pays; '' if that is clear. */
  tellParts?: (amountMinor: number) => string;
  /** @param act the id of the dialog's act, for `run` */
  save: (payment: Money, act: string) => Promise<Saved<MutationName>>;
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
  saleCount = 1,
  owedFor = '',
  note = null,
  tellParts,
  onClose,
  ...rest
}: PaymentDialogProps & { methods: PaymentMethod[] }) {
  const { form, formProps, isBusy, duplicate, acceptShared } = usePaymentForm({ owedMinor, methods, onClose, ...rest });
  return (
    <FormDialog title="Record payment" isDirty={form.isDirty()} isBusy={isBusy} onClose={onClose}>
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
              amountPays={tellParts?.(sumOf(form.values.amountMinor))}
              transactionIdError={duplicate}
              onTransactionShared={acceptShared}
              saleCount={saleCount}
            />
            <DialogButtons submitLabel="Record payment" onCancel={close} isBusy={isBusy} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

interface PaymentFormOptions extends Pick<PaymentDialogProps, 'owedMinor' | 'tooMuch' | 'save' | 'told'> {
  methods: readonly PaymentMethod[];
  onClose: () => void;
}

function usePaymentForm({ owedMinor, tooMuch, methods, save, told, onClose }: PaymentFormOptions) {
  const saving = useOneAtATime();
  const { form, formProps } = useMoneyForm({
    mostMinor: owedMinor,
    ...{ tooMuch, methods, saving, onClose },
    findReused: () => duplicate.find(),
    save: (money) => save(money, saving.act),
    failed: 'Failed to record payment. Please try again.',
    told: ({ amountMinor }) => ['Payment recorded', told(amountMinor)],
  });
  const { transactionId, paymentMethodId } = form.values;
  const chosenName = chosenMethod(methods, methodIdOf(paymentMethodId))?.name ?? null;
  const duplicate = useDuplicateTransaction(
    { transactionId, methodName: isCash(chosenName) ? null : chosenName },
    saving.act,
  );
  const { accept } = duplicate;
  const acceptShared =
    accept &&
    (() => {
      accept();
      form.clearFieldError('transactionId');
    });
  return { form, formProps, isBusy: saving.isBusy, duplicate: duplicate.sentence, acceptShared };
}
