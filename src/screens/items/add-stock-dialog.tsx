import { Modal, Stack, Text } from '@mantine/core';
import type { Item } from '../../../domain/items/item.ts';
import { StockAdditionForm } from './stock-addition-form.tsx';
import { stockWords } from './stock-text.tsx';

export interface AddStockDialogProps {
  item: Item;
  currency: string;
  onClose: () => void;
}

/** Raises an item's stock (R-IDET-07, R-STK-15 to R-STK-22). */
export function AddStockDialog({ item, currency, onClose }: AddStockDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Add Stock" closeOnClickOutside={false}>
      <Stack>
        <Text className="k-breakable">
          {item.name}: {stockWords(item)} in stock
        </Text>
        <StockAdditionForm item={item} currency={currency} onCancel={onClose} onAdded={onClose} />
      </Stack>
    </Modal>
  );
}
