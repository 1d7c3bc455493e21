import { Card, Group, Stack, Text } from '@mantine/core';
import { WALK_IN_CUSTOMER } from '../../../domain/customer.ts';
import type { Sale } from '../../../domain/sale.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { saleLink } from '../../app/paths.ts';
import { SALE_STATUS_WORDS } from '../../app/words.ts';
import type { Shop } from '../../state/shop.ts';
import { LinkCard } from '../../ui/card-list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { type RowSync, RowSyncBadge, StatusBadge } from '../../ui/status-badge.tsx';
import { SALE_STATUS_TONES, saleCurrency } from './sale-words.ts';

export interface SaleCardProps {
  sale: Sale;
  shop: Shop;
  sync: RowSync | null;
}

/** R-SALE-04 to R-SALE-16. A cancelled sale is dimmed and no link. */
export function SaleCard({ sale, shop, sync }: SaleCardProps) {
  const card = <SaleCardBody sale={sale} shop={shop} sync={sync} />;
  if (sale.status === 'cancelled') {
    return (
      <Card className="k-dimmed-card" data-dimmed>
        {card}
      </Card>
    );
  }
  return <LinkCard to={saleLink(sale.id)}>{card}</LinkCard>;
}

function SaleCardBody({ sale, shop, sync }: SaleCardProps) {
  const [cancellation] = sale.cancellations;
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="baseline" gap="xs">
        <Text fw={600} className="k-breakable" lineClamp={2}>
          {sale.customerName ?? WALK_IN_CUSTOMER}
        </Text>
        <Text size="lg" fw={700}>
          <MoneyText amountMinor={sale.finalMinor} currency={saleCurrency(sale, shop)} decimals={2} />
        </Text>
      </Group>
      <Group gap="0 0.75rem">
        <Text size="sm" c="dimmed" className="k-figures">
          {formatDateTime(sale.createdAtMs, shop.timeZone)}
        </Text>
        <Text size="sm" c="dimmed" className="k-figures">
          #{sale.saleNumber}
        </Text>
      </Group>
      {sale.notes !== null && (
        <Text size="sm" className="k-breakable" lineClamp={2}>
          {sale.notes}
        </Text>
      )}
      {cancellation !== undefined && (
        <Text size="sm" className="k-breakable" lineClamp={2}>
          Reason: {cancellation.reason}
        </Text>
      )}
      <Group gap="xs">
        <StatusBadge tone={SALE_STATUS_TONES[sale.status]}>{SALE_STATUS_WORDS[sale.status]}</StatusBadge>
        <RowSyncBadge sync={sync} />
      </Group>
    </Stack>
  );
}
