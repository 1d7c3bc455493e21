import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { Purchase } from '../../../domain/items/purchase.ts';
import { formatDate } from '../../../domain/time.ts';
import { NoneYet } from '../../parts/list/none-yet.tsx';
import { OlderRecords } from '../../parts/list/older-records.tsx';
import { purchaseLink } from '../../parts/paths.ts';
import { PURCHASE_STATUS_TONES, PURCHASE_STATUS_WORDS, purchaseCurrency } from '../../parts/purchase-words.ts';
import type { Shop } from '../../state/shop.ts';
import { LinkCard, LoadingText } from '../../ui/list/card-list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { type RowSync, RowSyncBadge, StatusBadge } from '../../ui/status-badge.tsx';
import type { SupplierPurchases as Purchases } from './use-supplier-purchases.ts';

/** Purchases from this supplier, newest first (R-SUPP-24, R-SUPP-25). */
export function SupplierPurchases({ purchases, shop }: { purchases: Purchases; shop: Shop }) {
  return (
    <Card component="section" aria-label="Purchase history">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Purchase history
        </Title>
        <Rows {...purchases} shop={shop} />
      </Stack>
    </Card>
  );
}

function Rows({ shown, showOlder, shop }: Purchases & { shop: Shop }) {
  if (shown === undefined) return <LoadingText>Loading purchases...</LoadingText>;
  return (
    <>
      {shown.total === 0 && <NoneYet table="purchase" />}
      <Stack component="ul" aria-label="Purchases of this supplier" className="k-plain-list" gap="xs">
        {shown.rows.map((purchase) => (
          <li key={purchase.id}>
            <PurchaseRow purchase={purchase} shop={shop} sync={shown.syncById.get(purchase.id) ?? null} />
          </li>
        ))}
      </Stack>
      {shown.rows.length < shown.total ? (
        <Button variant="default" onClick={showOlder}>
          Show older purchases
        </Button>
      ) : (
        <OlderRecords table="purchase" />
      )}
    </>
  );
}

interface PurchaseRowProps {
  purchase: Purchase;
  shop: Shop;
  sync: RowSync | null;
}

function PurchaseRow({ purchase, shop, sync }: PurchaseRowProps) {
  return (
    <LinkCard to={purchaseLink(purchase.id)} padding="sm">
      <Stack gap={4}>
        <Group justify="space-between" align="baseline" gap="xs">
          <Text className="k-figures">{formatDate(purchase.purchaseDateMs, shop.timeZone)}</Text>
          <Text fw={600}>
            <MoneyText amountMinor={purchase.totalMinor} currency={purchaseCurrency(purchase, shop)} decimals={2} />
          </Text>
        </Group>
        <Text size="sm" c="dimmed" className="k-breakable" lineClamp={2}>
          {purchase.lines.map(({ itemName }) => itemName).join(', ')}
        </Text>
        {purchase.invoiceNumber !== null && (
          <Text size="sm" c="dimmed" className="k-breakable">
            Invoice {purchase.invoiceNumber}
          </Text>
        )}
        <Group gap="xs">
          <StatusBadge tone={PURCHASE_STATUS_TONES[purchase.status]}>
            {PURCHASE_STATUS_WORDS[purchase.status]}
          </StatusBadge>
          <RowSyncBadge sync={sync} />
        </Group>
      </Stack>
    </LinkCard>
  );
}
