import { dayRange, daysBetweenKeys, daysRange, isDayKey, monthRange, type TimeRange, weekRange } from '../time.ts';

/** The periods of a report to choose from (R-REP-06 … R-REP-08, G26). */
export const REPORT_PERIODS = ['today', 'week', 'month', 'days'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** The first and the last day of a report, as 'YYYY-MM-DD'. */
export interface ReportDays {
  from: string;
  to: string;
}

/** The longest range: more days than a device stores, but few enough to count each day. */
export const REPORT_DAYS_MAX = 3 * 366;

/**
 * Returns the time range of a report, in the shop's days, weeks from Monday and months (C-140). `days` are the chosen
 * days of the period 'days'. Returns null if they are not valid or too far apart.
 */
export function periodRange(period: ReportPeriod, nowMs: number, zone: string, days: ReportDays): TimeRange | null {
  switch (period) {
    case 'today':
      return dayRange(nowMs, zone);
    case 'week':
      return weekRange(nowMs, zone);
    case 'month':
      return monthRange(nowMs, zone);
    case 'days':
      return isPairOfDays(days) ? daysRange(days.from, days.to, zone) : null;
  }
}

const isPairOfDays = ({ from, to }: ReportDays): boolean =>
  isDayKey(from) && isDayKey(to) && Math.abs(daysBetweenKeys(from, to)) < REPORT_DAYS_MAX;
