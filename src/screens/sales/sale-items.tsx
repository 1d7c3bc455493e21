import { Card, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { formatQuantity } from '../../../domain/quantity.ts';
import { type Sale, type SaleLine, unitOfLine } from '../../../domain/sales/sale.ts';
import { MoneyText } from '../../ui/money-text.tsx';

export interface SaleItemsProps {
  sale: Sale;
  currency: string;
  /** The units of those items that have one (G63). */
  unitsByItem: ReadonlyMap<number, string>;
}

/** The items of a sale (R-SDET-15 to R-SDET-24). */
export function SaleItems({ sale, currency, unitsByItem }: SaleItemsProps) {
  return (
    <Card component="section" aria-label="Items">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Items
        </Title>
        {sale.lines.length === 0 && <Text c="dimmed">No items found for this sale.</Text>}
        <Stack component="ul" className="k-plain-list" gap="sm">
          {sale.lines.map((line) => (
            <li key={line.id}>
              <SaleItem line={line} currency={currency} unit={unitOfLine(line, unitsByItem)} />
            </li>
          ))}
        </Stack>
        <Divider />
        {sale.discountMinor > 0 && (
          <Group justify="space-between" align="baseline" gap="xs">
            <Text>Discount</Text>
            <Text>
              <MoneyText amountMinor={-sale.discountMinor} currency={currency} decimals={2} />
            </Text>
          </Group>
        )}
        <Group justify="space-between" align="baseline" gap="xs">
          <Text fw={600}>Total Amount</Text>
          <Text size="xl" fw={700}>
            <MoneyText amountMinor={sale.finalMinor} currency={currency} decimals={2} />
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}

function SaleItem({ line, currency, unit }: { line: SaleLine; currency: string; unit: string | null }) {
  return (
    <Group justify="space-between" align="flex-end" gap="0 0.75rem">
      <div className="k-grow">
        <Text fw={600} className="k-breakable">
          {/* C-069: the item's name at the time of the sale. */}
          {line.itemName || 'Unknown Item'}
        </Text>
        {line.itemSku !== null && line.itemSku !== '' && (
          <Text size="sm" c="dimmed" className="k-breakable">
            SKU: {line.itemSku}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {formatQuantity(line.quantityHundredths)}
          {unit === null ? '' : ` ${unit}`} ×{' '}
          <MoneyText amountMinor={line.unitPriceMinor} currency={currency} decimals={2} /> each
        </Text>
      </div>
      <Text fw={600}>
        <MoneyText amountMinor={line.totalMinor} currency={currency} decimals={2} />
      </Text>
    </Group>
  );
}
