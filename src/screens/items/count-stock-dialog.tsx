import { Alert, Stack, Text } from '@mantine/core';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import * as v from 'valibot';
import { formatQuantity, QUANTITY_HUNDREDTHS_MAX } from '../../../domain/quantity.ts';
import { newStockCountSchema, STOCK_NOTES_CHARS_MAX } from '../../../domain/stock-movement.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { syncStatusOf, unsentSalesOf } from '../../../sync/store/live-reads.ts';
import { saved } from '../../parts/form/save.ts';
import { useOnline } from '../../state/online.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { useValidatedForm } from '../../ui/form.ts';
import { QuantityField } from '../../ui/quantity-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { SPENT, useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import type { StockDialogProps } from './adjust-stock-dialog.tsx';
import { stockWords } from './stock-text.tsx';
import { quantityOf } from '../../parts/form/typed-number.ts';

const EMPTY = { countedHundredths: '', notes: '' };
const formSchema = v.pipe(
  v.custom<typeof EMPTY>((input) => typeof input === 'object' && input !== null),
  v.transform(({ countedHundredths, notes }) => ({
    countedHundredths: quantityOf(countedHundredths),
    notes: notes.trim() === '' ? null : notes,
  })),
  v.omit(newStockCountSchema, ['id', 'itemId', 'expectedHundredths']),
);

/**
 * Asks for the count of the shelf. The stock that the device shows when it is saved, including its own unsent sales, is
 * the expected one: only the difference is sent, so that sales which arrive later still subtract (M19).
 */
export function CountStockDialog({ item, onClose }: StockDialogProps) {
  const { run } = useReplica();
  const saving = useOneAtATime();
  const expectedHundredths = item.currentStockHundredths;
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: EMPTY,
    schema: formSchema,
    onSubmit: (count) =>
      saving.start(async () => {
        const result = await saved(
          run(
            'stock.count',
            ({ mintId }) => ({ ...count, expectedHundredths, id: mintId(), itemId: item.id }),
            saving.act,
          ),
        );
        if (!result.ok) {
          showErrors(result.issues);
          return showFailure('Failed to save the count. Please try again.', result.reason);
        }
        showSuccess('Stock counted', 'The count has been saved successfully');
        onClose();
        return SPENT;
      }),
  });
  const counted = quantityOf(form.values.countedHundredths);
  const isReadable = counted >= 0 && counted <= QUANTITY_HUNDREDTHS_MAX;
  return (
    <FormDialog title="Count Stock" isDirty={form.isDirty()} onClose={onClose}>
      {(close) => (
        <form {...formProps}>
          <Stack>
            <Text className="k-breakable">{item.name}</Text>
            <Text>Kaunta shows: {stockWords(item)}</Text>
            <UnsyncedSales itemId={item.id} />
            <QuantityField label="Counted quantity" data-autofocus {...form.getInputProps('countedHundredths')} />
            <TextArea
              label="Notes"
              description="Optional."
              maxLength={STOCK_NOTES_CHARS_MAX}
              {...form.getInputProps('notes')}
            />
            <Text aria-live="polite" fw={600}>
              Difference: {isReadable ? signed(counted - expectedHundredths) : '-'}
            </Text>
            <DialogButtons submitLabel="Save count" onCancel={close} isBusy={saving.isBusy} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

const signed = (hundredths: number): string => `${hundredths > 0 ? '+' : ''}${formatQuantity(hundredths)}`;

/** M19: warns that the number may change, and why, while sales are not synced. */
function UnsyncedSales({ itemId }: { itemId: number }) {
  const isOnline = useOnline(({ isOnline: isIt }) => isIt);
  const { timeZone } = useShop();
  const read = useLive(
    async (shop) => ({
      unsent: await unsentSalesOf(shop, itemId),
      ...(await syncStatusOf(shop)),
    }),
    [itemId],
  );
  if (!read) return null;
  const { unsent, phase, lastSyncAtMs } = read;
  const isCutOff = !isOnline || phase !== 'idle';
  if (unsent === 0 && !isCutOff) return null;
  return (
    <Alert color="yellow">
      <Text fw={600}>Some sales are not synced</Text>
      {unsent > 0 && (
        <Text size="sm">
          {unsent === 1 ? '1 sale of this item is' : `${unsent} sales of this item are`} not sent yet. The number above
          already counts {unsent === 1 ? 'it' : 'them'}.
        </Text>
      )}
      {isCutOff && (
        <Text size="sm">
          Sales on other devices since {lastSyncAtMs === null ? 'the start' : formatDateTime(lastSyncAtMs, timeZone)}{' '}
          are not in it. They will still be taken off when they arrive, and Kaunta will then ask to count again.
        </Text>
      )}
    </Alert>
  );
}
