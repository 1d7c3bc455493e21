import { Text } from '@mantine/core';
import { netOf, profitOf } from '../../../domain/sales/sales-report.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Figure } from '../../ui/figure.tsx';
import { MoneyText } from '../../ui/money-text.tsx';
import { Bars } from './bars.tsx';
import { ReportCard } from './report-card.tsx';
import { itemsCountText, salesText } from './report-words.ts';
import type { ShownSalesReport } from './use-sales-report.ts';

export interface SalesFiguresProps {
  read: ShownSalesReport;
  currency: string;
}

export function SalesFigures({ read: { report, costs }, currency }: SalesFiguresProps) {
  const money = (amountMinor: number) => <MoneyText amountMinor={amountMinor} currency={currency} decimals={2} />;
  const takenMinor = report.methods.reduce((sum, method) => sum + netOf(method), 0);
  const profit = costs && profitOf(report, costs);
  return (
    <>
      <ReportCard title="Sales">
        <dl className="k-figure-grid">
          <Figure name="Total sales" isLarge note={salesText(report.saleCount)}>
            {money(report.totalMinor)}
          </Figure>
        </dl>
        <Facts>
          <Fact name="Paid">{money(report.paidMinor)}</Fact>
          <Fact name="Unpaid">{money(report.unpaidMinor)}</Fact>
          {report.discountMinor > 0 && <Fact name="Discounts given">{money(report.discountMinor)}</Fact>}
          {report.taxMinor > 0 && <Fact name="Tax">{money(report.taxMinor)}</Fact>}
        </Facts>
        <Doubts report={report} />
      </ReportCard>
      {profit && (
        <ReportCard title="Profit">
          <dl className="k-figure-grid">
            <Figure name="Profit" isLarge>
              {money(profit.profitMinor)}
            </Figure>
          </dl>
          <Facts>
            <Fact name="Cost of goods">{money(profit.costMinor)}</Fact>
          </Facts>
          <Text size="sm" c="dimmed">
            By today's cost prices, before other expenses.
          </Text>
          {profit.uncostedCount > 0 && (
            <Text size="sm">
              {itemsCountText(profit.uncostedCount)} without a cost price brought {money(profit.uncostedMinor)}, which
              is not in it.
            </Text>
          )}
        </ReportCard>
      )}
      <ReportCard title="Money by payment method">
        {report.methods.length === 0 ? (
          <Text c="dimmed">No money was taken.</Text>
        ) : (
          <>
            <Bars
              label="Money by payment method"
              bars={report.methods.map((method) => ({
                key: method.name,
                name: method.name,
                size: netOf(method),
                value: money(netOf(method)),
                detail: null,
                ...(method.returnedMinor > 0
                  ? {
                      detail: (
                        <>
                          {money(method.takenMinor)} taken, {money(method.returnedMinor)} given back
                        </>
                      ),
                    }
                  : {}),
              }))}
            />
            <Text fw={600}>Together {money(takenMinor)}</Text>
          </>
        )}
        {report.toGiveBackMinor > 0 && (
          <Facts>
            <Fact name="To give back">{money(report.toGiveBackMinor)}</Fact>
          </Facts>
        )}
        <Text size="sm" c="dimmed">
          What was taken less what was given back, also for sales of other days. Cancelled sales are not in it: what was
          paid for them and not given back yet is to give back.
        </Text>
      </ReportCard>
    </>
  );
}

/** Notes on sales that the sums leave out, and on sales that may belong to another day. */
function Doubts({ report: { otherCurrencyCount, clockSuspectCount } }: Pick<ShownSalesReport, 'report'>) {
  return (
    <>
      {otherCurrencyCount > 0 && (
        <Text size="sm">{salesText(otherCurrencyCount)} in another currency: not in these figures.</Text>
      )}
      {clockSuspectCount > 0 && (
        <Text size="sm">
          {salesText(clockSuspectCount)} recorded while the clock of the device was wrong: perhaps of another day.
        </Text>
      )}
    </>
  );
}
