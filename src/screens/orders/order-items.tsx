import { Card, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import type { Order, OrderLine } from '../../../domain/sales/order.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { ImageGallery } from '../../parts/picture/image-gallery.tsx';
import { useShownImages } from '../../state/shown-images.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { orderDecimals } from './order-words.ts';

export interface OrderItemsProps {
  order: Order;
  currency: string;
  itemsById: ReadonlyMap<number, Item>;
}

/** The lines of an order with their total (R-ODET-18, R-ODET-23 to R-ODET-28). */
export function OrderItems({ order, currency, itemsById }: OrderItemsProps) {
  const decimals = orderDecimals(order);
  const isOpen = order.status === 'pending' || order.status === 'confirmed';
  return (
    <Card component="section" aria-label="Items">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Items
        </Title>
        <Stack component="ul" className="k-plain-list" gap="md">
          {order.lines.map((line) => (
            <li key={line.id}>
              <OrderItem
                line={line}
                item={itemsById.get(line.itemId)}
                isOpen={isOpen}
                currency={currency}
                decimals={decimals}
              />
            </li>
          ))}
        </Stack>
        <Divider />
        <Group justify="space-between" align="baseline" gap="xs">
          <Text fw={600}>Total</Text>
          <Text size="xl" fw={700}>
            <MoneyText amountMinor={order.totalMinor} currency={currency} decimals={decimals} />
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}

interface OrderItemProps {
  line: OrderLine;
  item: Item | undefined;
  /** True if the goods are not handed over yet: then a lack of stock is shown. */
  isOpen: boolean;
  currency: string;
  decimals: 0 | 2;
}

function OrderItem({ line, item, isOpen, currency, decimals }: OrderItemProps) {
  const images = useShownImages(item?.images ?? []);
  const name = line.itemName || 'Unknown Item';
  const unit = line.itemUnit === undefined ? (item?.unitOfMeasure ?? null) : line.itemUnit;
  return (
    <Stack gap="xs">
      <div>
        <Text fw={600} className="k-breakable">
          {name}
        </Text>
        <Group justify="space-between" align="baseline" gap="0 0.75rem">
          <Text size="sm" c="dimmed">
            {formatQuantity(line.quantityHundredths)}
            {unit === null ? '' : ` ${unit}`} ×{' '}
            <MoneyText amountMinor={line.unitPriceMinor} currency={currency} decimals={decimals} /> each
          </Text>
          <Text fw={600} ml="auto">
            <MoneyText amountMinor={line.totalMinor} currency={currency} decimals={decimals} />
          </Text>
        </Group>
      </div>
      {isOpen && item !== undefined && isShort(item, line) && (
        // Only a note: it does not block the order (G14).
        <Text size="sm" c="var(--mantine-color-error)">
          Only {formatQuantity(Math.max(0, item.currentStockHundredths))} in stock
        </Text>
      )}
      <ImageGallery images={images} name={name} />
    </Stack>
  );
}

const isShort = (item: Item, { quantityHundredths }: OrderLine): boolean =>
  tracksStock(item) && item.currentStockHundredths < quantityHundredths;
