import { Group, Text } from '@mantine/core';
import type { SaleLine } from '../../../domain/sales/sale.ts';
import { soldItems } from '../../parts/sale/sold-words.ts';

/** Sold items in one line: the names are cut off, the number of further items is not (R-SLIST-20). */
export function SoldLine({ lines }: { lines: readonly Pick<SaleLine, 'itemName' | 'quantityHundredths'>[] }) {
  const { text, moreCount } = soldItems(lines);
  if (text === '') return null;
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" truncate className="k-shrinking">
        {text}
      </Text>
      {moreCount > 0 && (
        <Text size="sm" c="dimmed" className="k-whole-word">
          and {moreCount} more
        </Text>
      )}
    </Group>
  );
}
