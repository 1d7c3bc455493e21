import { Group, Text } from '@mantine/core';
import { type Item, oversoldHundredths, stockLevel } from '../../../domain/items/item.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** The stock of an item, with its badges (R-ITEM-08, R-ITEM-09, C-066, C-090, C-091, G14, G63, M19). */
export function StockText({ item }: { item: Item }) {
  if (stockLevel(item) === 'untracked') return <Text c="dimmed">Untracked</Text>;
  return (
    <Group gap="xs">
      <Text>Stock: {stockWords(item)}</Text>
      <StockBadges item={item} />
    </Group>
  );
}

/** Badges for stock that is low, out, oversold, or in doubt. */
export function StockBadges({ item }: { item: Item }) {
  const level = stockLevel(item);
  if (level === 'untracked') return null;
  const oversold = oversoldHundredths(item);
  return (
    <>
      {level === 'low' && <StatusBadge tone="waiting">Low stock</StatusBadge>}
      {level === 'out' && <StatusBadge tone="problem">Out of stock</StatusBadge>}
      {item.lastCount?.isInDoubt === true && <StatusBadge tone="waiting">Count again</StatusBadge>}
      {oversold > 0 && <StatusBadge tone="problem">{`Oversold by ${formatQuantity(oversold)}`}</StatusBadge>}
    </>
  );
}

/** The title of a toast over a form about stock, when somebody has switched 'Track stock' off meanwhile. */
export const STOCK_NOT_COUNTED = "The item's stock is not counted any more";

/** Returns '12.5 kg', or '12 kg' for a whole number (C-103). */
export const stockWords = ({
  currentStockHundredths,
  unitOfMeasure,
}: Pick<Item, 'currentStockHundredths' | 'unitOfMeasure'>): string =>
  `${formatQuantity(currentStockHundredths)}${unitOfMeasure === null ? '' : ` ${unitOfMeasure}`}`;
