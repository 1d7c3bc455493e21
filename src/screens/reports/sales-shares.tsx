import { Text } from '@mantine/core';
import { formatQuantity } from '../../../domain/quantity.ts';
import { itemProfitMinor } from '../../../domain/sales/sales-report.ts';
import { displayName } from '../../../domain/people/user.ts';
import { itemLink } from '../../parts/paths.ts';
import { Bars } from './bars.tsx';
import { ReportCard } from './report-card.tsx';
import { itemsCountText, salesText, SOMEBODY } from './report-words.ts';
import type { ShownSalesReport } from './use-sales-report.ts';
import { shownMoney } from '../../ui/shown-money.ts';

/** The most items in the list. The exported file has all. */
const ITEMS_SHOWN_MAX = 10;

/** Sales by seller and by item, with bars. Renders nothing if nothing was sold. */
export function SalesShares({
  read: { report, costs, users },
  currency,
}: {
  read: ShownSalesReport;
  currency: string;
}) {
  const amount = (minor: number) => shownMoney(minor, currency);
  const left = report.items.length - ITEMS_SHOWN_MAX;
  if (report.saleCount === 0) return null;
  return (
    <>
      <ReportCard title="By seller">
        <Bars
          label="Sales by seller"
          bars={report.sellers.map(({ userId, totalMinor, saleCount }) => {
            const user = users.get(userId);
            return {
              key: userId,
              name: user ? displayName(user) : SOMEBODY,
              size: totalMinor,
              value: amount(totalMinor),
              detail: salesText(saleCount),
            };
          })}
        />
      </ReportCard>
      <ReportCard title="By item">
        <Bars
          label="Sales by item"
          bars={report.items.slice(0, ITEMS_SHOWN_MAX).map((item) => {
            const profitMinor = costs && itemProfitMinor(item, costs);
            const sold = `${formatQuantity(item.quantityHundredths)} sold`;
            return {
              key: item.itemId,
              name: item.name,
              size: item.totalMinor,
              value: amount(item.totalMinor),
              detail: profitMinor === null ? sold : `${sold} · profit ${amount(profitMinor)}`,
              to: itemLink(item.itemId),
            };
          })}
        />
        {left > 0 && (
          <Text size="sm" c="dimmed">
            And {itemsCountText(left)} more: all of them are in the exported file.
          </Text>
        )}
        {report.discountMinor > 0 && (
          <Text size="sm" c="dimmed">
            Before discounts on whole sales.
          </Text>
        )}
      </ReportCard>
    </>
  );
}
