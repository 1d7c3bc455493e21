import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { WALK_IN_CUSTOMER } from '../../../domain/customer.ts';
import type { Sale } from '../../../domain/sale.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { displayName } from '../../../domain/user.ts';
import { customerById, itemsByIds, saleById, usersById } from '../../../sync/store/live-reads.ts';
import type { ShopDatabase } from '../../../sync/store/dexie-database.ts';
import { paths, rowIdOf } from '../../app/paths.ts';
import { SALE_FLAG_SENTENCES, SALE_STATUS_WORDS } from '../../app/words.ts';
import { useLive } from '../../state/replica.tsx';
import { readRowSync } from '../../state/row-sync.ts';
import { type Shop, useShop } from '../../state/shop.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { EmptyText, LoadingText } from '../../ui/card-list.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Screen } from '../../ui/screen.tsx';
import { StickyHeader } from '../../ui/sticky-header.tsx';
import { type RowSync, RowSyncBadge, StatusBadge } from '../../ui/status-badge.tsx';
import { CancelSaleDialog } from './cancel-sale-dialog.tsx';
import { SaleItems } from './sale-items.tsx';
import { SALE_STATUS_TONES, saleCurrency } from './sale-words.ts';

interface ShownSale {
  sale: Sale;
  customerName: string;
  sellerName: string | null;
  cancellerName: string | null;
  unitsByItem: ReadonlyMap<number, string>;
  sync: RowSync | null;
}

/** /sales/{id} (R-SDET-01 to R-SDET-24, R-SDET-30 to R-SDET-43). */
export function SaleDetail() {
  const id = rowIdOf(useParams().id);
  const shop = useShop();
  const shown = useLive(async (database) => (id === null ? null : await readSale(database, id)), [id]);
  usePageTitle(shown ? `Sale #${shown.sale.saleNumber}` : 'Sale Details');
  if (shown === undefined) return <LoadingText>Loading sale details...</LoadingText>;
  if (shown === null) return <SaleNotFound />;
  return <SaleDetailBody {...shown} shop={shop} />;
}

/** null: there is no such sale on this device. The customer is read only when the sale names one (R-SDET-14). */
async function readSale(database: ShopDatabase, id: number): Promise<ShownSale | null> {
  const sale = await saleById(database, id);
  if (sale === undefined) return null;
  const customer = sale.customerId === null ? undefined : await customerById(database, sale.customerId);
  const users = await usersById(database);
  const nameOf = (userId: number | undefined): string | null => {
    const user = userId === undefined ? undefined : users.get(userId);
    return user === undefined ? null : displayName(user);
  };
  const items = await itemsByIds(database, [...new Set(sale.lines.map((line) => line.itemId))]);
  return {
    sale,
    customerName: customer?.name ?? sale.customerName ?? WALK_IN_CUSTOMER,
    sellerName: nameOf(sale.createdByUserId),
    cancellerName: nameOf(sale.cancellations[0]?.byUserId),
    unitsByItem: new Map(items.flatMap((item) => (item.unitOfMeasure === null ? [] : [[item.id, item.unitOfMeasure]]))),
    sync: (await readRowSync(database, 'sale', [id])).get(id) ?? null,
  };
}

function SaleNotFound() {
  return (
    <EmptyText
      title="Sale not found"
      hint="It may be on another device that has not sent it yet."
      action={
        <Button component={Link} to={paths.sales} mt="sm">
          Back to Sales
        </Button>
      }
    />
  );
}

function SaleDetailBody({ sale, shop, sync, unitsByItem, ...names }: ShownSale & { shop: Shop }) {
  const [isCancelling, setCancelling] = useState(false);
  const currency = saleCurrency(sale, shop);
  return (
    <Screen>
      <StickyHeader backTo={paths.sales} />
      <SaleFacts sale={sale} shop={shop} sync={sync} {...names} />
      {sale.flags.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {/* Not the alert's own title: its yellow on yellow cannot be read. */}
          <Text fw={600}>Please check</Text>
          {sale.flags.map((flag) => (
            <Text key={flag}>{SALE_FLAG_SENTENCES[flag]}</Text>
          ))}
        </Alert>
      )}
      <SaleItems sale={sale} currency={currency} unitsByItem={unitsByItem} />
      {sale.status !== 'cancelled' && (
        <ActionBar>
          <Button variant="default" fullWidth size="lg" onClick={() => setCancelling(true)}>
            Cancel sale
          </Button>
        </ActionBar>
      )}
      {isCancelling && <CancelSaleDialog sale={sale} onClose={() => setCancelling(false)} />}
    </Screen>
  );
}

type SaleFactsProps = Omit<ShownSale, 'unitsByItem'> & { shop: Shop };

function SaleFacts({ sale, shop, sync, customerName, sellerName, cancellerName }: SaleFactsProps) {
  const [cancellation] = sale.cancellations;
  return (
    <Card component="section" aria-label="Sale">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" className="k-breakable">
            {customerName}
          </Title>
          <Group gap="xs">
            <StatusBadge tone={SALE_STATUS_TONES[sale.status]}>{SALE_STATUS_WORDS[sale.status]}</StatusBadge>
            <RowSyncBadge sync={sync} />
          </Group>
        </Group>
        <Facts>
          <Fact name="Date">{formatDateTime(sale.createdAtMs, shop.timeZone)}</Fact>
          <Fact name="Sale number">
            <span className="k-figures">{sale.saleNumber}</span>
          </Fact>
          {sellerName !== null && <Fact name="Sold by">{sellerName}</Fact>}
          <Fact name="Payment method">{sale.paymentMethodName ?? 'Cash'}</Fact>
          {sale.transactionId !== null && <Fact name="Transaction ID">{sale.transactionId}</Fact>}
          {sale.notes !== null && <Fact name="Notes">{sale.notes}</Fact>}
          {cancellation !== undefined && (
            <>
              <Fact name="Reason for cancellation">{cancellation.reason}</Fact>
              <Fact name="Cancelled on">{formatDateTime(cancellation.atMs, shop.timeZone)}</Fact>
              {cancellerName !== null && <Fact name="Cancelled by">{cancellerName}</Fact>}
            </>
          )}
        </Facts>
      </Stack>
    </Card>
  );
}
