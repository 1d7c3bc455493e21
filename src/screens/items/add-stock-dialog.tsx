import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { StockAdditionForm } from './stock-addition-form.tsx';
import { stockWords } from './stock-text.tsx';

export interface AddStockDialogProps {
  item: Item;
  currency: string;
  onClose: () => void;
}

/** Raises an item's stock (R-IDET-07, R-STK-15 to R-STK-22). */
export function AddStockDialog({ item, currency, onClose }: AddStockDialogProps) {
  const [isDirty, setDirty] = useState(false);
  return (
    <FormDialog title="Add Stock" isDirty={isDirty} guardsScreen={false} onClose={onClose}>
      {(close) => (
        <Stack>
          <Text className="k-breakable">
            {item.name}: {stockWords(item)} in stock
          </Text>
          <StockAdditionForm item={item} currency={currency} onCancel={close} onAdded={onClose} onDirty={setDirty} />
        </Stack>
      )}
    </FormDialog>
  );
}
