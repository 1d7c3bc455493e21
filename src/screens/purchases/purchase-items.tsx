import { Anchor, Card, Divider, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Item } from '../../../domain/items/item.ts';
import type { Purchase, PurchaseLine } from '../../../domain/items/purchase.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { formatDayKey } from '../../../domain/time.ts';
import { itemLink } from '../../parts/paths.ts';
import { MoneyText } from '../../ui/money-text.tsx';

export interface PurchaseItemsProps {
  purchase: Purchase;
  /** The items that still exist. */
  itemsById: ReadonlyMap<number, Item>;
  currency: string;
}

/** The lines of a purchase (R-PUR-32). */
export function PurchaseItems({ purchase, itemsById, currency }: PurchaseItemsProps) {
  return (
    <Card component="section" aria-label="Items">
      <Stack gap="sm">
        {purchase.lines.length === 0 && <Text c="dimmed">No items found for this purchase.</Text>}
        <Stack component="ul" className="k-plain-list" gap="sm">
          {purchase.lines.map((line) => (
            <li key={line.id}>
              <LineFacts line={line} item={itemsById.get(line.itemId)} currency={currency} />
            </li>
          ))}
        </Stack>
        <Divider />
        <Group justify="space-between" align="baseline" gap="xs">
          <Text fw={600}>Total Amount</Text>
          <Text size="xl" fw={700} className="k-figure">
            <MoneyText amountMinor={purchase.totalMinor} currency={currency} decimals={2} />
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}

function LineFacts({ line, item, currency }: { line: PurchaseLine; item: Item | undefined; currency: string }) {
  const name = line.itemName || 'Unknown Item';
  const unit = item?.unitOfMeasure ?? null;
  const details = [
    line.batchNumber === null ? null : `Batch ${line.batchNumber}`,
    line.expiryDate === null ? null : `Expires ${formatDayKey(line.expiryDate)}`,
  ].filter((text) => text !== null);
  return (
    <div>
      {item === undefined ? (
        <Text fw={600} className="k-breakable">
          {name}
        </Text>
      ) : (
        <Anchor component={Link} to={itemLink(item.id)} fw={600} className="k-inline-link k-breakable">
          {name}
        </Anchor>
      )}
      <Group justify="space-between" align="baseline" gap="0 0.75rem">
        <Text size="sm" c="dimmed">
          {formatQuantity(line.quantityHundredths)}
          {unit === null ? '' : ` ${unit}`} ×{' '}
          <MoneyText amountMinor={line.unitCostMinor} currency={currency} decimals={2} /> each
        </Text>
        <Text fw={600} ml="auto">
          <MoneyText amountMinor={line.totalCostMinor} currency={currency} decimals={2} />
        </Text>
      </Group>
      {details.length > 0 && (
        <Text size="sm" c="dimmed" className="k-breakable">
          {details.join(' · ')}
        </Text>
      )}
      {line.notes !== null && (
        <Text size="sm" className="k-breakable k-lines">
          {line.notes}
        </Text>
      )}
    </div>
  );
}
