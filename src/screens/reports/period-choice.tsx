import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { ReportPeriod } from '../../../domain/sales/report-period.ts';
import { rangeText, type ShownPeriod } from './use-report-period.ts';

/** The periods (R-REP-06 … R-REP-08, C-143), and freely chosen days (G26). */
const PERIODS: { value: ReportPeriod; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This week' },
  { value: 'month', label: 'This month' },
  { value: 'days', label: 'From – to' },
];

/** The latest day. It limits the year to four digits: a fifth would be a typing mistake. */
const LAST_DAY = '9999-12-31';

export function PeriodChoice({ shown, timeZone }: { shown: ShownPeriod; timeZone: string }) {
  const { period, days, range, setDays, setPeriod } = shown;
  return (
    <Stack gap="xs">
      <SegmentedControl
        className="k-report-controls"
        aria-label="Period"
        size="sm"
        // Four labels fit side by side on a narrow phone, each as wide as its text.
        vars={() => ({ root: { '--sc-padding': '0.7rem 0', '--sc-font-size': 'clamp(0.8125rem, 3.6vw, 0.875rem)' } })}
        classNames={{ control: 'k-period' }}
        data={PERIODS}
        value={period}
        onChange={setPeriod}
      />
      {period === 'days' && (
        <Group grow gap="sm" align="flex-start" className="k-report-controls">
          <TextInput
            label="From"
            type="date"
            max={LAST_DAY}
            value={days.from}
            onChange={(event) => setDays({ from: event.currentTarget.value })}
          />
          <TextInput
            label="To"
            type="date"
            max={LAST_DAY}
            value={days.to}
            onChange={(event) => setDays({ to: event.currentTarget.value })}
          />
        </Group>
      )}
      {range === null ? (
        <Text role="alert">Choose a first and a last day, at most three years apart.</Text>
      ) : (
        <Text fw={600} ta="center">
          {rangeText(range, timeZone)}
        </Text>
      )}
    </Stack>
  );
}
