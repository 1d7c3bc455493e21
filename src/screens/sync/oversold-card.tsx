import { Card, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { type Item, oversoldHundredths } from '../../../domain/items/item.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { itemLink } from '../../parts/paths.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** An oversold item: its stock is below zero. The card stays until a person corrects the stock (C-066, M5). */
export function OversoldCard({ item }: { item: Item }) {
  return (
    <Card padding="sm" className="k-link-card k-stretched">
      <Link to={itemLink(item.id)} className="k-stretched-link">
        <Text component="span" fw={600} className="k-breakable">
          {item.name}
        </Text>
      </Link>
      <Text>More was sold than there was in stock. Count what is there, and add what is missing.</Text>
      <Group>
        <StatusBadge tone="problem">{`Oversold by ${formatQuantity(oversoldHundredths(item))}`}</StatusBadge>
      </Group>
    </Card>
  );
}
