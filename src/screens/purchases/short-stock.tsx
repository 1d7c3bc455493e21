import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatQuantity } from '../../../domain/quantity.ts';
import type { ShortItem } from './read-purchase.ts';

/**
 * Warns that stock falls below zero if these goods are taken out of stock, because they have been sold (C-113, M27).
 */
export function ShortStock({ items }: { items: readonly ShortItem[] }) {
  if (items.length === 0) return null;
  return (
    <Alert role="status" color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
      <Text fw={600}>Stock goes below zero</Text>
      {items.map(({ name, stockHundredths }) => (
        <Text key={name} className="k-breakable">
          {name}: {formatQuantity(stockHundredths)}
        </Text>
      ))}
    </Alert>
  );
}
