import { Stack } from '@mantine/core';
import { OlderRecords, usePastSinceMs } from '../../parts/list/older-records.tsx';
import { LoadingText } from '../../ui/list/card-list.tsx';
import { DayClose } from './day-close.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { ReportActions } from './report-actions.tsx';
import type { ReportShop } from './report-shop.ts';
import { salesLines } from './report-lines.ts';
import { SalesFigures } from './sales-figures.tsx';
import { SalesOverTime } from './sales-over-time.tsx';
import { SalesShares } from './sales-shares.tsx';
import { TopItems } from './top-items.tsx';
import { rangeText, useReportPeriod } from './use-report-period.ts';
import { useSalesReport } from './use-sales-report.ts';

/** The sales report: sales by day, person and item, and payments (G26 … G28, R-REP-03). */
export function SalesTab({ shop }: { shop: ReportShop }) {
  const shown = useReportPeriod(shop.timeZone);
  const { range, nowMs } = shown;
  const read = useSalesReport(range, shop);
  const pastSinceMs = usePastSinceMs('sale');
  return (
    <Stack>
      <PeriodChoice shown={shown} timeZone={shop.timeZone} />
      {range !== null && read === undefined && <LoadingText>Loading report...</LoadingText>}
      {range !== null && read !== undefined && (
        <>
          {pastSinceMs !== null && range.fromMs < pastSinceMs && <OlderRecords table="sale" />}
          <SalesFigures read={read} currency={shop.currency} />
          <SalesOverTime report={read.report} currency={shop.currency} />
          <SalesShares read={read} currency={shop.currency} />
        </>
      )}
      <TopItems nowMs={nowMs} shop={shop} />
      {range !== null && read !== undefined && (
        <ReportActions
          fileName={`kaunta-sales-report-${rangeText(range, shop.timeZone).replaceAll(/[^\w]+/g, '-')}`}
          timeZone={shop.timeZone}
          fromMs={range.fromMs}
          lines={() => salesLines(read, { currency: shop.currency, covers: rangeText(range, shop.timeZone) })}
        />
      )}
      <DayClose shop={shop} />
    </Stack>
  );
}
