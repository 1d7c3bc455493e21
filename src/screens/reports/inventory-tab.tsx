import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Item } from '../../../domain/items/item.ts';
import { oversoldHundredths } from '../../../domain/items/item.ts';
import { formatQuantity } from '../../../domain/quantity.ts';
import { expiringBatches, EXPIRING_WITHIN_DAYS, stockReport } from '../../../domain/items/stock-report.ts';
import { dayRange, formatDayKey } from '../../../domain/time.ts';
import { readStock } from '../../../sync/store/sums/report-reads.ts';
import { itemLink } from '../../parts/paths.ts';
import { useFollowed } from '../../state/followed.ts';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { Figure } from '../../ui/figure.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type Bar, Bars } from './bars.tsx';
import { ReportActions } from './report-actions.tsx';
import { ReportCard } from './report-card.tsx';
import { stockLines } from './report-lines.ts';
import type { ReportShop } from './report-shop.ts';
import { expiryText } from './report-words.ts';

const ROWS_AT_ONCE = 20;

/** Items that are low, out, or about to expire (R-REP-04, R-REP-11 … R-REP-15, C-090, G48, G49). */
export function InventoryTab({ shop: { timeZone } }: { shop: ReportShop }) {
  const nowMs = useNow((atMs) => dayRange(atMs, timeZone).toMs);
  const read = useFollowed({
    tables: ['item', 'purchase'],
    key: JSON.stringify([timeZone, nowMs]),
    async read(database, isStopped) {
      const stock = await readStock(database, isStopped);
      if (stock === null) return null;
      const { items, dated } = stock;
      return { stock: stockReport(items), expiring: expiringBatches(dated, { items, nowMs, zone: timeZone }) };
    },
  });
  if (read === undefined) return <LoadingText>Loading report...</LoadingText>;
  const { stock, expiring } = read;
  return (
    <Stack>
      <ReportCard title="Stock">
        <dl className="k-figure-grid">
          <Figure name="Items counted in stock">{stock.trackedCount}</Figure>
          <Figure name="Low">{stock.low.length}</Figure>
          <Figure name="Out">{stock.out.length + stock.oversold.length}</Figure>
        </dl>
      </ReportCard>
      <Listed title="Oversold" bars={stock.oversold.map(oversoldBar)} none="Nothing was sold beyond its stock." />
      <Listed title="Out of stock" bars={stock.out.map(stockBar)} none="Nothing has run out." />
      <Listed title="Low stock" bars={stock.low.map(stockBar)} none="Nothing is running low." />
      <Listed
        title="Expiring soon"
        none={`Nothing on the shelf expires within ${EXPIRING_WITHIN_DAYS} days.`}
        bars={expiring.map(({ key, itemId, itemName, batchNumber, quantityHundredths, expiryDate, daysLeft }) => ({
          key,
          name: itemName,
          value: expiryText(daysLeft),
          detail: [
            formatDayKey(expiryDate),
            ...(batchNumber === null ? [] : [`batch ${batchNumber}`]),
            `${formatQuantity(quantityHundredths)} bought`,
          ].join(' · '),
          to: itemLink(itemId),
        }))}
      />
      <ReportActions fileName="kaunta-inventory-report" timeZone={timeZone} lines={() => stockLines(stock, expiring)} />
    </Stack>
  );
}

const withUnit = (hundredths: number, { unitOfMeasure }: Item): string =>
  `${formatQuantity(hundredths)}${unitOfMeasure === null ? '' : ` ${unitOfMeasure}`}`;

const stockBar = (item: Item): Bar => ({
  key: item.id,
  name: item.name,
  size: item.currentStockHundredths,
  value: withUnit(item.currentStockHundredths, item),
  detail: item.reorderLevelHundredths === null ? null : `Reorder level ${withUnit(item.reorderLevelHundredths, item)}`,
  to: itemLink(item.id),
});

const oversoldBar = (item: Item): Bar => ({
  ...stockBar(item),
  value: `Oversold by ${withUnit(oversoldHundredths(item), item)}`,
});

function Listed({ title, bars, none }: { title: string; bars: readonly Bar[]; none: string }) {
  const [shownMax, setShownMax] = useState(ROWS_AT_ONCE);
  const left = bars.length - shownMax;
  return (
    <ReportCard title={title}>
      {bars.length === 0 ? <Text c="dimmed">{none}</Text> : <Bars label={title} bars={bars.slice(0, shownMax)} />}
      {left > 0 && (
        <Button variant="default" onClick={() => setShownMax(shownMax + ROWS_AT_ONCE)}>
          Show {Math.min(left, ROWS_AT_ONCE)} more of {left}
        </Button>
      )}
    </ReportCard>
  );
}
