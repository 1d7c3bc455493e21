import { Group, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import { type Purchase, purchaseBalanceMinor } from '../../../domain/items/purchase.ts';
import { formatDate } from '../../../domain/time.ts';
import { purchaseLink } from '../../parts/paths.ts';
import { purchaseCurrency } from '../../parts/purchase-words.ts';
import type { Shop } from '../../state/shop.ts';
import { LinkCard } from '../../ui/list/card-list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import type { RowSync } from '../../ui/status-badge.tsx';
import { PurchaseBadges } from './purchase-badges.tsx';

export interface PurchaseCardProps {
  purchase: Purchase;
  shop: Shop;
  sync: RowSync | null;
}

/** A purchase in the list: supplier, total, date and what is not paid (C-123). */
export const PurchaseCard = memo(function PurchaseCard({ purchase, shop, sync }: PurchaseCardProps) {
  const currency = purchaseCurrency(purchase, shop);
  const balanceMinor = purchaseBalanceMinor(purchase);
  return (
    <LinkCard to={purchaseLink(purchase.id)}>
      <Stack gap={6}>
        <Group justify="space-between" align="baseline" gap="xs">
          <Text fw={600} className="k-breakable" lineClamp={2}>
            {purchase.supplierName}
          </Text>
          <Text size="lg" fw={700}>
            <MoneyText amountMinor={purchase.totalMinor} currency={currency} decimals={2} />
          </Text>
        </Group>
        <Group gap="0 0.75rem">
          <Text size="sm" c="dimmed" className="k-figures">
            {formatDate(purchase.purchaseDateMs, shop.timeZone)}
          </Text>
          <Text size="sm" c="dimmed" className="k-breakable">
            {itemsText(purchase)}
          </Text>
          {purchase.invoiceNumber !== null && (
            <Text size="sm" c="dimmed" className="k-breakable">
              Invoice {purchase.invoiceNumber}
            </Text>
          )}
        </Group>
        {balanceMinor > 0 && (
          <Text size="sm" fw={600}>
            Balance: <MoneyText amountMinor={balanceMinor} currency={currency} decimals={2} />
          </Text>
        )}
        <PurchaseBadges purchase={purchase} sync={sync} />
      </Stack>
    </LinkCard>
  );
});

/** Returns 'Sugar' or 'Sugar and 2 more'. */
export function itemsText({ lines: [first, ...others] }: Purchase): string {
  if (first === undefined) return 'No items';
  return others.length === 0 ? first.itemName : `${first.itemName} and ${others.length} more`;
}
