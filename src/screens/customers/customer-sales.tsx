import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Sale } from '../../../domain/sales/sale.ts';
import { saleBalanceMinor } from '../../../domain/sales/sale-payment.ts';
import { NoneYet } from '../../parts/list/none-yet.tsx';
import { OlderRecords } from '../../parts/list/older-records.tsx';
import { saleLink } from '../../parts/paths.ts';
import { recordedTimeOf } from '../../parts/recorded-time.ts';
import { SaleStatusBadge } from '../../parts/sale/sale-status-badge.tsx';
import { useLive } from '../../state/replica.tsx';
import { readRowSync } from '../../state/row-sync.ts';
import { LinkCard } from '../../ui/list/card-list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { type RowSync, RowSyncBadge } from '../../ui/status-badge.tsx';

const ROWS_AT_ONCE = 20;

/**
 * The sales of a customer that are on this device (R-CUST-27, R-CUST-28). Cancelled sales are listed too, and can be
 * opened (C-059).
 * @param sales newest first
 */
export function CustomerSales({ sales, timeZone }: { sales: readonly Sale[]; timeZone: string }) {
  const [steps, setSteps] = useState(1);
  const shown = sales.slice(0, steps * ROWS_AT_ONCE);
  const ids = shown.map(({ id }) => id);
  const syncById = useLive((database) => readRowSync(database, 'sale', ids), [ids.join(' ')]);
  return (
    <Stack component="section" gap="sm" aria-labelledby="customer-sales">
      <Title order={2} size="h4" id="customer-sales">
        Sales
      </Title>
      {sales.length === 0 && <NoneYet table="sale" />}
      <Stack component="ul" aria-label="Sales of this customer" className="k-plain-list" gap="xs">
        {shown.map((sale) => (
          <li key={sale.id}>
            <SaleOfCustomer sale={sale} timeZone={timeZone} sync={syncById?.get(sale.id) ?? null} />
          </li>
        ))}
      </Stack>
      {shown.length < sales.length ? (
        <Button variant="default" onClick={() => setSteps(steps + 1)}>
          Show older sales
        </Button>
      ) : (
        <OlderRecords table="sale" />
      )}
    </Stack>
  );
}

interface SaleOfCustomerProps {
  sale: Sale;
  timeZone: string;
  sync: RowSync | null;
}

function SaleOfCustomer({ sale, timeZone, sync }: SaleOfCustomerProps) {
  const { id, saleNumber, currency, finalMinor, status } = sale;
  const owedMinor = saleBalanceMinor(sale);
  return (
    <LinkCard to={saleLink(id)} padding="sm">
      <Group justify="space-between" align="baseline" gap="0 0.75rem">
        <Text className="k-figures k-breakable">#{saleNumber}</Text>
        <Text fw={700}>
          <MoneyText amountMinor={finalMinor} currency={currency} decimals={2} />
        </Text>
      </Group>
      <Group justify="space-between" gap="0 0.75rem">
        <Text size="sm" c="dimmed" className="k-figures">
          {recordedTimeOf(sale, timeZone)}
        </Text>
        <Group gap="xs">
          <SaleStatusBadge status={status} />
          <RowSyncBadge sync={sync} />
        </Group>
      </Group>
      {owedMinor > 0 && (
        <Text size="sm" fw={600}>
          Balance: <MoneyText amountMinor={owedMinor} currency={currency} decimals={2} />
        </Text>
      )}
    </LinkCard>
  );
}
