import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatQuantity } from '../../../domain/quantity.ts';
import type { Sale } from '../../../domain/sales/sale.ts';
import { salesOfItem } from '../../../sync/store/item-history.ts';
import { NoneYet } from '../../parts/list/none-yet.tsx';
import { OlderRecords } from '../../parts/list/older-records.tsx';
import { saleLink } from '../../parts/paths.ts';
import { recordedTimeOf } from '../../parts/recorded-time.ts';
import { SALE_STATUS_WORDS } from '../../parts/words.ts';
import { useLive } from '../../state/replica.tsx';
import type { Shop } from '../../state/shop.ts';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

const ROWS_AT_ONCE = 20;
/** Sales searched at a time: some weeks of a busy shop. */
const LOOKED_AT_MAX = 3_000;

/** The sales of an item that are on this device, newest first (R-IDET-24, C-099). */
export function ItemSales({ itemId, shop }: { itemId: number; shop: Shop }) {
  const [steps, setSteps] = useState(1);
  const found = useLive(
    (database) =>
      salesOfItem(database, itemId, {
        from: null,
        rowsMax: steps * ROWS_AT_ONCE,
        lookedAtMax: steps * LOOKED_AT_MAX,
      }),
    [itemId, steps],
  );
  if (found === undefined) return <LoadingText>Loading...</LoadingText>;
  const { rows, next } = found;
  return (
    <Stack gap="sm">
      {rows.length === 0 && <NoneYet table="sale" hasOlder={next !== null} ta="center" py="md" />}
      <Stack component="ul" aria-label="Sales of this item" className="k-plain-list" gap="xs">
        {rows.map((sale) => (
          <li key={sale.id}>
            <SaleOfItem sale={sale} itemId={itemId} timeZone={shop.timeZone} />
          </li>
        ))}
      </Stack>
      {next !== null && (
        <Button variant="default" onClick={() => setSteps(steps + 1)}>
          Show older sales
        </Button>
      )}
      {next === null && <OlderRecords table="sale" />}
    </Stack>
  );
}

function SaleOfItem({ sale, itemId, timeZone }: { sale: Sale; itemId: number; timeZone: string }) {
  const lines = sale.lines.filter((line) => line.itemId === itemId);
  const isCancelled = sale.status === 'cancelled';
  return (
    <Card padding="sm" {...(isCancelled ? { className: 'k-dimmed-card' } : {})}>
      <Group justify="space-between" align="baseline" gap="xs">
        <Anchor component={Link} to={saleLink(sale.id)} className="k-figures">
          #{sale.saleNumber}
        </Anchor>
        <Text size="sm" c="dimmed" className="k-figures">
          {recordedTimeOf(sale, timeZone)}
        </Text>
      </Group>
      {lines.map((line) => (
        <Group key={line.id} justify="space-between" gap="xs">
          <Text>
            {formatQuantity(line.quantityHundredths)} ×{' '}
            <MoneyText amountMinor={line.unitPriceMinor} currency={sale.currency} decimals={2} />
          </Text>
          <Text fw={600}>
            <MoneyText amountMinor={line.totalMinor} currency={sale.currency} decimals={2} />
          </Text>
        </Group>
      ))}
      {isCancelled && <StatusBadge tone="neutral">{SALE_STATUS_WORDS.cancelled}</StatusBadge>}
    </Card>
  );
}
