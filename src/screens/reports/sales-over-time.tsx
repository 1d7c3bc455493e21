import { byMonth, type DayTakings, type SalesReport, type Takings } from '../../../domain/sales/sales-report.ts';
import { formatDayKey } from '../../../domain/time.ts';
import { Columns } from './columns.tsx';
import { ReportCard } from './report-card.tsx';
import { hourText, monthText, salesText } from './report-words.ts';
import { shownMoney } from '../../ui/shown-money.ts';

/** The most columns that are readable on a phone. Longer periods are shown by month. */
const DAYS_SHOWN_MAX = 62;
const DAY_MARKS_MAX = 10;
const HOURS_PER_MARK = 6;

export function SalesOverTime({ report, currency }: { report: SalesReport; currency: string }) {
  const { days, hours } = report;
  const isLong = days.length > DAYS_SHOWN_MAX;
  const words = ({ totalMinor, saleCount }: Takings) => ({
    size: totalMinor,
    amount: shownMoney(totalMinor, currency),
    detail: salesText(saleCount),
  });
  const dayColumn = (day: DayTakings, index: number) => ({
    key: day.key,
    name: formatDayKey(day.key),
    mark: index % Math.ceil(days.length / DAY_MARKS_MAX) === 0 ? String(Number(day.key.slice(-2))) : null,
    ...words(day),
  });
  const monthColumn = (month: DayTakings) => ({
    key: month.key,
    name: monthText(month.key),
    mark: monthText(month.key).slice(0, 1),
    ...words(month),
  });
  return (
    <ReportCard title="When it was sold">
      {days.length > 1 && (
        <Columns
          title={isLong ? 'Sales by month' : 'Sales by day'}
          unit={isLong ? 'Month' : 'Day'}
          columns={isLong ? byMonth(days).map(monthColumn) : days.map(dayColumn)}
        />
      )}
      <Columns
        title="Sales by hour"
        unit="Hour"
        columns={hours.map((hour) => ({
          key: hour.hour,
          name: hourText(hour.hour),
          mark: hour.hour % HOURS_PER_MARK === 0 ? String(hour.hour) : null,
          ...words(hour),
        }))}
      />
    </ReportCard>
  );
}
