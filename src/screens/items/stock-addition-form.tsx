import { Fieldset, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import * as v from 'valibot';
import { notHundredths } from '../../../domain/hundredths.ts';
import type { Item } from '../../../domain/items/item.ts';
import { lineTotalMinor, PRICE_MINOR_MAX } from '../../../domain/money.ts';
import { seesCost } from '../../../domain/people/permission.ts';
import { PURCHASE_SHORT_TEXT_CHARS_MAX, purchaseFieldsSchema } from '../../../domain/items/purchase.ts';
import { QUANTITY_HUNDREDTHS_MAX } from '../../../domain/quantity.ts';
import { BATCH_ID_CHARS_MAX, newStockAdditionSchema } from '../../../domain/items/stock-movement.ts';
import { DEFAULT_SUPPLIER_NAME } from '../../../domain/people/supplier.ts';
import { LeaveGuard } from '../../parts/form/leave-guard.tsx';
import { useReplica } from '../../state/replica.tsx';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { amountOf, quantityOf } from '../../parts/form/typed-number.ts';
import { useAddStock } from './use-add-stock.ts';
import { shownMoney } from '../../ui/shown-money.ts';
import { NUMBER_CHARS_MAX } from '../../ui/form/number-chars.ts';

export interface StockAdditionFormProps {
  item: Item;
  currency: string;
  onCancel: () => void;
  onAdded: () => void;
  /** Set where a dialog stands around the form, which asks before it closes over unsaved input. */
  onDirty?: (isDirty: boolean) => void;
}

/** The fields have the names of the mutation's arguments, so that each message finds its field. */
const EMPTY_ADDITION = {
  quantityHundredths: '',
  costPriceMinor: '',
  batchId: '',
  purchaseAmountMinor: '',
  invoiceNumber: '',
};

const NO_AMOUNT = 'Purchase amount must be zero or more';
const additionSchema = v.object({
  ...v.omit(newStockAdditionSchema, ['id', 'itemId']).entries,
  purchaseAmountMinor: v.nullable(
    v.pipe(
      v.number(NO_AMOUNT),
      v.safeInteger(notHundredths),
      v.minValue(0, NO_AMOUNT),
      v.maxValue(PRICE_MINOR_MAX, 'Amount is too large'),
    ),
  ),
  invoiceNumber: purchaseFieldsSchema.entries.invoiceNumber,
});
export type StockAddition = v.InferOutput<typeof additionSchema>;

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text);
const amountOrNull = (text: string): number | null => (text.trim() === '' ? null : amountOf(text));

const additionFormSchema = v.pipe(
  v.custom<typeof EMPTY_ADDITION>((input) => typeof input === 'object' && input !== null),
  v.transform((typed) => ({
    quantityHundredths: quantityOf(typed.quantityHundredths),
    costPriceMinor: amountOrNull(typed.costPriceMinor),
    batchId: textOrNull(typed.batchId),
    purchaseAmountMinor: amountOrNull(typed.purchaseAmountMinor),
    invoiceNumber: textOrNull(typed.invoiceNumber),
  })),
  additionSchema,
);

/** The form for added stock: how much, and optionally what was paid for it (R-STK-12, C-110). */
export function StockAdditionForm(props: StockAdditionFormProps) {
  const { item, currency, onCancel, onAdded, onDirty } = props;
  const { role } = useReplica();
  const saving = useOneAtATime();
  const addStock = useAddStock(item, currency);
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: EMPTY_ADDITION,
    schema: additionFormSchema,
    onSubmit: (addition) =>
      saving.start(async () => {
        const issues = await addStock(addition, saving.act);
        if (issues !== null) return void showErrors(issues);
        onAdded();
        return SPENT;
      }),
  });
  const isDirty = form.isDirty();
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty]);
  const text = { autoComplete: 'off', ...{ spellCheck: false } } as const;
  const number = { ...text, inputMode: 'decimal' } as const;
  return (
    <form {...formProps}>
      <Stack>
        <TextField
          label="Quantity"
          data-autofocus
          // On its own screen it takes the place of what was tapped; a dialog sees to its focus itself.
          autoFocus={onDirty === undefined}
          maxLength={NUMBER_CHARS_MAX}
          {...number}
          {...form.getInputProps('quantityHundredths')}
        />
        {seesCost(role) && (
          <TextField
            label="Cost price"
            description={`Optional, per unit, in ${currency}.`}
            maxLength={NUMBER_CHARS_MAX}
            {...number}
            {...form.getInputProps('costPriceMinor')}
          />
        )}
        <TextField
          label="Batch"
          description="Optional."
          maxLength={BATCH_ID_CHARS_MAX}
          {...text}
          {...form.getInputProps('batchId')}
        />
        <Fieldset legend="Purchase details (optional)">
          <Stack>
            <TextField
              label="Purchase amount (per unit)"
              description={`What you paid for one, in ${currency}.`}
              maxLength={NUMBER_CHARS_MAX}
              {...number}
              {...form.getInputProps('purchaseAmountMinor')}
            />
            <TextField
              label="Invoice number"
              maxLength={PURCHASE_SHORT_TEXT_CHARS_MAX}
              {...text}
              {...form.getInputProps('invoiceNumber')}
            />
            <PurchaseHint typed={form.values} currency={currency} />
          </Stack>
        </Fieldset>
        <DialogButtons submitLabel="Add stock" onCancel={onCancel} isBusy={saving.isBusy} />
      </Stack>
      <LeaveGuard isDirty={isDirty} isOfSearch={onDirty === undefined} />
    </form>
  );
}

/** The quantity that will be recorded, and its total price (C-111). */
function PurchaseHint({ typed, currency }: { typed: typeof EMPTY_ADDITION; currency: string }) {
  if (typed.purchaseAmountMinor.trim() === '' && typed.invoiceNumber.trim() === '')
    return <Text size="sm">Fill in one of these to record a purchase. Leave both empty to add stock only.</Text>;
  const quantity = quantityOf(typed.quantityHundredths);
  // R-STK-30.
  const amount = amountOrNull(typed.purchaseAmountMinor) ?? amountOrNull(typed.costPriceMinor) ?? 0;
  const isReadable = quantity > 0 && quantity <= QUANTITY_HUNDREDTHS_MAX && amount >= 0 && amount <= PRICE_MINOR_MAX;
  return (
    <>
      {isReadable && (
        <Text fw={600} aria-live="polite">
          Total cost: <span className="k-figures">{shownMoney(lineTotalMinor(quantity, amount), currency)}</span>
        </Text>
      )}
      <Text size="sm">Recorded as a purchase from {DEFAULT_SUPPLIER_NAME}, paid in cash.</Text>
    </>
  );
}
