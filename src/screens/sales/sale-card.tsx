import { Card, Group, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import { WALK_IN_CUSTOMER } from '../../../domain/people/customer.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleBalanceMinor, saleRefundDueMinor } from '../../../domain/sales/sale-payment.ts';
import { saleLink } from '../../parts/paths.ts';
import { recordedTimeOf } from '../../parts/recorded-time.ts';
import type { Shop } from '../../state/shop.ts';
import { LinkCard } from '../../ui/list/card-list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import type { RowSync } from '../../ui/status-badge.tsx';
import { saleCurrency } from '../../parts/sale/sale-words.ts';
import { SaleBadges } from './sale-badges.tsx';
import { SettleRefundButton } from './settle-refund-button.tsx';
import { SoldLine } from './sold-line.tsx';

export interface SaleCardProps {
  sale: Sale;
  shop: Shop;
  sync: RowSync | null;
}

/**
 * The card of a sale (R-SALE-04 to R-SALE-16). A cancelled sale is dimmed and has no link, so a refund that is due is
 * settled on its card (M6).
 */
export const SaleCard = memo(function SaleCard({ sale, shop, sync }: SaleCardProps) {
  const card = <SaleCardBody sale={sale} shop={shop} sync={sync} />;
  if (sale.status !== 'cancelled') return <LinkCard to={saleLink(sale.id)}>{card}</LinkCard>;
  return (
    <Card className="k-dimmed-card" data-dimmed>
      {card}
      <SettleRefundButton mt="sm" sale={sale} currency={saleCurrency(sale, shop)} />
    </Card>
  );
});

function SaleCardBody({ sale, shop, sync }: SaleCardProps) {
  const [cancellation] = sale.cancellations;
  const currency = saleCurrency(sale, shop);
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="baseline" gap="xs">
        <Text fw={600} className="k-breakable" lineClamp={2}>
          {sale.customerName ?? WALK_IN_CUSTOMER}
        </Text>
        <Text size="lg" fw={700}>
          <MoneyText amountMinor={sale.finalMinor} currency={currency} decimals={2} />
        </Text>
      </Group>
      <Group gap="0 0.75rem">
        <Text size="sm" c="dimmed" className="k-figures">
          {recordedTimeOf(sale, shop.timeZone)}
        </Text>
        <Text size="sm" c="dimmed" className="k-figures">
          #{sale.saleNumber}
        </Text>
      </Group>
      <SoldLine lines={sale.lines} />
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
      <OpenMoney sale={sale} currency={currency} />
      <SaleBadges sale={sale} sync={sync} gap="xs" />
    </Stack>
  );
}

/** The debt or the refund due, if it differs from the amount on the card (M6, M7, G22). */
function OpenMoney({ sale, currency }: { sale: Sale; currency: string }) {
  const open = [
    { name: 'Balance', amountMinor: saleBalanceMinor(sale) },
    { name: 'Refund due', amountMinor: saleRefundDueMinor(sale) },
  ].filter(({ amountMinor }) => amountMinor > 0);
  return open.map(({ name, amountMinor }) => (
    <Text key={name} size="sm" fw={600}>
      {name}: <MoneyText amountMinor={amountMinor} currency={currency} decimals={2} />
    </Text>
  ));
}
