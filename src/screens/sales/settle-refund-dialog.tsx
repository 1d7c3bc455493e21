import { Input, SegmentedControl, Stack, Text } from '@mantine/core';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { useId, useState } from 'react';
import type { PaymentMethod } from '../../../domain/sales/payment-method.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { type RefundWay, saleCreditMinor, saleRefundDueMinor } from '../../../domain/sales/sale-payment.ts';
import { useReplica } from '../../state/replica.tsx';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { MoneyFields } from '../../parts/payment/money-fields.tsx';
import { useMoneyForm } from '../../parts/payment/use-money-form.ts';
import { useMoneyMethods } from '../../parts/payment/use-money-methods.ts';
import { savedOnSale } from './saved-on-sale.ts';

interface SettleRefundProps {
  sale: Sale;
  currency: string;
  onClose: () => void;
}

const WAYS: { value: RefundWay; label: string }[] = [
  { value: 'refunded', label: 'Given back' },
  { value: 'kept', label: 'Kept as credit' },
];

/** Records a refund or credit for money taken twice, or taken for a cancelled sale (M6, M7). */
export function SettleRefundDialog(props: SettleRefundProps) {
  const methods = useMoneyMethods();
  return methods && <SettleRefundForm {...props} methods={methods} />;
}

function SettleRefundForm({ sale, currency, methods, onClose }: SettleRefundProps & { methods: PaymentMethod[] }) {
  const [way, setWay] = useState<RefundWay>('refunded');
  const dueMinor = saleRefundDueMinor(sale);
  // Money that is already kept as credit can only be given back.
  const openMinor = dueMinor > 0 ? dueMinor : saleCreditMinor(sale);
  const { form, formProps, isBusy } = useRefundForm({ sale, methods, way, openMinor, onClose });
  const wayId = useId();
  return (
    <FormDialog title="Settle refund" isDirty={form.isDirty()} isBusy={isBusy} onClose={onClose}>
      {(close) => (
        <form {...formProps}>
          <Stack>
            <Text>
              {dueMinor > 0 ? 'Due back: ' : 'Kept as credit: '}
              <MoneyText fw={700} amountMinor={openMinor} currency={currency} decimals={2} />
            </Text>
            {/* Credit needs a customer: a sale without one offers none. */}
            {sale.customerId !== null && dueMinor > 0 && (
              <div>
                <Input.Label id={wayId} labelElement="div">
                  What was done
                </Input.Label>
                <SegmentedControl
                  fullWidth
                  aria-labelledby={wayId}
                  data={WAYS}
                  value={way}
                  onChange={(value) => setWay(value)}
                />
              </div>
            )}
            {way === 'refunded' ? (
              <MoneyFields form={form} methods={methods} currency={currency} />
            ) : (
              <Text className="k-breakable">{sale.customerName} has it as credit. It can be given back later.</Text>
            )}
            <DialogButtons
              submitLabel={way === 'refunded' ? 'Record refund' : 'Save credit'}
              onCancel={close}
              isBusy={isBusy}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

interface RefundFormOptions {
  sale: Sale;
  methods: readonly PaymentMethod[];
  way: RefundWay;
  openMinor: number;
  onClose: () => void;
}

const TOLD: Readonly<Record<RefundWay, readonly [string, string]>> = {
  refunded: ['Refund recorded', 'The money was given back.'],
  kept: ['Credit saved', 'The money is kept for the customer.'],
};

function useRefundForm({ sale, methods, way, openMinor, onClose }: RefundFormOptions) {
  const replica = useReplica();
  const saving = useOneAtATime();
  const { id: saleId, orderId } = sale;
  const { form, formProps, submit, unsureMoney } = useMoneyForm({
    mostMinor: openMinor,
    tooMuch: 'The amount is larger than what is due back',
    ...{ methods, saving, onClose, choice: way },
    save: (money) =>
      savedOnSale(replica, sale, saving.act, () =>
        replica.run(
          'sale.settleRefund',
          ({ mintId }) => ({ id: mintId(), saleId, orderId, way, ...money }),
          saving.act,
        ),
      ),
    failed: 'Failed to settle the refund. Please try again.',
    told: () => TOLD[way],
  });
  const keep = (event: React.FormEvent) => {
    event.preventDefault();
    const all = { amountMinor: openMinor, paymentMethodId: null, paymentMethodName: null, transactionId: null };
    // After a save of unknown outcome the sale may have another sum as credit.
    submit(unsureMoney ?? all);
  };
  return { form, formProps: way === 'kept' ? { ...formProps, onSubmit: keep } : formProps, isBusy: saving.isBusy };
}
