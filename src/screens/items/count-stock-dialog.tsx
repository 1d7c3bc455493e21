import { Alert, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import * as v from 'valibot';
import { formatQuantity, STOCK_HUNDREDTHS_MAX } from '../../../domain/quantity.ts';
import { newStockCountSchema, STOCK_NOTES_CHARS_MAX } from '../../../domain/items/stock-movement.ts';
import { formatDateTime } from '../../../domain/time.ts';
import type { SyncStatus } from '../../../sync/ports.ts';
import { syncStatusOf, unsentSalesOf } from '../../../sync/store/live-reads.ts';
import { saved } from '../../parts/form/save.ts';
import { useOnline } from '../../state/online.ts';
import { useLive, useReplica } from '../../state/replica.tsx';
import { useShop } from '../../state/shop.ts';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { DialogButtons } from '../../ui/layer/dialog-buttons.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { QuantityField } from '../../ui/form/quantity-field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import type { StockDialogProps } from './adjust-stock-dialog.tsx';
import { stockWords } from './stock-text.tsx';
import { stockOf } from '../../parts/form/typed-number.ts';

const EMPTY = { countedHundredths: '', notes: '' };
const formSchema = v.pipe(
  v.custom<typeof EMPTY>((input) => typeof input === 'object' && input !== null),
  v.transform(({ countedHundredths, notes }) => ({
    countedHundredths: stockOf(countedHundredths),
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
  const [unsure, setUnsure] = useState<{ countedHundredths: number; expectedHundredths: number } | null>(null);
  // After a save of unknown outcome the same count says the same: its item may show the counted stock by then (SYN-1).
  const expectedOf = (countedHundredths: number) =>
    unsure?.countedHundredths === countedHundredths ? unsure.expectedHundredths : item.currentStockHundredths;
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: EMPTY,
    schema: formSchema,
    onSubmit: (count) =>
      saving.start(async () => {
        const { countedHundredths } = count;
        const expectedHundredths = expectedOf(countedHundredths);
        const result = await saved(
          run(
            'stock.count',
            ({ mintId }) => ({ ...count, expectedHundredths, id: mintId(), itemId: item.id }),
            saving.act,
          ),
        );
        if (!result.ok) {
          if (result.mayBeSaved) setUnsure({ countedHundredths, expectedHundredths });
          showErrors(result.issues);
          return showFailure('Failed to save the count. Please try again.', result.reason);
        }
        showSuccess('Stock counted', 'The count has been saved successfully');
        onClose();
        return SPENT;
      }),
  });
  const counted = stockOf(form.values.countedHundredths);
  const isReadable = counted >= 0 && counted <= STOCK_HUNDREDTHS_MAX;
  return (
    <FormDialog title="Count Stock" isDirty={form.isDirty()} isBusy={saving.isBusy} onClose={onClose}>
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
              Difference: {isReadable ? signed(counted - expectedOf(counted)) : '-'}
            </Text>
            <DialogButtons submitLabel="Save count" onCancel={close} isBusy={saving.isBusy} />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}

const signed = (hundredths: number): string => `${hundredths > 0 ? '+' : ''}${formatQuantity(hundredths)}`;

/**
 * M19: warns that the number may change, and why, while sales are not synced. A line that was shown stays, with other
 * words once the sales are there: a dialog that grew or shrank with each sync would move 'Save count' from under a thumb.
 */
function UnsyncedSales({ itemId }: { itemId: number }) {
  const isOnline = useOnline(({ isOnline: isIt }) => isIt);
  const { timeZone } = useShop();
  const [isShown, setShown] = useState({ ofUnsent: false, ofOthers: false });
  const read = useLive(
    async (shop) => ({
      unsent: await unsentSalesOf(shop, itemId),
      ...(await syncStatusOf(shop)),
    }),
    [itemId],
  );
  if (!read) return null;
  const { unsent, lastSyncAtMs } = read;
  const isCutOff = !isOnline || hasNoSync(read);
  if ((unsent > 0 && !isShown.ofUnsent) || (isCutOff && !isShown.ofOthers))
    setShown({ ofUnsent: isShown.ofUnsent || unsent > 0, ofOthers: isShown.ofOthers || isCutOff });
  if (!isShown.ofUnsent && !isShown.ofOthers) return null;
  const lastSync = lastSyncAtMs === null ? 'the start' : formatDateTime(lastSyncAtMs, timeZone);
  return (
    <Alert color="yellow">
      <Text fw={600}>{unsent > 0 || isCutOff ? 'Some sales are not synced' : 'The sales are synced now'}</Text>
      {isShown.ofUnsent && <Text size="sm">{unsentText(unsent)}</Text>}
      {isShown.ofOthers && (
        <Text size="sm">
          {isCutOff
            ? `Sales on other devices since ${lastSync} are not in it. They will still be taken off when they arrive, and Kaunta will then ask to count again.`
            : `Sales on other devices up to ${lastSync} are in it.`}
        </Text>
      )}
    </Alert>
  );
}

/** A running sync causes no warning, unless the last one failed. */
const hasNoSync = ({ phase, failureCount }: SyncStatus): boolean =>
  phase === 'syncing' ? failureCount > 0 : phase !== 'idle';

function unsentText(count: number): string {
  if (count === 0) return 'All sales of this item are sent. The number above counts them.';
  return count === 1
    ? '1 sale of this item is not sent yet. The number above already counts it.'
    : `${count} sales of this item are not sent yet. The number above already counts them.`;
}
