import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ChangeEvent, useCallback } from 'react';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import * as v from 'valibot';
import { hundredthsToDecimal } from '../../../domain/hundredths.ts';
import type { Item } from '../../../domain/items/item.ts';
import { QUANTITY_HUNDREDTHS_MAX } from '../../../domain/quantity.ts';
import {
  newStockAdjustmentSchema,
  STOCK_ADJUSTMENT_REASONS,
  STOCK_NOTES_CHARS_MAX,
  type StockAdjustmentReason,
  type StockMovement,
} from '../../../domain/items/stock-movement.ts';
import { signOf } from '../../../domain/text/number-text.ts';
import type { ShopDatabase } from '../../../sync/store/database/dexie-database.ts';
import { hasSaved, movementById, usersById } from '../../../sync/store/live-reads.ts';
import { saved } from '../../parts/form/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useValidatedForm } from '../../ui/form/form.ts';
import { QuantityField } from '../../ui/form/quantity-field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { SPENT, useOneAtATime } from '../../ui/form/use-one-at-a-time.ts';
import { reversedWords } from './ledger-words.ts';
import { stockWords } from './stock-text.tsx';
import { quantityOf } from '../../parts/form/typed-number.ts';

export interface StockDialogProps {
  item: Item;
  onClose: () => void;
}

export interface AdjustStockDialogProps extends StockDialogProps {
  /** The addition that this adjustment reverses: a delivery that two people have entered (M17). */
  reversed?: StockMovement;
}

const REASON_WORDS: Readonly<Record<StockAdjustmentReason, string>> = {
  damaged: 'Damaged',
  expired: 'Expired',
  counted: 'Counted',
  other: 'Other',
};

/** Reasons for which stock only goes down. */
const LOSSES: ReadonlySet<string> = new Set<StockAdjustmentReason>(['damaged', 'expired']);

/** The fields have the names of the mutation's arguments, so that each message finds its field. */
const EMPTY = { quantityHundredths: '', reason: '', notes: '' };
const formSchema = v.pipe(
  v.custom<typeof EMPTY>((input) => typeof input === 'object' && input !== null),
  v.transform(({ quantityHundredths, reason, notes }) => ({
    quantityHundredths: quantityOf(quantityHundredths),
    reason,
    notes: notes.trim() === '' ? null : notes,
  })),
  v.omit(newStockAdjustmentSchema, ['id', 'itemId', 'reversesId']),
);

const withSign = (typed: string, sign: string): string => `${sign}${signOf(typed).unsigned}`;

const reversalOf = ({ quantityHundredths, batchId }: StockMovement): typeof EMPTY => ({
  quantityHundredths: hundredthsToDecimal(-quantityHundredths).replace(/\.00$/, ''),
  reason: 'other',
  notes: `Reversed${batchId === null ? '' : `: ${batchWords(batchId)}`}`,
});

/** Names a batch. The app's own batch ids already begin with the word. */
const batchWords = (batchId: string): string => (/^batch\b/i.test(batchId) ? batchId : `batch ${batchId}`);

/** Returns a sentence about a reversal of this addition while the dialog was open; null if there was none. */
async function reversedBefore(database: ShopDatabase, addition: StockMovement | undefined): Promise<string | null> {
  const by = addition && (await movementById(database, addition.id))?.reversed?.byUserId;
  if (by === undefined) return null;
  const user = (await usersById(database)).get(by);
  return `${reversedWords(user)} already. To change the stock once more, use 'Adjust Stock'.`;
}

/** Corrects an item's stock, with the reason why (G17). */
export function AdjustStockDialog({ item, onClose, reversed }: AdjustStockDialogProps) {
  const { run, database } = useReplica();
  const saving = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: reversed === undefined ? EMPTY : reversalOf(reversed),
    schema: formSchema,
    onSubmit: (adjustment) =>
      saving.start(async () => {
        // Unless it was this opening of the dialog, by a save of unknown outcome: that is repeated (SYN-1).
        const before = (await hasSaved(database, saving.act)) ? null : await reversedBefore(database, reversed);
        if (before !== null) return showFailure('Failed to adjust stock', before);
        const args = { ...adjustment, itemId: item.id, ...(reversed && { reversesId: reversed.id }) };
        const act = run('stock.adjust', ({ mintId }) => ({ ...args, id: mintId() }), saving.act);
        const result = await saved(act);
        if (!result.ok) {
          showErrors(result.issues);
          return showFailure('Failed to adjust stock. Please try again.', result.reason);
        }
        // Another device's reversal arrived in between.
        if (result.isSuperseded) {
          saving.goOn();
          return showFailure('Failed to adjust stock', await reversedBefore(database, reversed));
        }
        showSuccess('Stock adjusted', 'Stock has been adjusted successfully');
        onClose();
        return SPENT;
      }),
  });
  const { setFieldValue } = form;
  const chooseReason = useCallback(
    ({ currentTarget: { value: reason } }: ChangeEvent<HTMLSelectElement>) => {
      setFieldValue('reason', reason);
      // X-TYPE-57: '2' that are damaged are two less. Whoever means more taps 'Put in' after it.
      if (LOSSES.has(reason)) setFieldValue('quantityHundredths', (before) => withSign(before, '-'));
    },
    [setFieldValue],
  );
  const typed = form.values.quantityHundredths;
  const by = quantityOf(typed);
  const isReadable = Number.isInteger(by) && Math.abs(by) <= QUANTITY_HUNDREDTHS_MAX && by !== 0;
  const then = { ...item, currentStockHundredths: item.currentStockHundredths + by };
  return (
    <FormDialog title="Adjust Stock" isDirty={form.isDirty()} isBusy={saving.isBusy} onClose={onClose}>
      {(close) => (
        <form {...formProps}>
          <Stack>
            <Text className="k-breakable">
              {item.name}: {stockWords(item)} in stock
            </Text>
            {/* Some phones' number keyboards have no minus. */}
            <SegmentedControl
              fullWidth
              aria-label="Direction"
              data={[
                { value: '-', label: 'Take away' },
                { value: '', label: 'Put in' },
              ]}
              value={signOf(typed).isNegative ? '-' : ''}
              onChange={(sign) => form.setFieldValue('quantityHundredths', withSign(typed, sign))}
            />
            <QuantityField
              label="Quantity"
              description="By how much the stock changes: -2 for two that are lost."
              data-autofocus
              {...form.getInputProps('quantityHundredths')}
            />
            <SelectField
              label="Reason"
              data={[
                { value: '', label: 'Choose' },
                ...STOCK_ADJUSTMENT_REASONS.map((value) => ({ value, label: REASON_WORDS[value] })),
              ]}
              {...form.getInputProps('reason')}
              onChange={chooseReason}
            />
            <TextArea
              label="Notes"
              description="Optional."
              maxLength={STOCK_NOTES_CHARS_MAX}
              {...form.getInputProps('notes')}
            />
            <Text aria-live="polite" fw={600}>
              {isReadable ? `New stock: ${stockWords(then)}` : `Stock: ${stockWords(item)}`}
            </Text>
            <Group justify="flex-end" gap="xs" wrap="nowrap">
              <Button variant="default" px="sm" onClick={close} disabled={saving.isBusy}>
                Cancel
              </Button>
              <Button type="submit" px="sm" loading={saving.isBusy}>
                Save adjustment
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
