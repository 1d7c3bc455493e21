import { useSearchParams } from 'react-router-dom';
import {
  periodRange,
  REPORT_PERIODS,
  type ReportDays,
  type ReportPeriod,
} from '../../../domain/sales/report-period.ts';
import { dayKey, dayRange, formatDate, monthRange, type TimeRange } from '../../../domain/time.ts';
import { useNow } from '../../ui/use-now.ts';

export interface ShownPeriod {
  period: ReportPeriod;
  days: ReportDays;
  /** null if the chosen days are no valid range. */
  range: TimeRange | null;
  nowMs: number;
  setPeriod: (period: ReportPeriod) => void;
  setDays: (days: Partial<ReportDays>) => void;
}

const isPeriod = (text: string | null): text is ReportPeriod => REPORT_PERIODS.some((period) => period === text);

/**
 * Returns the period of the sales report. It is stored in the address, so that the Back button shows the same report.
 */
export function useReportPeriod(timeZone: string): ShownPeriod {
  const nowMs = useNow((atMs) => dayRange(atMs, timeZone).toMs);
  const [params, setParams] = useSearchParams();
  const asked = params.get('period');
  const period = isPeriod(asked) ? asked : 'today';
  const days = {
    from: params.get('from') ?? dayKey(monthRange(nowMs, timeZone).fromMs, timeZone),
    to: params.get('to') ?? dayKey(nowMs, timeZone),
  };
  const set = (changes: Record<string, string>) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [key, value] of Object.entries(changes)) next.set(key, value);
        return next;
      },
      { replace: true },
    );
  return {
    ...{ period, days, nowMs },
    range: periodRange(period, nowMs, timeZone, days),
    setPeriod: (next) => set({ period: next }),
    setDays: (changes) => set(changes),
  };
}

/** Returns '21 Nov 2026', or the first and the last day of the range. */
export function rangeText({ fromMs, toMs }: TimeRange, timeZone: string): string {
  const [first, last] = [formatDate(fromMs, timeZone), formatDate(toMs - 1, timeZone)];
  return first === last ? first : `${first} – ${last}`;
}
