import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import * as v from 'valibot';
import type { Item } from '../../../domain/item.ts';
import { seesCost } from '../../../domain/permission.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { BATCH_ID_CHARS_MAX, defaultBatchId, newStockAdditionSchema } from '../../../domain/stock-movement.ts';
import { saved } from '../../app/save.ts';
import { useReplica } from '../../state/replica.tsx';
import { showFailure, showSuccess } from '../../state/toasts.ts';
import { useValidatedForm } from '../../ui/form.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { amountOf, quantityOf } from './typed-number.ts';

export interface AddStockDialogProps {
  item: Item;
  currency: string;
  onClose: () => void;
}

/** Named as the arguments of the act, so that every message finds its field. */
const EMPTY_ADDITION = { quantityHundredths: '', costPriceMinor: '', batchId: '' };

const additionFormSchema = v.pipe(
  v.custom<typeof EMPTY_ADDITION>((input) => typeof input === 'object' && input !== null),
  v.transform(({ quantityHundredths, costPriceMinor, batchId }) => ({
    quantityHundredths: quantityOf(quantityHundredths),
    costPriceMinor: costPriceMinor.trim() === '' ? null : amountOf(costPriceMinor),
    batchId: batchId.trim() === '' ? null : batchId,
  })),
  v.omit(newStockAdditionSchema, ['id', 'itemId']),
);

/** Raises an item's stock (R-IDET-07, R-STK-15 to R-STK-22). */
export function AddStockDialog({ item, currency, onClose }: AddStockDialogProps) {
  const { run, role } = useReplica();
  const saving = useOneAtATime();
  const { form, formProps, showErrors } = useValidatedForm({
    initialValues: EMPTY_ADDITION,
    schema: additionFormSchema,
    onSubmit: (addition) =>
      saving.start(async () => {
        const batchId = addition.batchId ?? defaultBatchId(Date.now());
        const result = await saved(
          run('stock.add', ({ mintId }) => ({ ...addition, batchId, id: mintId(), itemId: item.id })),
        );
        if (!result.ok) {
          showErrors(result.issues);
          return showFailure('Failed to add stock. Please try again.', result.reason);
        }
        showSuccess('Stock added', 'Stock has been added successfully');
        onClose();
      }),
  });
  const unit = item.unitOfMeasure === null ? '' : ` ${item.unitOfMeasure}`;
  return (
    <Modal opened onClose={onClose} title="Add Stock" closeOnClickOutside={false}>
      <form {...formProps}>
        <Stack>
          <Text className="k-breakable">
            {item.name}: {formatQuantity(item.currentStockHundredths)}
            {unit} in stock
          </Text>
          <TextInput
            label="Quantity"
            data-autofocus
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            {...form.getInputProps('quantityHundredths')}
          />
          {seesCost(role) && (
            <TextInput
              label="Cost price"
              description={`Optional, per unit, in ${currency}.`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              {...form.getInputProps('costPriceMinor')}
            />
          )}
          <TextInput
            label="Batch"
            description="Optional."
            autoComplete="off"
            maxLength={BATCH_ID_CHARS_MAX}
            {...form.getInputProps('batchId')}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={saving.isBusy}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isBusy}>
              Add stock
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
