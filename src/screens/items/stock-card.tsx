import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Item, tracksStock } from '../../../domain/items/item.ts';
import { formatDateTime } from '../../../domain/time.ts';
import { useHeldRow } from '../../state/held-row.ts';
import type { Shop } from '../../state/shop.ts';
import { AdjustStockDialog } from './adjust-stock-dialog.tsx';
import { CountStockDialog } from './count-stock-dialog.tsx';
import { STOCK_NOT_COUNTED, stockWords } from './stock-text.tsx';

/** Actions on an item's stock besides adding to it (G17, M19). */
export function StockCard({ item: shown, shop }: { item: Item; shop: Shop }) {
  const [open, setOpen] = useState<'adjust' | 'count' | null>(null);
  const item = useHeldRow(tracksStock(shown) ? shown : null, STOCK_NOT_COUNTED);
  if (!item) return null;
  const close = () => setOpen(null);
  const { lastCount } = item;
  return (
    <Card component="section" aria-label="Stock">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h5">
            Stock
          </Title>
          <Text fw={600} className="k-figures">
            {stockWords(item)}
          </Text>
        </Group>
        {lastCount && <Text size="sm">Last counted {formatDateTime(lastCount.atMs, shop.timeZone)}</Text>}
        {lastCount?.isInDoubt === true && (
          <Alert color="yellow">
            <Text fw={600}>Count again</Text>
            Whoever counted last did not see all that moved this stock. The number may be off.
          </Alert>
        )}
        <Group grow gap="sm">
          <Button variant="default" px="xs" onClick={() => setOpen('adjust')}>
            Adjust Stock
          </Button>
          <Button variant="default" px="xs" onClick={() => setOpen('count')}>
            Count Stock
          </Button>
        </Group>
      </Stack>
      {open === 'adjust' && <AdjustStockDialog item={item} onClose={close} />}
      {open === 'count' && <CountStockDialog item={item} onClose={close} />}
    </Card>
  );
}
