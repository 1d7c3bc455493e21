import { Text } from '@mantine/core';
import { formatQuantity } from '../../../domain/quantity.ts';
import { itemLink } from '../../parts/paths.ts';
import { Bars } from './bars.tsx';
import { ReportCard } from './report-card.tsx';
import type { ReportShop } from './report-shop.ts';
import { useTopItems } from './use-sales-report.ts';
import { shownMoney } from '../../ui/shown-money.ts';

/** The best sellers, always of this month, which the heading says (R-REP-18, C-141). */
export function TopItems({ nowMs, shop }: { nowMs: number; shop: ReportShop }) {
  const items = useTopItems(nowMs, shop);
  return (
    <ReportCard title="Top selling items this month">
      {items?.length === 0 && <Text c="dimmed">Nothing was sold this month yet.</Text>}
      {items !== undefined && items.length > 0 && (
        <Bars
          label="Top selling items this month"
          bars={items.map(({ itemId, name, quantityHundredths, totalMinor }) => ({
            key: itemId,
            name,
            size: quantityHundredths,
            value: `${formatQuantity(quantityHundredths)} sold`,
            detail: shownMoney(totalMinor, shop.currency),
            to: itemLink(itemId),
          }))}
        />
      )}
    </ReportCard>
  );
}
